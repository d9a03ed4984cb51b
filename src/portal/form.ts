import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'
import { HttpFault } from '../http/problem'
import { ONE_MIB } from '../http/validate'

/**
 * Lets through only forms that a page of ours sent. Browsers say where a request comes from, in Sec-Fetch-Site or else in
 * Origin; who says neither is no browser, and brings no one's cookie.
 */
export const ourForms = createMiddleware<Env>(async (c, next) => {
  if (c.req.method !== 'POST') return next()
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin')
  const isOurs = site ? site === 'same-origin' : !origin || origin === new URL(c.req.url).origin
  if (!isOurs) throw new ForeignForm()
  const [type = ''] = (c.req.header('Content-Type') ?? FORM).split(';')
  if (type.trim().toLowerCase() !== FORM) throw new HttpFault('unsupported_media_type', 'Send a form.')
  return limited(c, next)
})

/** A form that was sent from elsewhere. */
export class ForeignForm extends Error {}

/** The fields of the form that was sent. */
export const formOf = async (c: Context): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))

const FORM = 'application/x-www-form-urlencoded'

const limited = bodyLimit({
  maxSize: ONE_MIB,
  onError: () => {
    throw new HttpFault('payload_too_large', 'Send less.')
  },
})
