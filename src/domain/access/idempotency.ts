import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, type Statement, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { idempotentRequests as requests } from '../../db/schema'
import { DomainError, invalid } from '../shared/errors'
import type { Caller } from './admission'
import { VALID_KEY } from './tokens'

/**
 * A request that is to take effect once, however often it is sent: the caller's key for it, what it asks (operation and
 * fingerprint of the body), and a name of this very attempt. `replayed` tells afterwards that the result was kept.
 */
export type IdempotentRequest = {
  operation: string
  key: string
  fingerprint: string
  owner: string
  replayed: boolean
}

const STALE = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-60 seconds')"

/**
 * Lets an act take effect once for its caller's idempotency key: gives the kept result where it took effect before. A
 * refused or failed act frees the key again. Refuses as `still_running` while another attempt runs (a minute at most,
 * should it have died), and as `invalid` a key that was used for another body.
 */
export async function idempotently(caller: Caller, act: () => Promise<string>): Promise<string> {
  const { once } = caller
  if (!once) return act()
  try {
    return await act()
  } catch (fault) {
    if (!(fault instanceof Replay)) {
      await trip(caller, { freed: caller.db.delete(requests).where(ours(caller, once)) }).catch(() => {})
      throw fault
    }
    once.replayed = true
    return fault.result
  }
}

/** The statements that claim the caller's idempotency key for this attempt and tell who holds it. */
export function claimKey(caller: Caller) {
  const { once } = caller
  if (!once) return { claimed: [], claims: [] }
  const { operation, key, fingerprint, owner } = once
  return {
    claimed: [
      caller.db.run(sql`
        INSERT INTO idempotent_requests
          (workspace_id, operation, idempotency_key, part, fingerprint, owner, started_at)
        SELECT workspace_id, ${operation}, ${key}, 0, ${fingerprint}, ${owner}, ${NOW}
        FROM api_keys WHERE ${VALID_KEY}
        ON CONFLICT DO UPDATE
        SET fingerprint = excluded.fingerprint, owner = excluded.owner, started_at = excluded.started_at
        WHERE result IS NULL AND (owner = excluded.owner OR started_at < ${sql.raw(STALE)})`),
    ],
    claims: [
      caller.db
        .select({ fingerprint: requests.fingerprint, owner: requests.owner, result: requests.result })
        .from(requests)
        .where(sameKey(caller, once))
        .orderBy(asc(requests.part)),
    ],
  }
}

/** A row of a claimed key: the first of them holds the claim, each a piece of the result. */
export type Claim = { fingerprint: string | null; owner: string | null; result: string | null }

/** Goes on only where this attempt holds the key; see {@link idempotently}. */
export function requireClaim({ once }: Caller, claims: Claim[]): void {
  const [first] = claims
  if (!once || !first) return
  if (first.fingerprint !== once.fingerprint)
    throw invalid({ 'Idempotency-Key': ['was used with another body; take a new key for a new request'] })
  if (first.result === '')
    throw new DomainError('not_found', 'The person that this Idempotency-Key created was deleted.')
  if (first.result !== null) throw new Replay(claims.map(({ result }) => result).join(''))
  if (first.owner !== once.owner)
    throw new DomainError(
      'still_running',
      'A request with this Idempotency-Key is running. Send it again in a moment.',
    )
}

/**
 * The statements that keep the result of an act, to be run in the batch that does the act: no crash leaves the one
 * without the other. They make the batch fail where this attempt has lost the key meanwhile. A result that shows the
 * person with `personId` is emptied when the person is deleted.
 */
export function storeResult(
  caller: Caller,
  result: string | SQL,
  personId: string | null = null,
): Statement[] {
  const { once, db } = caller
  if (!once) return []
  const [first, ...rest] = typeof result === 'string' ? pieces(result) : [result]
  return [
    failUnless(sql`EXISTS (SELECT 1 FROM idempotent_requests WHERE ${ours(caller, once)})`),
    db
      .update(requests)
      .set({ result: sql`${first}`, personId })
      .where(ours(caller, once)),
    ...rest.map((piece, at) =>
      db.run(sql`
        INSERT INTO idempotent_requests (workspace_id, operation, idempotency_key, part, started_at, result)
        SELECT workspace_id, operation, idempotency_key, ${at + 1}, started_at, ${piece}
        FROM idempotent_requests WHERE ${sameKey(caller, once)} AND part = 0`),
    ),
  ]
}

/** Forgets the results that were kept for longer than a day. */
export async function forgetOldRequests(db: Db): Promise<void> {
  const old = sql.raw("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-25 hours')")
  await trip({ db }, { forgotten: db.delete(requests).where(sql`started_at < ${old}`) })
}

class Replay extends Error {
  constructor(readonly result: string) {
    super()
  }
}

const sameKey = (caller: Caller, { operation, key }: IdempotentRequest): SQL | undefined =>
  and(
    eq(requests.workspaceId, caller.workspace),
    eq(requests.operation, operation),
    eq(requests.idempotencyKey, key),
  )

const ours = (caller: Caller, once: IdempotentRequest): SQL | undefined =>
  and(sameKey(caller, once), eq(requests.owner, once.owner), isNull(requests.result))

// D1 takes 2 MB in one value; a character is up to three bytes of UTF-8, and a pair must not be torn apart.
const pieces = (text: string): string[] => text.match(/.{1,600000}(?![\uDC00-\uDFFF])/gs) ?? ['']
