import { and, asc } from 'drizzle-orm'
import { type Db, type Statement, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { before, NOW } from '../../db/now'
import { idempotentRequests } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'
import { requireNoErrors } from '../shared/validation'
import type { IdempotentRequest, Principal } from './principal'

/**
 * Runs an act once for the idempotency key of its request; gives the stored result where it took effect before. An
 * act that fails frees the key. Throws `still_running` while another attempt runs (a minute at most, should it have
 * died), and `invalid` for a key that was used with another body. One trip more for an act that fails.
 */
export async function idempotently<T>(principal: Principal, act: () => Promise<T>): Promise<T> {
  const { db, idempotent } = principal
  if (!idempotent) return act()
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Replay)) {
      const freed = db.delete(idempotentRequests).where(and(ownClaimSql(principal, idempotent)))
      await trip(db, { freed }).catch(() => {})
      throw error
    }
    idempotent.replayed = true
    // An act gives the text that it stores.
    return error.result as T
  }
}

/** The principal of a further read, after the first one has claimed the idempotency key. */
export const withoutKey = <P extends Principal>(principal: P): P => ({ ...principal, idempotent: undefined })

/** The statements that claim the request's idempotency key for this attempt and tell who holds it. */
export function claimKey(principal: Principal) {
  const { db, idempotent } = principal
  if (!idempotent) return { claimed: [], claims: [] }
  const { operation, key, fingerprint, owner } = idempotent
  return {
    claimed: [
      sql`
        INSERT INTO idempotent_requests
          (workspace_id, operation, idempotency_key, part, fingerprint, owner, started_at)
        SELECT tenant.id, ${operation}, ${key}, 0, ${fingerprint}, ${owner}, ${NOW}
        FROM (SELECT ${principal.writableWorkspace({})} AS id) AS tenant WHERE tenant.id IS NOT NULL
        ON CONFLICT DO UPDATE
        SET fingerprint = excluded.fingerprint, owner = excluded.owner, started_at = excluded.started_at
        WHERE result IS NULL AND (owner = excluded.owner OR started_at < ${before('-60 seconds')})`,
    ],
    claims: [
      db
        .select({
          fingerprint: idempotentRequests.fingerprint,
          owner: idempotentRequests.owner,
          result: idempotentRequests.result,
        })
        .from(idempotentRequests)
        .where(and(hasKeySql(principal, idempotent)))
        .orderBy(asc(idempotentRequests.part)),
    ],
  }
}

/** A row of a claimed key: the first of them holds the claim, each a piece of the result. */
export type Claim = { fingerprint: string | null; owner: string | null; result: string | null }

/** Returns only where this attempt holds the key; see {@link idempotently}. */
export function requireClaim({ idempotent }: Principal, claims: Claim[]): void {
  const [first] = claims
  if (!idempotent || !first) return
  if (first.fingerprint !== idempotent.fingerprint)
    requireNoErrors([[['Idempotency-Key'], { code: 'key_reused' }]])
  if (first.result === '')
    throw new DomainError('not_found', 'The person that this Idempotency-Key created was deleted.')
  if (first.result !== null) throw new Replay(claims.map(({ result }) => result).join(''))
  if (first.owner !== idempotent.owner)
    throw new DomainError(
      'still_running',
      'A request with this Idempotency-Key is running. Send it again in a moment.',
    )
}

/**
 * The statements that store the result of an act, for the batch that does the act: no crash leaves the one without the
 * other. They make the batch fail if this attempt has lost the key. A result that shows the person with `personId` is
 * emptied when the person is deleted.
 */
export function storeResult(
  principal: Principal,
  result: string | Sql,
  personId: string | null = null,
): Statement[] {
  const { db, idempotent } = principal
  if (!idempotent) return []
  const [first, ...rest] = typeof result === 'string' ? piecesOf(result) : [result]
  return [
    failUnless(sql`EXISTS (SELECT 1 FROM ${idempotentRequests} WHERE ${ownClaimSql(principal, idempotent)})`),
    db
      .update(idempotentRequests)
      .set({ result: sql`${first ?? ''}`.getSQL(), personId })
      .where(and(ownClaimSql(principal, idempotent))),
    ...rest.map(
      (piece, index) => sql`
        INSERT INTO idempotent_requests (workspace_id, operation, idempotency_key, part, started_at, result)
        SELECT workspace_id, operation, idempotency_key, ${index + 1}, started_at, ${piece}
        FROM idempotent_requests WHERE ${hasKeySql(principal, idempotent)} AND part = 0`,
    ),
  ]
}

/**
 * Deletes the results that are older than a day. The nightly run does, so a result is kept for 25 hours and until the
 * next night. One trip.
 */
export async function deleteOldResults(db: Db): Promise<void> {
  const deleted = sql`DELETE FROM idempotent_requests WHERE started_at < ${before('-25 hours')}`
  await trip(db, { deleted })
}

class Replay extends Error {
  constructor(readonly result: string) {
    super()
  }
}

const hasKeySql = (principal: Principal, { operation, key }: IdempotentRequest): Sql => sql`
  ${idempotentRequests.workspaceId} = ${principal.workspace()} AND ${idempotentRequests.operation} = ${operation}
    AND ${idempotentRequests.idempotencyKey} = ${key}`

const ownClaimSql = (principal: Principal, idempotent: IdempotentRequest): Sql => sql`
  ${hasKeySql(principal, idempotent)} AND ${idempotentRequests.owner} = ${idempotent.owner}
    AND ${idempotentRequests.result} IS NULL`

// D1 takes 2 MB in one value; a character is up to three bytes of UTF-8, and a pair must not be torn apart.
const piecesOf = (text: string): string[] => text.match(/.{1,600000}(?![\uDC00-\uDFFF])/gs) ?? ['']
