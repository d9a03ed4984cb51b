import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Principal } from '../../access/principal'
import type { ReturnFacts } from '../../collections/returns'
import { paymentsBy } from '../../collections/settlement'
import { recordCollection } from '../../collections/submit'
import { wordsOf } from '../../payments/direct-debit-words'
import { PAID } from '../../payments/events'
import type { Issue } from '../../shared/error-list'
import { type LineDebits, type LineRow, restOf } from '../lines/bank-line'
import type { Place } from './pay'
import { type LineWork, sumOf, voucherOf } from './work'

/** A debit that is credited by itself is known by the same facts as one that comes back. */
type CreditFacts = Pick<ReturnFacts, 'item' | 'links' | 'fees'>

/** Whether collections have live debits other than some, as SQL; `collectionIds` and `itemIds` are arrays in SQL. */
const hasOthersSql = (workspace: Sql, collectionIds: Sql, itemIds: string): Sql => sql`EXISTS (
  SELECT 1 FROM collection_items AS other INDEXED BY collection_items_of_collection
  WHERE other.workspace_id = ${workspace} AND other.collection_id IN (${collectionIds}) AND other.state = 'live'
    AND other.id NOT IN (SELECT value FROM json_each(${itemIds})))`

/** Whether more debits wait for their credit than a JSON array names. Reads nothing for money that goes out. */
export const selectOthersLive = (
  workspace: Sql,
  lineId: string,
  itemIds: string,
): Sql<{ others: number }> => sql<{ others: number }>`
  SELECT ${hasOthersSql(
    workspace,
    sql`
      SELECT item.collection_id FROM json_each(${itemIds}) AS wanted CROSS JOIN collection_items AS item
      WHERE item.workspace_id = ${workspace} AND item.id = wanted.value`,
    itemIds,
  )} AS others
  FROM bank_lines WHERE workspace_id = ${workspace} AND id = ${lineId} AND amount > 0`

/** The issues of the debits that a line is to credit, not yet validated; `hasBooking` where the rest of the line is booked. */
export function* creditIssues(
  itemIds: unknown,
  line: LineRow,
  { debits, hasBooking }: { debits: readonly CreditFacts[]; hasBooking: boolean },
): Iterable<Issue> {
  if (!Array.isArray(itemIds)) return
  const [first] = debits
  for (const [index, id] of itemIds.entries()) {
    const path = ['item_ids', `${index}`]
    const facts = debits.find(({ item }) => item.id === id)
    const code = facts ? REFUSED[facts.item.state] : 'debit_unknown'
    if (typeof id === 'string' && code) yield [path, { code }]
    if (facts && facts.item.collection_id !== first?.item.collection_id)
      yield [path, { code: 'debit_other_collection' }]
    if (itemIds.indexOf(id) < index) yield [path, { code: 'named_twice' }]
  }
  const sum = sumOf(debits.map(({ item }) => item))
  if (sum !== restOf(line) && !hasBooking)
    yield [['item_ids'], { code: 'debits_differ', sum, rest: restOf(line) }]
}

const REFUSED = {
  live: undefined,
  settled: 'debit_credited',
  returned: 'debit_returned_credit',
  discarded: 'debit_discarded',
} as const

type Given = { debits: readonly CreditFacts[]; hasOthersLive: boolean; place: Place | null; locale: string }

/**
 * The work by which a line credits debits of a collection one by one: their fees are paid, and booked in one voucher.
 * The collection is settled with the last live debit. An undo of the line makes its debits live, and the collection
 * wait, whatever other lines settled.
 */
export function creditWork(
  principal: Principal,
  line: LineRow,
  { debits, hasOthersLive, place, locale }: Given,
): LineWork {
  const links = debits.flatMap(({ item, links }) => links.map((link) => ({ ...link, item_id: item.id })))
  const fees = debits.flatMap(({ fees }) => fees)
  const paid = paymentsBy(principal, { links, fees }, { settledOn: line.booked_on, bankLineId: line.id })
  const rest = restOf(line) - sumOf(links)
  const done: LineDebits = { credited: debits.map(({ item }) => item.id) }
  const text = wordsOf(locale, 'credit', debits[0]?.item.collection_date ?? line.booked_on)
  const lines = [
    ...paid.lines.map(({ line }) => line),
    ...(place && rest !== 0 ? [{ ...place, amount: rest }] : []),
  ]
  return {
    act: {
      line,
      after: { state: 'done', assigned_amount: line.amount, debits: JSON.stringify(done) },
      action: 'bank_line.confirmed',
    },
    fees,
    payments: paid.payments,
    vouchers: [voucherOf(line, { lines, text, now: principal.now })],
    extra: (workspace) => settleDebits(principal, workspace, { line, debits, hasOthersLive }),
    events: [PAID],
  }
}

function settleDebits(
  principal: Principal,
  workspace: Sql,
  { line, debits, hasOthersLive }: { line: LineRow } & Pick<Given, 'debits' | 'hasOthersLive'>,
): Sql[] {
  const [first] = debits
  if (!first) return []
  const { collection_id: id, collection_state, message_id } = first.item
  const itemIds = JSON.stringify(debits.map(({ item }) => item.id))
  const wanted = sql`SELECT value FROM json_each(${itemIds})`
  const [state, settledOn] = hasOthersLive ? ['submitted', null] : ['settled', line.booked_on]
  return [
    failUnless(sql`EXISTS (
      SELECT 1 FROM collections WHERE workspace_id = ${workspace} AND id = ${id} AND state = ${collection_state})`),
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM collection_items
      WHERE workspace_id = ${workspace} AND id IN (${wanted}) AND state <> 'live')`),
    failUnless(sql`${hasOthersSql(workspace, sql`${id}`, itemIds)} = ${hasOthersLive ? 1 : 0}`),
    sql`UPDATE collection_items SET state = 'settled' WHERE workspace_id = ${workspace} AND id IN (${wanted})`,
    sql`
      UPDATE collection_fees INDEXED BY collection_fees_of_item SET state = 'settled'
      WHERE workspace_id = ${workspace} AND item_id IN (${wanted}) AND state = 'live'`,
    ...(state === collection_state
      ? []
      : [
          // A bank line proves that a released collection was submitted.
          sql`
            UPDATE collections
            SET state = ${state}, settled_on = ${settledOn}, submitted_at = coalesce(submitted_at, ${NOW})
            WHERE workspace_id = ${workspace} AND id = ${id}`,
          ...recordCollection(
            principal,
            workspace,
            { id, message_id, state: collection_state },
            hasOthersLive ? 'submitted' : 'settled',
            settledOn ? { settled_on: [null, settledOn] } : {},
          ),
        ]),
  ]
}
