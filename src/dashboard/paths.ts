/** The segments below `/dashboard` that are no workspaces. */
const RESERVED = ['sign-in', 'sign-out', 'prove', 'account', 'workspaces', 'style', 'enhance', 'speculation']

type Workspace = { id: string; portalSlug: string | null }

/** The address of a page of a workspace: by its slug, or by its id where the slug is none or names something else. */
export const pathIn = ({ id, portalSlug }: Workspace, page = ''): string =>
  `/dashboard/${portalSlug && !RESERVED.includes(portalSlug) ? portalSlug : id}${page}`

/** A path of the dashboard that a form may lead back to; the overview of workspaces for any other address. */
export function pathBack(path: string | undefined): string {
  const url = path?.startsWith('/dashboard') ? new URL(path, 'https://dashboard.invalid') : undefined
  return url && /^\/dashboard(\/|$)/.test(url.pathname) ? url.pathname + url.search : '/dashboard'
}

/** The path in the parameter `to` of a page, which its form leads back to; undefined if the page was opened without one. */
export function pathTo(c: { req: { query(name: 'to'): string | undefined } }): string | undefined {
  const to = c.req.query('to')
  return to === undefined ? undefined : pathBack(to)
}

/** The address where a code is typed, and from which the browser goes on to a page of the dashboard. */
export const codePath = (to: string | undefined): string =>
  `/dashboard/sign-in/code?to=${encodeURIComponent(pathBack(to))}`

/** The address of the page that adds a passkey, and from which the browser goes on to a page of the dashboard. */
export const addPasskeyPath = (to: string | undefined): string =>
  `/dashboard/sign-in/new-passkey?to=${encodeURIComponent(pathBack(to))}`

/** The address of a page about a person of a workspace. */
export const personPathIn = (
  workspace: Workspace,
  list: string,
  id: string,
  page = '',
  query = new URLSearchParams(),
): string => pathIn(workspace, `/${list}/${id}${page}${query.size > 0 ? `?${query}` : ''}`)
