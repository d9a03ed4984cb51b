import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { uniqueSymbol } from 'hono-openapi'
import type { z } from 'zod'
import { invalid } from '../domain/refusal'
import { faultsOf, isObject } from '../domain/validation'
import type { Env } from '../env'
import { described } from './openapi'
import { HttpFault } from './problem'

export const ONE_MIB = 1_048_576
export const TEN_MIB = 10_485_760

type AnyPath = '/:list_id/:person_id/:cost_unit_id/:workspace_id'

/** Runs the checks that go before those of the request's text: key, list, subscription, permission, person. */
export type Admission = (c: Context<Env, AnyPath>) => Promise<unknown>

/** Validates the query string. A fault is told only to a caller who is admitted. */
export function query<S extends z.ZodType>(schema: S, admission: Admission) {
  const check = zValidator('query', schema, async (result, c: Context) => {
    if (result.success) return
    await admission(c)
    throw invalid(faultsOf(result.error.issues))
  })
  return Object.assign(check, { [uniqueSymbol]: { target: 'query', ...described(schema, 'input') } })
}

type Body<S extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { json: z.input<S> }; out: { json: Record<string, unknown> } }
>

/**
 * Reads a JSON object of at most `limit` bytes; the domain validates it, with what only the database knows, against
 * the schema that is documented here. What is no such object is told only to a caller who is admitted.
 */
export function body<S extends z.ZodType>(documented: S, limit: number, admission: Admission): Body<S> {
  const read: Body<S> = async (c, next) => {
    c.req.addValidatedData('json', await admittedFirst(c, admission, () => readObject(c, limit)))
    await next()
  }
  return Object.assign(read, { [uniqueSymbol]: { target: 'json', ...described(documented, 'input') } })
}

/** Whether the body is said to be CSV. */
export const isCsv = (c: Context): boolean => /^text\/csv\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Reads a body of CSV of at most `limit` bytes. What is too large or not UTF-8 is told only to an admitted caller. */
export const readCsv = (c: Context, limit: number, admission: Admission): Promise<string> =>
  admittedFirst(c, admission, async () => {
    try {
      return decode(await readBytes(c, limit))
    } catch (fault) {
      throw fault instanceof TypeError ? invalid({ body: ['must be CSV in UTF-8'] }) : fault
    }
  })

async function admittedFirst<T>(c: Context, admission: Admission, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (fault) {
    await admission(c)
    throw fault
  }
}

async function readObject(c: Context, limit: number): Promise<object> {
  const bytes = await readBytes(c, limit)
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new HttpFault('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  const value = parse(bytes)
  if (isObject(value)) return value
  throw invalid({ body: ['must be a JSON object'] })
}

async function readBytes(c: Context, maxSize: number): Promise<ArrayBuffer> {
  const onError = () => {
    throw new HttpFault('payload_too_large', `Send at most ${maxSize} bytes at once.`)
  }
  await bodyLimit({ maxSize, onError })(c, async () => {})
  return c.req.arrayBuffer()
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(decode(bytes))
  } catch {
    throw new HttpFault('malformed_json', 'The body is not well-formed JSON in UTF-8.')
  }
}

const decode = (bytes: ArrayBuffer): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
