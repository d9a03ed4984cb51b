import { type Answers, type Statements, trip } from '../../db/client'
import { type Claim, claimKey, requireClaim } from './idempotency'
import { type Credential, type Principal, prove } from './principal'
import { isMissing } from './wherever'

/**
 * Runs statements in one trip together with the lookup of the principal's credential and, where the request is
 * idempotent, the claim of its key. Returns the credential and the rows. Throws `unauthenticated`, what `authorize`
 * throws, and what `requireClaim` throws, in this order: only an authorized caller sees a stored result.
 */
export async function query<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  statements: S,
  authorize: (credential: C, rows: Answers<S>) => void = () => {},
): Promise<{ credential: C; rows: Answers<S> }> {
  const { lookup, claimed, claims, ...answers } = await trip(principal.db, {
    lookup: principal.lookup,
    ...claimKey(principal),
    ...statements,
  })
  const rows = answers as unknown as Answers<S>
  let credential: C
  try {
    credential = prove(principal, lookup as unknown[])
  } catch (error) {
    // The credential may have gone to another database with its workspace.
    if (!isMissing(error) || !(await principal.db.relocate())) throw error
    return query(principal, statements, authorize)
  }
  authorize(credential, rows)
  requireClaim(principal, claims as Claim[])
  return { credential, rows }
}
