import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { wherever } from '../../domain/access/wherever'
import { type Entry, viewEntry } from '../../domain/portal/entry'
import { idOrSlugOf } from '../../domain/portal/settings'
import type { Env } from '../../env'
import { HOST_COOKIE_ATTRIBUTES, YEAR_SECONDS } from '../../http/cookie'
import { databaseOfNamed } from '../../http/open-database'

const COOKIE = 'entry'

/**
 * The workspace that the path names, or else the one whose portal the browser visited last. Undefined where neither is
 * known. One trip, none if nothing names one.
 */
export async function entryOf(c: Context<Env>): Promise<Entry | undefined> {
  const idOrSlug = c.req.param('workspace') ?? getCookie(c, COOKIE, 'host')
  if (!idOrSlug) return undefined
  const db = await databaseOfNamed(c.env, idOrSlug)
  return wherever(db, () => viewEntry(db, { idOrSlug }))
}

/**
 * Keeps whose portal a browser visits, for pages that no session and no path gives a name. It tells nothing of a
 * person. The id stays right if the slug changes or another workspace takes it.
 */
export function keepEntry(c: Context<Env>, workspaceId: string): void {
  if (getCookie(c, COOKIE, 'host') === workspaceId) return
  setCookie(c, COOKIE, workspaceId, { ...HOST_COOKIE_ATTRIBUTES, maxAge: YEAR_SECONDS })
}

/** The address of the form of a workspace. */
export const joinPath = (workspace: Parameters<typeof idOrSlugOf>[0]): string =>
  `/join/${idOrSlugOf(workspace)}`
