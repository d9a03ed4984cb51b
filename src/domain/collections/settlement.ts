import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import type { NewVoucherLine } from '../book/vouchers/insert'
import type { Booking } from '../payments/booking'
import { PAID } from '../payments/events'
import { type FeeFacts, selectFeesOf } from '../payments/fee-facts'
import type { NewPayment } from '../payments/post'
import { lineOf } from '../payments/vouchers-of'
import type { FeeAct } from '../payments/write'
import { newIds } from '../shared/ids'
import { type CollectionRow, selectCollections } from './collection'
import { recordCollection, requireState } from './submit'

/**
 * What an act on debits writes, to be part of a `FeeAct`. Each payment has a line for a voucher; `accountId` is where the money
 * was booked before.
 */
export type DebitAct = Required<Pick<FeeAct, 'fees' | 'payments' | 'extra' | 'events'>> & {
  lines: { line: NewVoucherLine; accountId: string | null }[]
}

type Link = { collection_id: string; item_id: string; fee_id: string; amount: number }

/** The facts of a collection whose credit is to be recorded: its live debits, and their fees. */
export type SettlementFacts = { collection: CollectionRow; links: Link[]; fees: FeeFacts[] }

/** The statements that read {@link SettlementFacts} of the collections that a JSON array of ids names. */
export const selectSettlements = (workspace: Sql, ids: string) => ({
  settledCollections: selectCollections(workspace, sql`id IN (SELECT value FROM json_each(${ids}))`),
  settledLinks: sql<Link>`
    SELECT item.collection_id, item.id AS item_id, link.fee_id, link.amount ${fromLinks(workspace, ids)}
    ORDER BY item.id, link.fee_id`,
  settledFees: selectFeesOf(workspace, sql`SELECT link.fee_id AS id ${fromLinks(workspace, ids)}`),
})

const fromLinks = (workspace: Sql, ids: string): Sql => sql`
  FROM json_each(${ids}) AS wanted CROSS JOIN collection_items AS item CROSS JOIN collection_fees AS link
  WHERE item.workspace_id = ${workspace} AND item.collection_id = wanted.value AND item.state = 'live'
    AND link.workspace_id = ${workspace} AND link.item_id = item.id`

/** The facts of one of the collections that {@link selectSettlements} gave. */
export function settlementFacts(
  collection: CollectionRow,
  rows: { settledLinks: Link[]; settledFees: FeeFacts[] },
): SettlementFacts {
  const links = rows.settledLinks.filter(({ collection_id }) => collection_id === collection.id)
  const ids = new Set(links.map(({ fee_id }) => fee_id))
  return { collection, links, fees: rows.settledFees.filter(({ id }) => ids.has(id)) }
}

/**
 * The act by which the bank credits a collection: every fee of a live debit is paid on the day of the credit. The caller
 * has checked the day, and books the lines. A bank line proves that a released collection was submitted.
 */
export function settlementOf(
  principal: Principal,
  { collection, links, fees }: SettlementFacts,
  { settledOn, bankLineId = null, booking = 'booked' }: Credit,
): DebitAct {
  return {
    fees,
    ...paymentsBy(principal, { links, fees }, { settledOn, bankLineId, booking }),
    extra: (workspace) => [
      requireState(workspace, collection.id, bankLineId ? ['released', 'submitted'] : ['submitted']),
      sql`
        UPDATE collections
        SET state = 'settled', settled_on = ${settledOn},
          submitted_at = coalesce(submitted_at, ${principal.now.toISOString()})
        WHERE workspace_id = ${workspace} AND id = ${collection.id}`,
      sql`
        UPDATE collection_fees INDEXED BY collection_fees_of_item SET state = 'settled'
        WHERE workspace_id = ${workspace} AND state = 'live' AND item_id IN (
          SELECT id FROM collection_items WHERE workspace_id = ${workspace} AND collection_id = ${collection.id})`,
      sql`
        UPDATE collection_items SET state = 'settled'
        WHERE workspace_id = ${workspace} AND collection_id = ${collection.id} AND state = 'live'`,
      ...recordCollection(principal, workspace, collection, 'settled', {
        settled_on: [null, settledOn],
        amount: [null, links.reduce((sum, { amount }) => sum + amount, 0)],
      }),
    ],
    events: [PAID],
  }
}

/** The day of a credit, the bank line that shows it, and where its money is in the book. */
type Credit = { settledOn: string; bankLineId?: string | null; booking?: Booking | null }

/** The payments of fees by debits that the bank credits, each with its line for a voucher; see {@link DebitAct}. */
export function paymentsBy(
  principal: Principal,
  { links, fees }: { links: Omit<Link, 'collection_id'>[]; fees: FeeFacts[] },
  { settledOn, bankLineId = null, booking = 'booked' }: Credit,
): Pick<DebitAct, 'payments' | 'lines'> {
  const ids = newIds('pay', principal.now, links.length)
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const paid = links.flatMap(({ fee_id, item_id, amount }, index) => {
    const fee = byId.get(fee_id)
    const payment: NewPayment = {
      id: String(ids[index]),
      feeId: fee_id,
      kind: 'payment',
      amount,
      method: 'direct_debit',
      paidOn: settledOn,
      itemId: item_id,
      bankLineId,
      booking,
    }
    return fee ? [{ fee, payment }] : []
  })
  return {
    payments: paid.map(({ payment }) => payment),
    lines: paid.map(({ payment, fee }) => ({ line: lineOf(payment, fee), accountId: null })),
  }
}
