import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type PortalPrincipal, portalPrincipal } from '../domain/portal/principal'
import type { Env } from '../env'
import { HOST_COOKIE_ATTRIBUTES } from '../http/cookie'
import { databaseOfToken } from '../http/open-database'

const COOKIE = 'portal'

const sessionIdOf = (c: Context<Env>): string => getCookie(c, COOKIE, 'host') ?? ''

/** The member whose session cookie the request carries, with the person of its path. No cookie gives access to nothing. */
export const signedInMember = (c: Context<Env>): PortalPrincipal => signedIn(c, { opensPayers: false })

const signedIn = (c: Context<Env>, { opensPayers }: { opensPayers: boolean }): PortalPrincipal =>
  portalPrincipal(databaseOfToken(c.env, sessionIdOf(c)), {
    opensPayers,
    sessionId: sessionIdOf(c),
    requestId: c.var.requestId,
    now: new Date(),
    personId: c.req.param('person_id'),
  })

/** The same, for the pages that someone opens, too, who is no member and pays for others. */
export const signedInPayer = (c: Context<Env>): PortalPrincipal => signedIn(c, { opensPayers: true })

/** Sets the session cookie until the session expires. */
export function setSessionCookie(c: Context<Env>, session: { id: string; expiresAt: Date }): void {
  setCookie(c, COOKIE, session.id, { ...HOST_COOKIE_ATTRIBUTES, expires: session.expiresAt })
}

export function deleteSessionCookie(c: Context<Env>): void {
  deleteCookie(c, COOKIE, HOST_COOKIE_ATTRIBUTES)
}
