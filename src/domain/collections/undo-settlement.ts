import { type Sql, sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { bookFacts, dateIssue, selectBook } from '../book/book-facts'
import { isMet, reversalOf, selectVouchers } from '../book/vouchers/reversal'
import { selectFeesOf } from '../payments/fee-facts'
import { LIVE_PAYMENT, type LivePayment, liveSql, reversalsOf, undoRefusals } from '../payments/live-payments'
import { feeActStatements } from '../payments/write'
import { todayIn } from '../shared/dates'
import type { Issue } from '../shared/error-list'
import { requireNoErrors } from '../shared/validation'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { stateIssues } from './submit'
import { moveItems, unsettle } from './unsettle'

/**
 * Takes back the settlement of a collection that was recorded by mistake: its payments and vouchers are reversed, on
 * the day of the settlement while its fiscal year is open, otherwise today, and it waits for its credit again. Debits
 * that bank lines credited stay. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for one that is
 * not settled, that a bank line settled, of which a debit came back since, or whose payments cannot be taken back.
 * Undoing a bank line undoes what it settled, so that the line does not stay without what it confirmed.
 */
export async function undoSettlement(principal: Principal, { id }: { id: string }): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const { now } = tx
    const { collection, items, payments, fees, vouchers, book } = await load(tx, id)
    requireNoErrors(issues(collection, items, payments))
    if (vouchers.some(isMet)) requireNoErrors([[PATH, { code: 'payment_shown' }]])
    requireNoErrors([...undoRefusals(payments, fees, 'debit')].map((refusal): Issue => [PATH, refusal]))
    const today = todayIn(book.settings.timezone, now)
    const settledOn = collection.settled_on ?? today
    const date = dateIssue(book, settledOn, now) ? today : settledOn
    const { reversals, ...taken } = reversalsOf(payments, { paidOn: date, now })
    const workspace = tx.writable()
    const { changed } = await tx.write({
      written: feeActStatements(tx, {
        fees,
        ...taken,
        vouchers: vouchers.map((voucher) => ({ voucher: reversalOf(voucher, { date, reversals, now }) })),
        book,
        extra: (workspace) => [
          ...moveItems(workspace, items, 'settled', 'live'),
          ...unsettle(tx, workspace, collection),
        ],
        events: [{ action: 'fee.payment_reversed' }],
      }),
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(only(changed))
  })
}

const PATH = ['collection_id']

type Item = { id: string; state: string }

/** A collection, the debits that were settled by hand, and what that paid and booked. */
async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const byHandSql = sql`payments.bank_line_id IS NULL AND payments.kind = 'payment' AND ${liveSql(workspace)}`
  const ofCollection = sql`${paymentsOf(workspace, id)} AND ${byHandSql}`
  const rows = await tx.read({
    collections: selectCollections(workspace, sql`id = ${id}`),
    items: sql<Item>`
      SELECT id, state FROM collection_items AS wanted
      WHERE workspace_id = ${workspace} AND collection_id = ${id} AND EXISTS (
        SELECT 1 ${ofCollection} AND item.id = wanted.id)`,
    payments: sql<LivePayment>`SELECT ${LIVE_PAYMENT} ${ofCollection} ORDER BY payments.id`,
    fees: selectFeesOf(workspace, sql`SELECT payments.fee_id AS id ${ofCollection}`),
    vouchers: selectVouchers(
      workspace,
      sql`reversed_by IS NULL AND (year, number) IN (
          SELECT year, number FROM voucher_lines
          WHERE workspace_id = ${workspace} AND payment_id IN (SELECT payments.id ${ofCollection}))`,
    ),
    ...selectBook(workspace),
  })
  const { items, payments, fees, vouchers } = rows
  return {
    collection: requireCollection(rows.collections),
    items,
    payments,
    fees,
    vouchers,
    book: bookFacts(rows),
  }
}

/** The payments that the debits of a collection made, as the end of a query. */
const paymentsOf = (workspace: Sql, id: string): Sql => sql`
  FROM collection_items AS item CROSS JOIN collection_fees AS link CROSS JOIN payments
  WHERE item.workspace_id = ${workspace} AND item.collection_id = ${id}
    AND link.workspace_id = ${workspace} AND link.item_id = item.id
    AND payments.workspace_id = ${workspace} AND payments.fee_id = link.fee_id AND payments.item_id = item.id`

function* issues(
  collection: CollectionRow,
  items: readonly Item[],
  payments: readonly LivePayment[],
): Iterable<Issue> {
  yield* stateIssues(collection, ['settled'])
  if (collection.state !== 'settled') return
  if (payments.length === 0) yield [PATH, { code: 'settled_by_line' }]
  else if (items.some(({ state }) => state !== 'settled')) yield [PATH, { code: 'settled_before_return' }]
}
