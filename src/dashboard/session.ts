import type { Context, Next } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { staffPrincipal } from '../domain/staff/principal'
import type { Env } from '../env'
import { HOST_COOKIE_ATTRIBUTES, YEAR_SECONDS } from '../http/cookie'
import { isReading } from '../http/etag'
import { databaseOfStaff } from '../http/open-database'

const SESSION = 'staff'
const REQUEST = 'sign-in'
const CHALLENGE = 'passkey'
const OFFERED = 'passkey-offered'

/** The id of the session that a request carries; empty without one. */
export const sessionIdOf = (c: Context<Env>): string => getCookie(c, SESSION, 'host') ?? ''

/** Sets the session cookie until the session expires, and forgets the request for a code. */
export function keepSession(c: Context<Env>, session: { id: string; expiresAt: Date }): void {
  setCookie(c, SESSION, session.id, { ...HOST_COOKIE_ATTRIBUTES, expires: session.expiresAt })
  forgetRequest(c)
}

export function forgetSession(c: Context<Env>): void {
  deleteCookie(c, SESSION, HOST_COOKIE_ATTRIBUTES)
}

/** The id of the request for a code that this browser made; empty without one. */
export const requestIdOf = (c: Context<Env>): string => getCookie(c, REQUEST, 'host') ?? ''

/** Keeps the request for a code in this browser, the only one that can use the code. */
export function keepRequest(c: Context<Env>, request: { requestId: string; expiresAt: Date }): void {
  setCookie(c, REQUEST, request.requestId, { ...HOST_COOKIE_ATTRIBUTES, expires: request.expiresAt })
}

export function forgetRequest(c: Context<Env>): void {
  deleteCookie(c, REQUEST, HOST_COOKIE_ATTRIBUTES)
}

/** The id of the request for a challenge that this browser made; empty without one. */
export const challengeIdOf = (c: Context<Env>): string => getCookie(c, CHALLENGE, 'host') ?? ''

/** Keeps the request for a challenge in this browser. A code that was requested before stays valid. */
export function keepChallenge(c: Context<Env>, request: { requestId: string; expiresAt: Date }): void {
  setCookie(c, CHALLENGE, request.requestId, { ...HOST_COOKIE_ATTRIBUTES, expires: request.expiresAt })
}

export function forgetChallenge(c: Context<Env>): void {
  deleteCookie(c, CHALLENGE, HOST_COOKIE_ATTRIBUTES)
}

/** Whether this browser has been offered to add a passkey, which happens once. */
export const wasOffered = (c: Context<Env>): boolean => getCookie(c, OFFERED, 'host') !== undefined

export function rememberOffer(c: Context<Env>): void {
  setCookie(c, OFFERED, '1', { ...HOST_COOKIE_ATTRIBUTES, maxAge: YEAR_SECONDS })
}

/** Sets `c.var.staff` to who asks, for the workspace that the path names. The verb of the page proves the session. */
export const setStaff = (c: Context<Env>, next: Next): Promise<void> => setStaffOf(c, next, isReading(c))

/** As {@link setStaff}, for pages whose forms work in a workspace that is suspended, too. */
export const opensSuspended = (c: Context<Env>, next: Next): Promise<void> => setStaffOf(c, next, true)

async function setStaffOf(c: Context<Env>, next: Next, opensSuspended: boolean): Promise<void> {
  const idOrSlug = c.req.param('workspace') ?? ''
  const now = new Date()
  const sessionId = sessionIdOf(c)
  const db = await databaseOfStaff(c.env, { idOrSlug, sessionId, now })
  c.set(
    'staff',
    staffPrincipal(db, {
      sessionId,
      idOrSlug,
      opensSuspended,
      requestId: c.var.requestId,
      now,
    }),
  )
  await next()
}
