import type { Refusal } from './refusals'

/** What was wrong with a body or query: refusals under the contract's dotted paths (`data.0.amount`). */
export type Issues = Record<string, Refusal[]>

/** Every reason for which a verb fails on purpose. */
export type Reason =
  | 'unauthenticated'
  | 'list_not_subscribed'
  | 'permission_missing'
  | 'proof_required'
  | 'portal_disabled'
  | 'portal_managed_elsewhere'
  | 'workspace_suspended'
  | 'not_yet'
  | 'has_subordinates'
  | 'export_running'
  | 'already_there'
  | 'databases_full'
  | 'not_found'
  | 'changed_meanwhile'
  | 'still_running'
  | 'restore_unconfirmed'
  | 'invalid'

/** The one error that the domain throws on purpose. `detail` tells the caller what to do, and holds no personal data. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly reason: Reason,
    readonly detail: string,
    readonly issues?: Issues,
  ) {
    // It becomes an answer, never a log line. Recording a stack takes longer than all the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(reason)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The error for input with these issues. */
export const invalid = (issues: Issues): DomainError =>
  new DomainError(
    'invalid',
    'Some values are not valid. Correct what `errors` names and send the request again.',
    issues,
  )

/** The error for a credential that is missing, malformed, unknown, expired or revoked: one for all. */
export const unauthenticated = (): DomainError => new DomainError('unauthenticated', 'Send a valid API key.')
