import { type Sql, sql } from '../../db/sql'
import { namedSql } from '../persons/store/lookups'
import type { Patch } from '../persons/store/patches'

/** A person with its payer, and what is stored beside that. */
export type PaidRow = { payerId: string | null; agreedOn: string | null; hidesFees: 0 | 1 }

/** The payer of the person that a path segment names, with what is stored beside it. */
export const selectPaid = (
  workspace: Sql,
  list: string,
  idOrExternalId: string,
): Sql<PaidRow> => sql<PaidRow>`
  SELECT payer_id AS payerId, payer_agreed_on AS agreedOn, hides_fees_from_payer AS hidesFees
  FROM persons WHERE ${namedSql(workspace, list, idOrExternalId)}`

/** What the person who stays has beside the payer that it has afterwards: what either record has beside the same one. */
export function mergedBeside(payer: unknown, kept: PaidRow, gone: PaidRow): Patch {
  const paid = [kept, gone].filter(({ payerId }) => payerId !== null && payerId === payer)
  if (paid.length === 0) return {}
  return {
    payer_agreed_on: paid.find(({ agreedOn }) => agreedOn !== null)?.agreedOn ?? null,
    hides_fees_from_payer: Math.max(...paid.map(({ hidesFees }) => hidesFees)),
  }
}
