import { type Sql, sql } from '../../db/sql'
import { anywhereIn } from '../persons/payers/facts'
import type { Patch } from '../persons/store/patches'

/** A person with its payer, and what is stored beside that. */
export type PaidRow = { id: string; payerId: string | null; agreedOn: string | null; hidesFees: 0 | 1 }

/** The payers of persons whose ids a query gives, with what is stored beside them. */
export const selectPaid = (workspace: Sql, ids: Sql): Sql<PaidRow> => sql<PaidRow>`
  SELECT persons.id, payer_id AS payerId, payer_agreed_on AS agreedOn, hides_fees_from_payer AS hidesFees
  FROM persons WHERE ${anywhereIn(workspace)} AND persons.id IN (${ids})`

/** What the person who stays has beside the payer that it has afterwards: what either record has beside the same one. */
export function mergedBeside(payer: unknown, kept: PaidRow, gone: PaidRow): Patch {
  const paid = [kept, gone].filter(({ payerId }) => payerId !== null && payerId === payer)
  if (paid.length === 0) return {}
  return {
    payer_agreed_on: paid.find(({ agreedOn }) => agreedOn !== null)?.agreedOn ?? null,
    hides_fees_from_payer: Math.max(...paid.map(({ hidesFees }) => hidesFees)),
  }
}
