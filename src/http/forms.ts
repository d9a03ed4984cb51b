import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'
import { readBody, UNADMITTED_BYTES } from './body'
import { RequestError } from './problem'
import { ONE_MIB } from './validate'

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
  if (type.trim().toLowerCase() !== FORM) throw new RequestError('unsupported_media_type', 'Send a form.')
  return next()
})

/** A form that was sent from elsewhere. */
export class ForeignForm extends Error {}

/**
 * The fields of the form that was sent: at most 64 KiB, or 1 MiB where `admit` lets its sender send more. Throws
 * `payload_too_large`, and what `admit` throws.
 */
export async function formOf(c: Context, admit?: () => Promise<unknown>): Promise<URLSearchParams> {
  const bytes = await readBody(c, admit ? ONE_MIB : UNADMITTED_BYTES, async () => admit?.())
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

const FORM = 'application/x-www-form-urlencoded'
