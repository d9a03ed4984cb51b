import type { Context } from 'hono'
import type { Env } from '../env'

/** Where the service is reached: `PUBLIC_URL`, else the request's own origin; never a forwarded header. */
export const originOf = (c: Context<Env>): string =>
  c.env.PUBLIC_URL?.replace(/\/+$/, '') || new URL(c.req.url).origin

/**
 * Where links in mails lead: `PUBLIC_URL` alone, since whoever asks for a mail to someone else can name any host. On the
 * developer's own machine the request's origin serves.
 */
export function mailOrigin(c: Context<Env>): string {
  const origin = originOf(c)
  if (c.env.PUBLIC_URL || isLoopback(origin)) return origin
  throw new Error('PUBLIC_URL is not set')
}

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
