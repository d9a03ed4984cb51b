import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { open } from '../db/client'
import { type Member, memberOf } from '../domain/portal/sessions'
import type { Env } from '../env'

const COOKIE = 'portal'

/** The member behind the cookie of a request: the person that its path names. Without a cookie it has access to nothing. */
export const memberBehind = (c: Context<Env>): Promise<Member> =>
  memberOf(open(c.env.DB), getCookie(c, COOKIE, 'host') ?? '', new Date(), c.req.param('person_id'))

/** Hands out a session, until its link ends. */
export function keepSession(c: Context<Env>, session: { id: string; expiresAt: Date }): void {
  setCookie(c, COOKIE, session.id, { ...ATTRIBUTES, expires: session.expiresAt })
}

/** Takes the session back. */
export function dropSession(c: Context<Env>): void {
  deleteCookie(c, COOKIE, ATTRIBUTES)
}

const ATTRIBUTES = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const
