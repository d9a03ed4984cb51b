import type { Context } from 'hono'
import type { Env } from '../env'

/** Where the service is reached: `PUBLIC_URL`, else the request's own origin; never a forwarded header. */
export const originOf = (c: Context<Env>): string =>
  c.env.PUBLIC_URL?.replace(/\/+$/, '') || new URL(c.req.url).origin
