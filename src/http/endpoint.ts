import type { MiddlewareHandler } from 'hono'
import type { InferInput } from 'hono/validator'
import type { z } from 'zod'
import type { Env } from '../env'
import { requestBody, uploadedFile } from './body'
import { idempotencyKey } from './idempotency-key'
import { describeOperation, type Operation } from './operation'
import { validQuery } from './query'
import { requirePause } from './require-pause'

type Schema = z.ZodType | undefined

/** The middleware of an endpoint: what it leaves for the handler, by the schemas of its query and body. */
type Middleware<Q extends Schema, B extends Schema> = readonly [
  MiddlewareHandler<Env>,
  MiddlewareHandler<Env, string, QueryInput<Q>>,
  MiddlewareHandler<Env, string, BodyInput<B>>,
  MiddlewareHandler<Env>,
  MiddlewareHandler<Env>,
]

type QueryInput<Q> = Q extends z.ZodType
  ? { in: { query: InferInput<z.input<Q>, 'query'> }; out: { query: z.output<Q> } }
  : object

type BodyInput<B> = B extends z.ZodType
  ? { in: { json: z.input<B> }; out: { json: Record<string, unknown> } }
  : object

/**
 * The middleware of a route, to be spread between its path and its handler. Describes the route for /openapi.json,
 * validates the query, and reads the body and the `Idempotency-Key`. A request with several errors is answered with
 * the first of authentication, authorization, query, size, media type and syntax of the body, `Idempotency-Key`,
 * content of the body.
 */
export function endpoint<Q extends Schema = undefined, B extends Schema = undefined>(
  options: Operation & { query?: Q; body?: B; maxBytes?: number },
): Middleware<Q, B>
export function endpoint(options: Operation & { maxBytes?: number }): readonly MiddlewareHandler[] {
  const { access, query, body, bodyIsOptional, upload, maxBytes, csv, idempotent, needsPause } = options
  return [
    describeOperation(options),
    query ? validQuery(query, access) : pass,
    bodyReader(),
    idempotent ? idempotencyKey(access) : pass,
    needsPause ? requirePause : pass,
  ]

  function bodyReader(): MiddlewareHandler {
    if (upload) return uploadedFile(access, { maxBytes, types: upload.types })
    return body ? requestBody(access, { maxBytes, csv: csv === 'request', isOptional: bodyIsOptional }) : pass
  }
}

const pass: MiddlewareHandler = (_, next) => next()
