import type { Context } from 'hono'
import { csrf } from 'hono/csrf'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'
import { ONE_MIB, readBody, UNAUTHORIZED_BYTES } from './body'
import { RequestError } from './problem'

/**
 * Throws an `HTTPException` of status 403 for a POST that a page of this origin did not send, and
 * `unsupported_media_type` for one that is not a form, or has a file where the door takes none.
 */
export const sameOriginForms = ({ takesFiles = false } = {}) =>
  createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'POST') return next()
    // A client may leave out Content-Type where the form is empty.
    const type = c.req.header('Content-Type') ?? FORM
    if (!FIELDS.test(type) && !(takesFiles && FILES.test(type)))
      throw new RequestError('unsupported_media_type', 'Send a form.')
    return requireSameOrigin(c, next)
  })

/**
 * Reads the fields of a form of at most 64 KiB, or of at most 1 MiB with `authorize`, which runs before more than 64
 * KiB are read. Throws `payload_too_large`, and what `authorize` throws.
 */
export async function readForm(
  c: Context<Env>,
  authorize?: () => Promise<unknown>,
): Promise<URLSearchParams> {
  if (c.var.form) return c.var.form
  const bytes = await readBody(c, authorize ? ONE_MIB : UNAUTHORIZED_BYTES, async () => authorize?.())
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  c.set('form', form)
  return form
}

/**
 * The form of a request, for a page that lets its reader send it again. Undefined unless the request is a POST, for a form with a
 * file, and for one of more than 64 KiB that was not read before.
 */
export async function sentForm(c: Context<Env>): Promise<URLSearchParams | undefined> {
  if (c.req.method !== 'POST' || FILES.test(c.req.header('Content-Type') ?? '')) return undefined
  return readForm(c).catch(() => undefined)
}

/** How many bytes a form with a file has at most. */
const UPLOAD_BYTES = 4 * ONE_MIB

/**
 * Reads a form with a file, of at most 4 MiB unless told. `authorize` runs before more than 64 KiB are read. Throws
 * `payload_too_large`, `unsupported_media_type` for what is no such form, and what `authorize` throws.
 */
export async function readUpload(
  c: Context,
  authorize: () => Promise<unknown>,
  maxBytes = UPLOAD_BYTES,
): Promise<FormData> {
  const bytes = await readBody(c, maxBytes, authorize)
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? FORM }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new RequestError('unsupported_media_type', 'Send a form.')
  }
}

// By default hono/csrf accepts a matching Origin even with `Sec-Fetch-Site: cross-site`. A form with neither is
// refused.
const requireSameOrigin = csrf({
  origin: (origin, c) => !c.req.header('Sec-Fetch-Site') && origin === new URL(c.req.url).origin,
})

const FORM = 'application/x-www-form-urlencoded'
const FIELDS = /^application\/x-www-form-urlencoded\s*(;|$)/i
const FILES = /^multipart\/form-data\s*(;|$)/i
