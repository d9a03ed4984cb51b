import { type Sql, sql } from '../../db/sql'
import { namedSql } from '../persons/store/lookups'
import type { Patch } from '../persons/store/patches'

/** The payer of a person, with the values that are linked to it. */
export type PaidRow = { payerId: string | null; agreedOn: string | null; hidesFees: 0 | 1 }

/** Selects the payer of the person that a path segment names, with its linked values. */
export const selectPaid = (
  workspace: Sql,
  list: string,
  idOrExternalId: string,
): Sql<PaidRow> => sql<PaidRow>`
  SELECT payer_id AS payerId, payer_agreed_on AS agreedOn, hides_fees_from_payer AS hidesFees
  FROM persons WHERE ${namedSql(workspace, list, idOrExternalId)}`

/** The linked values of the person who stays, for its payer after the merge: those that either record has for this payer. */
export function mergedLinked(payer: unknown, kept: PaidRow, gone: PaidRow): Patch {
  const paid = [kept, gone].filter(({ payerId }) => payerId !== null && payerId === payer)
  if (paid.length === 0) return {}
  return {
    payer_agreed_on: paid.find(({ agreedOn }) => agreedOn !== null)?.agreedOn ?? null,
    hides_fees_from_payer: Math.max(...paid.map(({ hidesFees }) => hidesFees)),
  }
}
