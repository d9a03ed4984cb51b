import { type Answers, retryOnConflict, type Statements, trip, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { requireNeed } from './authorize'
import { idempotently, storeResult, withoutKey } from './idempotency'
import { type Need, type Principal, prove } from './principal'
import { query } from './query'

/**
 * The principal of an act: each query of it throws unless the need of the act is met, and each tenant filter of a write is
 * NULL unless it is.
 */
export type Tx<P extends Principal = Principal> = P & {
  /**
   * Runs statements and the lookup of the credential in one trip, and returns their rows with the credential. The first
   * read claims the idempotency key. Throws `unauthenticated`, `permission_missing`, `proof_required`, what `authorize`
   * throws, and what `requireClaim` throws, in this order.
   */
  read<S extends Statements>(
    statements: S,
    authorize?: (credential: ReturnType<P['credential']>, rows: Answers<S>) => void,
  ): Promise<Answers<S> & { credential: ReturnType<P['credential']> }>
  /** The tenant filter of a write: NULL unless the credential is valid and meets the need of the act. */
  writable(): Sql
  /** Runs statements in one atomic trip. Throws {@link WriteConflict}, which runs the act again. */
  write<S extends Statements>(statements: S): Promise<Answers<S>>
  /**
   * Writes as `write` does, stores the result for the idempotency key in the same batch, and returns it: a text, or the
   * `json` of the one row that a statement selects after the writes.
   */
  finish(result: string | Sql<{ json: string }>, statements: Statements): Promise<string>
}

/** The need of an act whose reads check what it takes: of an act on a list, for example, which `queryList` reads. */
export const CHECKED_BY_READS: Need = {}

/**
 * Runs work that reads, decides and writes, and runs it again on current data if another request wrote first. Work for an
 * idempotent request must return what `finish` returns, and is not run again once its result is stored. Throws what the
 * work throws, and what `idempotently` throws.
 */
export async function act<P extends Principal, T>(
  principal: P,
  need: Need,
  work: (tx: Tx<P>) => Promise<T>,
): Promise<T> {
  return idempotently(principal, () => retryOnConflict(() => work(begin(principal, need))))
}

/** The only row of a write. Throws {@link WriteConflict} if there is none: what the write needs no longer held. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new WriteConflict()
  return row
}

function begin<P extends Principal>(principal: P, need: Need): Tx<P> {
  const acting = {
    ...principal,
    credential(rows: unknown[]) {
      const credential = prove(principal, rows)
      requireNeed(principal, need)(credential)
      return credential as ReturnType<P['credential']>
    },
    writableWorkspace: (more: Need) => principal.writableWorkspace({ ...need, ...more }),
  }
  const write: Tx['write'] = (statements) => trip(principal.db, statements)
  let hasRead = false
  return {
    ...acting,
    async read(statements, authorize) {
      const reader = hasRead ? withoutKey(acting) : acting
      hasRead = true
      const { credential, rows } = await query(reader, statements, authorize)
      return { ...rows, credential }
    },
    writable: () => acting.writableWorkspace({}),
    write,
    async finish(result, statements) {
      if (typeof result === 'string') {
        await write({ ...statements, stored: storeResult(principal, result) })
        return result
      }
      const stored = storeResult(principal, sql`(${result})`)
      const { shown } = await write({ ...statements, stored, shown: result })
      return only(shown).json
    },
  }
}
