import { type Sql, sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import { bookFacts, selectBook } from '../../book/book-facts'
import { selectVouchers } from '../../book/vouchers/reversal'
import { returnFacts, selectReturns } from '../../collections/returns'
import { selectSettlements, settlementFacts } from '../../collections/settlement'
import { type Expense, indexCostUnits, selectCostUnitsByName } from '../../fees/expenses'
import { selectFeeFacts } from '../../payments/fee-facts'
import { uniqueStrings } from '../../shared/text'
import { isObject, itemsIn } from '../../shared/validation'
import { requireLine, selectLines } from '../lines/bank-line'
import { MAX_PARTS } from '../lines/confirmation'
import { selectRules } from '../rules/rule'
import { selectOthersLive } from './credit-debits'
import { returnedBefore, selectReturnedBefore } from './settle'

/** What a confirmation of any shape is checked against. */
export type ConfirmationFacts = Awaited<ReturnType<typeof loadConfirmation>>

/** The ids of the rules that bookings of any shape name, of those that there are. */
export const selectRuleIds = (
  workspace: Sql,
  bookings: readonly { rule_id?: unknown }[],
): Sql<{ id: string }> => {
  const ids = JSON.stringify(uniqueStrings(bookings.map(({ rule_id }) => rule_id)))
  return sql<{ id: string }>`
    SELECT id FROM booking_rules
    WHERE workspace_id = ${workspace} AND id IN (SELECT value FROM json_each(${ids}))`
}

/** What a rule of the party of a line is kept beside: those of the party alone, and how many there are. Else nothing. */
const selectToKeep = (workspace: Sql, lineId: string, keepsRule: boolean) => ({
  rulesOfParty: selectRules(
    workspace,
    keepsRule
      ? sql`booking_rules.text_contains IS NULL AND (booking_rules.party_key, booking_rules.sign) = (
          SELECT line.party_key, sign(line.amount) FROM bank_lines AS line
          WHERE line.workspace_id = ${workspace} AND line.id = ${lineId})`
      : sql`FALSE`,
  ),
  ruleCounts: sql<{ count: number }>`
    SELECT count(*) AS count FROM booking_rules WHERE workspace_id = ${workspace} AND ${keepsRule ? 1 : 0}`,
})

/** Loads what the confirmation of a line names. One trip. Throws `permission_missing` and `not_found`. */
export async function loadConfirmation(
  tx: Tx,
  id: string,
  body: Record<string, unknown>,
  { keepsRule = false } = {},
) {
  const workspace = tx.workspace()
  const parts = itemsIn({ data: body.parts }, MAX_PARTS)
  const booking: Expense & { rule_id?: unknown } = isObject(body.booking) ? body.booking : {}
  const collectionIds = JSON.stringify(uniqueStrings([body.collection_id]))
  const itemIds = Array.isArray(body.item_ids) ? uniqueStrings(body.item_ids.slice(0, MAX_PARTS)) : []
  const voucherIds = Array.isArray(body.voucher_ids)
    ? uniqueStrings(body.voucher_ids.slice(0, MAX_PARTS))
    : []
  const { credential, ...rows } = await tx.read({
    lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
    fees: selectFeeFacts(workspace, uniqueStrings(parts.map(({ fee_id }) => fee_id))),
    vouchers: selectVouchers(
      workspace,
      sql`vouchers.id IN (SELECT value FROM json_each(${JSON.stringify(voucherIds)}))`,
    ),
    costUnits: selectCostUnitsByName(workspace, [booking]),
    rules: selectRuleIds(workspace, [booking]),
    ...selectToKeep(workspace, id, keepsRule),
    ...selectSettlements(workspace, collectionIds),
    ...selectReturnedBefore(workspace, collectionIds),
    ...selectReturns(workspace, JSON.stringify(itemIds)),
    othersLive: selectOthersLive(workspace, id, JSON.stringify(itemIds)),
    ...selectBook(workspace),
  })
  const [collection] = rows.settledCollections
  return {
    credential,
    line: requireLine(rows.lines),
    fees: rows.fees,
    vouchers: rows.vouchers,
    costUnits: indexCostUnits(rows.costUnits),
    rulesOfParty: rows.rulesOfParty,
    ruleCount: rows.ruleCounts[0]?.count ?? 0,
    ruleIds: new Set<unknown>(rows.rules.map(({ id }) => id)),
    settlement: collection && {
      ...settlementFacts(collection, rows),
      returnedBefore: returnedBefore(rows),
    },
    debits: rows.returnItems.map((item) => returnFacts(item, rows)),
    hasOthersLive: rows.othersLive[0]?.others === 1,
    book: bookFacts(rows),
  }
}
