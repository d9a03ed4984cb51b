import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import { uniqueSymbol } from 'hono-openapi'
import type { z } from 'zod'
import { wasValid } from '../domain/access/api-key-principal'
import { invalid } from '../domain/shared/errors'
import { isObject, issuesOf } from '../domain/shared/validation'
import type { Env } from '../env'
import { readBody } from './body'
import { described } from './openapi'
import { RequestError } from './problem'

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
    throw invalid(issuesOf(result.error.issues))
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
    c.req.addValidatedData('json', await readAs(c, limit, admission, parseObject))
    await next()
  }
  return Object.assign(read, { [uniqueSymbol]: { target: 'json', ...described(documented, 'input') } })
}

/** Whether the body is said to be CSV. */
export const isCsv = (c: Context): boolean => /^text\/csv\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Reads a body of CSV of at most `limit` bytes. What is too large or not UTF-8 is told only to an admitted caller. */
export const readCsv = (c: Context, limit: number, admission: Admission): Promise<string> =>
  readAs(c, limit, admission, decodeCsv)

/** Reads and parses a body. The caller is admitted before a large body is read, and before any error in it is told. */
async function readAs<T>(
  c: Context<Env>,
  limit: number,
  admission: Admission,
  parse: (bytes: Buffer, c: Context) => T,
): Promise<T> {
  let admitted: Promise<unknown> | undefined
  const admit = () => {
    admitted ??= admission(c as Context)
    return admitted
  }
  const hasValidKey = c.var.principal !== undefined && wasValid(c.var.principal)
  try {
    const bytes = await readBody(c, limit, async () => hasValidKey || admit())
    c.set('bodyBytes', bytes)
    return parse(bytes, c)
  } catch (error) {
    await admit()
    throw error
  }
}

function parseObject(bytes: Buffer, c: Context): object {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new RequestError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  const value = parseJson(bytes)
  if (isObject(value)) return value
  throw invalid({ body: ['must be a JSON object'] })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes))
  } catch {
    throw new RequestError('malformed_json', 'The body is not well-formed JSON in UTF-8.')
  }
}

function decodeCsv(bytes: Buffer): string {
  try {
    return decode(bytes)
  } catch {
    throw invalid({ body: ['must be CSV in UTF-8'] })
  }
}

const decode = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
