import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod'
import { DatabaseUnavailable, SetupError, WriteConflict } from '../db/client'
import { DomainError, type Issues, type Reason } from '../domain/shared/errors'
import type { Env } from '../env'
import { errorsOf, issue, issuesFor } from './issues'
import { noteError } from './log'
import { originOf } from './origin'
import { Paused } from './paused'

/** An error of the request itself, which the domain does not know. */
export class RequestError extends Error {
  override readonly name = 'RequestError'

  constructor(
    readonly kind:
      | 'malformed_json'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'too_many_requests'
      | 'not_paused',
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(kind)
  }
}

export type Kind =
  | Reason
  | RequestError['kind']
  | 'method_not_allowed'
  | 'internal_error'
  | 'busy'
  | 'unavailable'
  | 'not_set_up'
  | 'paused'

/** Every problem that the service answers with: its status, its title, what it means to a caller, and what to do. */
export const PROBLEMS: Record<
  Kind,
  { status: ContentfulStatusCode; title: string; meaning: string; remedy: string }
> = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not JSON in UTF-8. Nothing was changed.',
    remedy: 'Check the body with a JSON parser. Where it comes from a template, check its quotes and commas.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    meaning: 'The key is missing, malformed, unknown, expired or revoked.',
    remedy: 'Send a key as `Authorization: Bearer <key>`. The operator of the service issues a new one.',
  },
  list_not_subscribed: {
    status: 402,
    title: 'List not in the subscription',
    meaning: 'The subscription variant of the workspace leaves this list out.',
    remedy: 'Read `/me` for the lists of the workspace, or have its subscription changed.',
  },
  permission_missing: {
    status: 403,
    title: 'Permission missing',
    meaning: 'The key is valid, but does not have the permission that `detail` names.',
    remedy: 'Read `/me` for the permissions of the key. The operator issues a key with more of them.',
  },
  proof_required: {
    status: 403,
    title: 'Proof required',
    meaning: 'A dangerous act of the dashboard needs a fresh sign-in. The API never answers this.',
    remedy: 'Sign in again, and repeat the act.',
  },
  portal_disabled: {
    status: 403,
    title: 'Member portal disabled',
    meaning: 'The workspace has switched its member portal off.',
    remedy: 'Have the operator or an owner of the workspace switch it on.',
  },
  portal_managed_elsewhere: {
    status: 403,
    title: 'Member portal managed elsewhere',
    meaning: 'The member portal belongs to a superordinate workspace, for example an umbrella organization.',
    remedy: 'Send the request with a key of that workspace.',
  },
  workspace_suspended: {
    status: 403,
    title: 'Workspace suspended',
    meaning:
      'The workspace can be read, and nothing in it changes: it is suspended, or a copy. Nothing was changed.',
    remedy: 'Read what you need. The operator of the service can lift a suspension.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this address for this key.',
    remedy: 'Check the id or `external_id` in the address, and that the key belongs to its workspace.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not with this method.',
    remedy: 'Use a method that the Allow header names.',
  },
  still_running: {
    status: 409,
    title: 'Still running',
    meaning: 'A request with the same `Idempotency-Key` is still running.',
    remedy: 'Send the request again in a moment: it gets the answer of the first one.',
  },
  not_paused: {
    status: 409,
    title: 'Not paused',
    meaning: 'The operation belongs to a restore, and the service is not paused. Nothing was changed.',
    remedy: 'Set `PAUSED`, wait fifteen minutes, and send the request again.',
  },
  restore_unconfirmed: {
    status: 409,
    title: 'Restore not confirmed',
    meaning:
      'The data was restored to an earlier state. Files of direct debits that went to the bank since that state are not known any more, and their fees look open. Nothing was changed.',
    remedy:
      'Ask the treasurer whether such files were submitted. If not, send the release again with `confirms_restore` and the number that `detail` names. If they were, record their debits first.',
  },
  not_yet: {
    status: 409,
    title: 'Not yet',
    meaning: 'A workspace is erased 30 days after it was suspended, at the earliest. Nothing was changed.',
    remedy: 'Suspend the workspace, and erase it after the date that `detail` names.',
  },
  has_subordinates: {
    status: 409,
    title: 'Workspace has subordinates',
    meaning: 'Other workspaces are below this one. Nothing was changed.',
    remedy: 'Suspend, erase or move those first that `detail` names.',
  },
  export_running: {
    status: 409,
    title: 'Export running',
    meaning: 'A workspace is exported once at a time.',
    remedy: 'Wait until the other export has ended, at most 15 minutes.',
  },
  databases_full: {
    status: 409,
    title: 'Databases are full',
    meaning:
      'Each database has reached its limit for new workspaces, or is closed for them. Nothing was changed.',
    remedy: 'Add a database, or raise a limit in `DATABASE_LIMITS_GB`, and send the request again.',
  },
  already_there: {
    status: 409,
    title: 'Already there',
    meaning: 'The workspace of the file exists. Nothing was changed.',
    remedy: 'Restore the file as a copy beside the workspace, or erase the workspace first.',
  },
  changed_meanwhile: {
    status: 412,
    title: 'Changed meanwhile',
    meaning: '`If-Match` names a version that is no longer stored. Nothing was changed.',
    remedy: 'Read the person again, decide again, and send its new `ETag`.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The body is larger than the operation takes. Nothing was changed.',
    remedy: 'Send at most 1 MiB for one thing and 10 MiB for a batch, or several requests.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Not JSON',
    meaning: 'The operation does not take a body of this media type.',
    remedy:
      'Send `Content-Type: application/json`, or what the reference names: `text/csv`, `application/xml`, `application/zip`.',
  },
  invalid: {
    status: 422,
    title: 'Validation error',
    meaning:
      '`errors` names what is wrong under dotted paths, as `data.0.amount`, and `issues` has a code for each of them. Nothing was changed.',
    remedy: 'Correct every value that `errors` names, and send the request again.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The `RateLimit-Policy` header says how many requests are let through.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'An error of the service. The request may have been carried out or not.',
    remedy:
      'Send the request again with its `Idempotency-Key`. If it fails again, report the `request_id` to the operator.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    meaning: 'Other requests kept changing the same data. Nothing was changed.',
    remedy: 'Send the request again.',
  },
  unavailable: {
    status: 503,
    title: 'Database unavailable',
    meaning: 'The database did not answer for a moment. The request may have been carried out or not.',
    remedy: 'Send the request again with its `Idempotency-Key` after as many seconds as `Retry-After` says.',
  },
  not_set_up: {
    status: 503,
    title: 'Not set up',
    meaning: 'The set-up of the service is not complete, for example during an upgrade. Nothing was changed.',
    remedy:
      'Send the request again after as many seconds as `Retry-After` says. The operator sees at `/health` what is missing.',
  },
  paused: {
    status: 503,
    title: 'Paused',
    meaning: 'The service only reads while its data is restored. Nothing was changed.',
    remedy:
      'Send the request again, with its `Idempotency-Key`, after as many seconds as `Retry-After` says.',
  },
}

/** A problem as it may look, for /openapi.json and the page of its type. */
export const exampleProblem = (kind: Kind, origin: string) => ({
  type: `${origin}/problems/${kind}`,
  title: PROBLEMS[kind].title,
  status: PROBLEMS[kind].status,
  detail: PROBLEMS[kind].remedy.replaceAll('`', ''),
  request_id: '3d4f1c0e-8f0c-4a57-9d6e-0d6a9c2f5b11',
  ...(kind === 'invalid' && {
    errors: { 'data.0.amount': ['must be at least 1'] },
    issues: [{ path: 'data.0.amount', code: 'too_small', message: 'must be at least 1', params: { min: 1 } }],
  }),
})

/** The body of every error, RFC 9457 with a request id, and on 422 the errors by dotted path. */
export const problem = z
  .object({
    type: z.string().describe('An address that explains the problem'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What to do about it'),
    request_id: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    issues: z
      .array(issue)
      .optional()
      .describe('What `errors` says, with codes: the first 100, then one `too_many_issues`'),
  })
  .meta({ id: 'Problem' })

/**
 * Answers an error with its problem. An error that the service does not know is logged, and answered without its
 * words.
 */
export const onError: ErrorHandler<Env> = (error, c) => {
  if (error instanceof DomainError) return answer(c, error.reason, error.detail, { issues: error.issues })
  if (error instanceof RequestError) return answer(c, error.kind, error.detail, { headers: error.headers })
  if (error instanceof Paused)
    return answer(c, 'paused', 'The service only reads for a while. Send the request again later.', {
      headers: { 'Retry-After': RETRY_AFTER.paused },
    })
  noteError(error)
  if (error instanceof WriteConflict)
    return answer(c, 'busy', 'Send the request again.', { headers: { 'Retry-After': '1' } })
  const temporary = temporaryKind(error)
  if (temporary)
    return answer(c, temporary, 'Send the request again in a moment.', {
      headers: { 'Retry-After': RETRY_AFTER[temporary] },
    })
  const detail = 'Something went wrong on our side. Try again, and tell us the request_id.'
  return answer(c, 'internal_error', detail)
}

/** The kind of a temporary error, after which the same request may succeed; undefined for any other. */
export function temporaryKind(error: Error): 'unavailable' | 'not_set_up' | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  return error instanceof SetupError ? 'not_set_up' : undefined
}

/** The seconds of the Retry-After header of temporary errors. */
export const RETRY_AFTER = { unavailable: '5', not_set_up: '60', paused: '300' }

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
  { issues, headers }: { issues?: Issues | undefined; headers?: Record<string, string> } = {},
): Response {
  const { status, title } = PROBLEMS[kind]
  // Removed again if the rate limit of addresses turns a 401 into a 429.
  c.header('WWW-Authenticate', status === 401 ? 'Bearer' : undefined)
  const type = `${originOf(c)}/problems/${kind}`
  const body = {
    type,
    title,
    status,
    detail,
    request_id: c.var.requestId,
    ...(issues && { errors: errorsOf(issues), issues: issuesFor(issues) }),
  }
  return c.body(JSON.stringify(body), status, { ...headers, 'Content-Type': 'application/problem+json' })
}
