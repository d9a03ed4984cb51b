import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { wasValid } from '../domain/access/api-key-principal'
import { refusedAt } from '../domain/shared/error-list'
import { isObject } from '../domain/shared/validation'
import type { Env } from '../env'
import type { Access } from './access'
import { RequestError } from './problem'

export const ONE_MIB = 1_048_576
export const TEN_MIB = 10_485_760

/** How many bytes of a body are read before its sender is authorized. */
export const UNAUTHORIZED_BYTES = 65_536

/**
 * Reads a JSON object of at most `maxBytes`; the verb validates it, with what only the database knows. With `csv` reads
 * CSV as well, into `c.var.csv`. A body that `isOptional` is an empty object if it is left out. The caller is authorized before a
 * large body is read, and before an issue is reported.
 */
export function requestBody(access: Access, { maxBytes = ONE_MIB, csv = false, isOptional = false }) {
  return bodyMiddleware(access, maxBytes, (c, bytes) => {
    if (isOptional && bytes.length === 0) c.req.addValidatedData('json', {})
    else if (csv && isCsv(c)) c.set('csv', parseCsv(bytes))
    else c.req.addValidatedData('json', parseObject(c, bytes))
  })
}

/**
 * Reads a file of at most `maxBytes` and of one of these media types into `c.var.bodyBytes`, as {@link requestBody}
 * does.
 */
export function uploadedFile(
  access: Access,
  { maxBytes = TEN_MIB, types }: { maxBytes?: number | undefined; types: string[] },
) {
  return bodyMiddleware(access, maxBytes, (c, bytes) => {
    const [type = ''] = (c.req.header('Content-Type') ?? '').toLowerCase().split(';')
    if (!types.includes(type.trim()))
      throw new RequestError(
        'unsupported_media_type',
        `Send the body as Content-Type: ${types.join(' or ')}.`,
      )
    if (bytes.length === 0) throw refusedAt('body', { code: 'body_empty' })
  })
}

function bodyMiddleware(
  access: Access,
  maxBytes: number,
  use: (c: Context<Env>, bytes: Buffer<ArrayBuffer>) => void,
) {
  return createMiddleware<Env>(async (c, next) => {
    let authorized: Promise<unknown> | undefined
    const authorize = () => {
      authorized ??= access.authorize(c)
      return authorized
    }
    const hasValidKey = access.security === 'apiKey' && wasValid(c.var.principal)
    try {
      const bytes = await readBody(c, maxBytes, async () => hasValidKey || authorize())
      c.set('bodyBytes', bytes)
      use(c, bytes)
    } catch (error) {
      await authorize()
      throw error
    }
    await next()
  })
}

/**
 * Reads a body of at most `maxBytes`. `authorize` runs before more than {@link UNAUTHORIZED_BYTES} are read, so that a
 * caller without a valid key costs no more than those. Throws `payload_too_large`.
 */
export async function readBody(
  c: Context,
  maxBytes: number,
  authorize: () => Promise<unknown>,
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () => new RequestError('payload_too_large', `Send at most ${maxBytes} bytes at once.`)
  const declared = c.req.header('Content-Length') ?? ''
  if (Number(declared) > maxBytes) throw tooLarge()
  if (!/^\d+$/.test(declared)) return readChunks(c, maxBytes, { authorize, tooLarge })
  if (Number(declared) > UNAUTHORIZED_BYTES) await authorize()
  // HTTP ends a body at its declared length, so it can be read at once, which takes less time than chunk by chunk.
  const bytes = Buffer.from(await c.req.raw.arrayBuffer())
  if (bytes.length > maxBytes) throw tooLarge()
  return bytes
}

type Limits = { authorize: () => Promise<unknown>; tooLarge: () => Error }

async function readChunks(
  c: Context,
  maxBytes: number,
  { authorize, tooLarge }: Limits,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let isAuthorized = false
  // Cancels the stream when the loop ends early.
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge()
    if (bytes > UNAUTHORIZED_BYTES && !isAuthorized) {
      await authorize()
      isAuthorized = true
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether the Content-Type of a request is CSV. */
export const isCsv = (c: Context): boolean => /^text\/csv\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')

const isJson = (c: Context): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')

function parseObject(c: Context, bytes: Buffer): object {
  if (!isJson(c))
    throw new RequestError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  const value = parseJson(bytes)
  if (isObject(value)) return value
  throw refusedAt('body', { code: 'body_not_object' })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes))
  } catch {
    throw new RequestError('malformed_json', 'The body is not well-formed JSON in UTF-8.')
  }
}

function parseCsv(bytes: Buffer): string {
  try {
    return decode(bytes)
  } catch {
    throw refusedAt('body', { code: 'body_not_utf8' })
  }
}

const decode = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
