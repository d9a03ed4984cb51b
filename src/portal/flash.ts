import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../env'
import { HOST_COOKIE_ATTRIBUTES } from '../http/cookie'

const COOKIE = 'portal-done'
const SECONDS = 60

/** Tells the next page what was done, once: a word of the code, and nothing about a person. */
export const setDone = (c: Context<Env>, done: string): void =>
  setCookie(c, COOKIE, done, { ...HOST_COOKIE_ATTRIBUTES, maxAge: SECONDS })

/** What was done before this page, unless a page has told it already. */
export function takeDone(c: Context<Env>): string | undefined {
  const done = getCookie(c, COOKIE, 'host')
  if (done !== undefined) deleteCookie(c, COOKIE, HOST_COOKIE_ATTRIBUTES)
  return done
}
