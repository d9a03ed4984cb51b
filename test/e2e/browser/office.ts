import type { Cookie, Page } from 'playwright-core'
import { demoRequests } from '../../../src/dev/demo.ts'
import { GERMAN, service, type Visitor, visit } from './visit.ts'

type Office = Awaited<ReturnType<typeof createOffice>>

/** Creates a workspace with the demo data, whose owner is Anna Weber. Its pages are below `home`. */
export async function createOffice(email: string) {
  const { id } = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    member_portal: { colour: '#1f6f54' },
  })
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'Website' })
  for (const [method, path, body] of demoRequests()) await service.api(token, method, path, body)
  return { key: token, home: `${service.origin}/dashboard/${id}` }
}

/** Walks through a new office, in which its owner is signed in. A walk that changes its account has one of its own. */
export function visitOffice(
  visitor: Visitor,
  walk: (page: Page, office: Office) => Promise<void>,
  email = 'walks@example.org',
): Promise<void> {
  return visit(visitor, async (page) => {
    const office = await createOffice(email)
    await addSession(page, email)
    await walk(page, office)
  })
}

const sessions = new Map<string, Promise<Cookie[]>>()

/** Adds the session of a member of staff, who signs in once in a run. */
export async function addSession(page: Page, email: string): Promise<void> {
  const session = sessions.get(email) ?? newSession(email)
  sessions.set(email, session)
  await page.context().addCookies(await session)
}

async function newSession(email: string): Promise<Cookie[]> {
  let cookies: Cookie[] = []
  await visit(GERMAN, async (page) => {
    await signIn(page, email)
    cookies = await page.context().cookies()
  })
  return cookies
}

/** Signs in with a code. The page then shows what `to` names, or the workspaces of who signs in. */
export async function signIn(page: Page, email: string, to = ''): Promise<void> {
  const { pathname } = new URL(to, service.origin)
  await page.goto(`${service.origin}/dashboard/sign-in?to=${encodeURIComponent(pathname)}`)
  const before = service.printed().length
  await page.fill('input[name=email]', email)
  await page.press('input[name=email]', 'Enter')
  await page.fill('input[name=code]', await service.mailedCode(email, before))
  await page.press('input[name=code]', 'Enter')
  await page.waitForURL((url) => url.pathname !== '/dashboard/sign-in/code')
}

/** Opens a section from the navigation, which phones have behind a button. */
export async function openSection(page: Page, name: string): Promise<void> {
  const menu = page.locator('.menu-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('#navigation').getByRole('link', { name }).click()
}
