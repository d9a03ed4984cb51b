import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { newToken } from '../domain/shared/token'
import { HOST_COOKIE_ATTRIBUTES, YEAR_SECONDS } from './cookie'

const COOKIE = 'known'

/** The token of a browser that was signed in before; empty for any other. It opens nothing. */
export const knownBrowserOf = (c: Context): string => getCookie(c, COOKIE, 'host') ?? ''

/** The token by which a browser is known once it has signed in: the one that it has, or a new one. */
export const browserTokenFor = (c: Context): string => knownBrowserOf(c) || newToken()

/** Keeps the token of a browser that has signed in, for a year. */
export const keepKnownBrowser = (c: Context, token: string): void =>
  setCookie(c, COOKIE, token, { ...HOST_COOKIE_ATTRIBUTES, maxAge: YEAR_SECONDS })
