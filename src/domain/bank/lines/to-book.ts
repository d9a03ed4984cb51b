import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type CostUnit, selectCategories, selectCostUnits, usableCostUnits } from '../../cost-units/cost-unit'
import { bookedKey, byBooking } from '../suggest/by-booking'
import { byRule, toFacts } from '../suggest/by-rule'
import { selectBookedBefore } from '../suggest/select-booked-before'
import { selectUsableRules } from '../suggest/select-rules'
import type { SuggestedBooking } from '../suggest/suggestion'
import { type LineRow, requireLine, selectLines, TO_BANK, toMatch } from './bank-line'

/** A line that is to be booked, and to what; with a collection, its difference is. `booking` is what is suggested. */
export type LineToBook = {
  line: LineRow
  costUnits: CostUnit[]
  collection: { id: string; collection_date: string } | undefined
  booking: SuggestedBooking | null
}

/** Loads a line with the cost units that it may be booked to. One trip. Throws `permission_missing` and `not_found`. */
export async function viewLineToBook(
  principal: Principal,
  { id, collectionId }: { id: string; collectionId: string | undefined },
): Promise<LineToBook> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
      costUnits: selectCostUnits(principal.db, workspace),
      categories: selectCategories(principal.db, workspace),
      bookedBefore: selectBookedBefore(workspace, id),
      rules: selectUsableRules(workspace),
      collections: sql<{ id: string; collection_date: string }>`
        SELECT id, collection_date FROM collections
        WHERE workspace_id = ${workspace} AND id = ${collectionId ?? ''}`,
    },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const line = requireLine(rows.lines)
  const matched = toMatch(line)
  const bookedBefore = new Map(rows.bookedBefore.map((row) => [bookedKey(row.party_key, row.sign), row]))
  return {
    line,
    booking:
      (byRule(matched, { rules: rows.rules.map(toFacts) }) ?? byBooking(matched, { bookedBefore }))
        ?.booking ?? null,
    costUnits: usableCostUnits(rows.costUnits, rows.categories),
    collection: rows.collections[0],
  }
}
