import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { SetupError, WriteConflict } from '../db/client'
import { DomainError, type Issues, type Reason } from '../domain/shared/errors'
import type { Env } from '../env'
import { originOf } from './origin'

/** An error of the request itself, which the domain does not know. */
export class RequestError extends Error {
  override readonly name = 'RequestError'

  constructor(
    readonly kind: 'malformed_json' | 'payload_too_large' | 'unsupported_media_type' | 'too_many_requests',
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(kind)
  }
}

type Kind = Reason | RequestError['kind'] | 'method_not_allowed' | 'internal_error' | 'busy'

/** Every problem that the service answers with: its status, its title, and what it means to a caller. */
export const PROBLEMS: Record<Kind, { status: ContentfulStatusCode; title: string; meaning: string }> = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not JSON in UTF-8. Nothing was changed.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    meaning:
      'Send a key as `Authorization: Bearer <key>`. The key is missing, malformed, unknown, expired or revoked; the operator of the service issues a new one.',
  },
  list_not_subscribed: {
    status: 402,
    title: 'List not in the subscription',
    meaning: 'The subscription variant of the workspace leaves this list out.',
  },
  permission_missing: {
    status: 403,
    title: 'Permission missing',
    meaning: 'The key is valid, but does not have the permission that the detail names.',
  },
  proof_required: {
    status: 403,
    title: 'Proof required',
    meaning: 'Only the dashboard asks for it: sign in again before a dangerous act.',
  },
  portal_disabled: {
    status: 403,
    title: 'Member portal disabled',
    meaning: 'The workspace has switched its member portal off.',
  },
  portal_managed_elsewhere: {
    status: 403,
    title: 'Member portal managed elsewhere',
    meaning: 'The member portal belongs to a superordinate workspace, for example an umbrella organisation.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this address for this key.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not with this method; the Allow header names those that do.',
  },
  still_running: {
    status: 409,
    title: 'Still running',
    meaning:
      'A request with the same Idempotency-Key is still running. Send it again in a moment for its answer.',
  },
  changed_meanwhile: {
    status: 412,
    title: 'Changed meanwhile',
    meaning:
      'If-Match names a version that is no longer stored. Nothing was changed; read it again and decide again.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'Send at most 1 MiB for one thing and 10 MiB for a batch.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Not JSON',
    meaning:
      'Bodies are sent with Content-Type: application/json, or as the reference says: text/csv, application/xml, application/zip.',
  },
  invalid: {
    status: 422,
    title: 'Validation error',
    meaning: '`errors` names what is wrong under dotted paths, as data.0.amount. Nothing was changed.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The RateLimit-Policy header says how many are let through. Wait as long as Retry-After says.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'An error of the service. Report the request_id to its operator.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    meaning: 'Other requests kept changing the same data. Nothing was changed; send the request again.',
  },
}

/** The body of every error, RFC 9457 with a request id, and on 422 the errors by dotted path. */
export const problem = z
  .object({
    type: z.string().describe('An address that explains the problem'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What to do about it'),
    request_id: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Problem' })

/** Answers an error with its problem. An error that the service does not know is logged, and answered without its words. */
export const onError: ErrorHandler<Env> = (error, c) => {
  if (error instanceof DomainError) return answer(c, error.reason, error.detail, { errors: error.issues })
  if (error instanceof RequestError) return answer(c, error.kind, error.detail, { headers: error.headers })
  logError(c, error)
  if (error instanceof WriteConflict)
    return answer(c, 'busy', 'Send the request again.', { headers: { 'Retry-After': '1' } })
  const detail = 'Something went wrong on our side. Try again, and tell us the request_id.'
  return answer(c, 'internal_error', detail)
}

/** Writes an error to the log, by the id of its request. */
export function logError(c: Context<Env>, error: Error): void {
  const hint = error instanceof SetupError ? error.message : undefined
  const line = { request_id: c.var.requestId, error: error.name, hint, stack: framesOf(error) }
  console.error(JSON.stringify(line))
}

/** The detail of 404 for an address that the service does not have, or does not reveal. */
export const NOTHING_HERE = 'There is nothing at this address; see /docs.'

/** Answers 404 for an address that the service does not have. */
export const onNotFound: NotFoundHandler<Env> = (c) => answer(c, 'not_found', NOTHING_HERE)

/** Answers 405 for an address that the service has with other methods. */
export const onMethodNotAllowed = (c: Context<Env>, methods: string[]): Response =>
  answer(c, 'method_not_allowed', `Use ${methods.join(' or ')} here.`, {
    headers: { Allow: methods.join(', ') },
  })

function answer(
  c: Context<Env>,
  kind: Kind,
  detail: string,
  { errors, headers }: { errors?: Issues | undefined; headers?: Record<string, string> } = {},
): Response {
  const { status, title } = PROBLEMS[kind]
  // Removed again where the rate limit of addresses turns a 401 into a 429.
  c.header('WWW-Authenticate', status === 401 ? 'Bearer' : undefined)
  const type = `${originOf(c)}/problems/${kind}`
  const body = { type, title, status, detail, request_id: c.var.requestId, errors }
  return c.body(JSON.stringify(body), status, { ...headers, 'Content-Type': 'application/problem+json' })
}

// Messages stay out of the log: those of the database hold bound values.
const framesOf = ({ stack = '', message }: Error): string[] =>
  stack.replace(message, '').match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? []
