import type { Context } from 'hono'
import type { Bindings, Env } from '../env'

/** `PUBLIC_URL` as an origin; undefined if it is not set. */
export const publicOrigin = ({ PUBLIC_URL }: Bindings): string | undefined =>
  PUBLIC_URL?.replace(/\/+$/, '') || undefined

/** The origin of the service: `PUBLIC_URL`, else that of the request; never one from a forwarded header. */
export const originOf = (c: Context<Env>): string => publicOrigin(c.env) ?? new URL(c.req.url).origin

/**
 * The origin of links in mails: `PUBLIC_URL` alone, since a stranger who requests a mail to a member can send any
 * host. On a loopback address it is the request's. Throws `MissingPublicUrl`.
 */
export function mailOrigin(c: Context<Env>): string {
  const origin = originOf(c)
  if (c.env.PUBLIC_URL || isLoopback(origin)) return origin
  throw new MissingPublicUrl()
}

/** The origin whose pages make and use passkeys: that of the service, but on a loopback address that of the request. */
export function passkeyOrigin(c: Context<Env>): string {
  const requested = new URL(c.req.url).origin
  return isLoopback(requested) ? requested : new URL(originOf(c)).origin
}

/** The service is deployed without the address that links in mails need. */
export class MissingPublicUrl extends Error {
  override readonly name = 'MissingPublicUrl'

  constructor() {
    super(
      'PUBLIC_URL is not set, so no login link can be mailed. Set it under [vars] in wrangler.toml to the address of the service, for example PUBLIC_URL = "https://members.example.org", and deploy again.',
    )
  }
}

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
