import { type Sql, sql } from '../../../db/sql'
import type { Principal } from '../../access/principal'
import type { NewVoucherLine } from '../../book/vouchers/insert'
import { type SettlementFacts, settlementOf } from '../../collections/settlement'
import { wordsOf } from '../../payments/direct-debit-words'
import { type FeeFacts, selectFeesOf } from '../../payments/fee-facts'
import type { Issue } from '../../shared/error-list'
import { type LineRow, restOf } from '../lines/bank-line'
import { feeLine } from './parts'
import type { Place } from './pay'
import { type LineWork, sumOf, voucherOf } from './work'

type Link = { fee_id: string; amount: number }

/** The fees of debits that came back before the credit of their collections, which a JSON array of ids names. */
export const selectReturnedBefore = (workspace: Sql, ids: string) => ({
  returnedLinks: sql<Link>`SELECT link.fee_id, link.amount ${fromReturned(workspace, ids)}`,
  returnedLinkFees: selectFeesOf(workspace, sql`SELECT link.fee_id AS id ${fromReturned(workspace, ids)}`),
})

const fromReturned = (workspace: Sql, ids: string): Sql => sql`
  FROM json_each(${ids}) AS wanted CROSS JOIN collection_items AS item CROSS JOIN collection_fees AS link
  WHERE item.workspace_id = ${workspace} AND item.collection_id = wanted.value AND item.state = 'returned'
    AND link.workspace_id = ${workspace} AND link.item_id = item.id AND NOT EXISTS (
      SELECT 1 FROM payments
      WHERE payments.workspace_id = ${workspace} AND payments.fee_id = link.fee_id AND payments.item_id = item.id
        AND kind = 'return' AND NOT EXISTS (
          SELECT 1 FROM payments AS reversal
          WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id))`

/** What came back before the credit, as the lines that book it. */
export function returnedBefore(rows: {
  returnedLinks: Link[]
  returnedLinkFees: FeeFacts[]
}): NewVoucherLine[] {
  const byId = new Map(rows.returnedLinkFees.map((fee) => [fee.id, fee]))
  return rows.returnedLinks.flatMap(({ fee_id, amount }) => {
    const fee = byId.get(fee_id)
    return fee ? [feeLine(fee, amount)] : []
  })
}

type Facts = SettlementFacts & { returnedBefore: NewVoucherLine[] }

/**
 * The lines that book the credit of a collection, and what of the bank line is left in cents. Banks credit the whole file
 * and take back what was returned before, or credit the rest alone.
 */
function creditOf({ links, returnedBefore }: Facts, line: LineRow) {
  const rest = restOf(line) - sumOf(links)
  const isWhole = returnedBefore.length > 0 && rest === sumOf(returnedBefore)
  return { before: isWhole ? returnedBefore : [], rest: isWhole ? 0 : rest }
}

/** The issues of a collection that a line is to settle; `hasBooking` where the rest of the line is booked. */
export function* settlementIssues(facts: Facts, line: LineRow, hasBooking: boolean): Iterable<Issue> {
  const path = ['collection_id']
  const { state } = facts.collection
  if (state !== 'released' && state !== 'submitted') yield [path, { code: `collection_${state}` }]
  else if (line.amount < 0) yield [path, { code: 'money_goes_out' }]
  else if (creditOf(facts, line).rest !== 0 && !hasBooking)
    yield [path, { code: 'collection_differs', sum: sumOf(facts.links), rest: restOf(line) }]
}

/** The work by which a line settles a collection: its fees are paid, and booked in one voucher. */
export function settleWork(
  principal: Principal,
  line: LineRow,
  { facts, place, locale }: { facts: Facts; place: Place | null; locale: string },
): LineWork {
  const { lines, ...act } = settlementOf(principal, facts, { settledOn: line.booked_on, bankLineId: line.id })
  const { before, rest } = creditOf(facts, line)
  const { id, collection_date } = facts.collection
  const all = [
    ...lines.map(({ line }) => line),
    ...before,
    ...(place && rest !== 0 ? [{ ...place, amount: rest }] : []),
  ]
  const text = wordsOf(locale, 'credit', collection_date)
  return {
    ...act,
    act: {
      line,
      after: { state: 'done', assigned_amount: line.amount, debits: JSON.stringify({ settled: id }) },
      action: 'bank_line.confirmed',
    },
    vouchers: [voucherOf(line, { lines: all, text, now: principal.now })],
  }
}
