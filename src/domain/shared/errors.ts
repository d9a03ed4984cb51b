/** What was wrong with a body or query: messages under the contract's dotted paths (`data.0.amount`). */
export type Issues = Record<string, string[]>

/** Every reason for which the domain refuses an act. */
export type Reason =
  | 'unauthenticated'
  | 'list_not_subscribed'
  | 'permission_missing'
  | 'portal_disabled'
  | 'portal_managed_elsewhere'
  | 'not_found'
  | 'changed_meanwhile'
  | 'still_running'
  | 'invalid'

/** The one error that the domain throws on purpose. `detail` tells the caller what to do and holds nothing personal. */
export class DomainError extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly reason: Reason,
    readonly detail: string,
    readonly issues?: Issues,
  ) {
    // An answer, not a fault: nobody looks for its stack, which takes longer to record than the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(reason)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Refuses input with these errors. */
export const invalid = (faults: Issues): DomainError =>
  new DomainError(
    'invalid',
    'Some values are not valid. Correct what `errors` names and send the request again.',
    faults,
  )

/** Refuses a credential: missing, malformed, unknown, expired and revoked ones are told apart by nobody. */
export const unauthenticated = (): DomainError =>
  new DomainError('unauthenticated', 'A valid key is needed here.')
