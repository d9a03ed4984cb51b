import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import type { NewVoucherLine } from '../book/vouchers/insert'
import type { Booking } from '../payments/booking'
import { type FeeFacts, selectFeesOf } from '../payments/fee-facts'
import type { NewPayment } from '../payments/post'
import { lineOf } from '../payments/vouchers-of'
import { DISPLAY_NAME } from '../persons/person'
import { todayIn } from '../shared/dates'
import { newIds } from '../shared/ids'
import type { Refusal } from '../shared/refusals'
import { CHARGE_PLACE, type ChargePlace, joinChargePlace } from './charge-place'
import { type CollectionItem, type ItemRow, selectItems } from './collection'
import { passedOnCharge } from './passed-on-charge'
import type { DebitAct } from './settlement'
import { recordCollection } from './submit'

/** A debit that may come back, with its collection. */
export type ReturnItem = ItemRow & {
  collection_id: string
  collection_state: 'released' | 'submitted' | 'settled' | 'discarded'
  message_id: string
  collection_date: string
  /** The instant of the release. */
  created_at: string
  /** The day of the last credit of the debit, if it had one. */
  credited_on: string | null
}

/** What the payment of a fee by a debit was booked to. */
type BookedLine = Required<
  Pick<NewVoucherLine, 'amount' | 'costUnitId' | 'categoryId' | 'sphere' | 'text' | 'feePart'>
> & {
  item_id: string
  fee_id: string
  accountId: string
}

type Settings = { locale: string; timezone: string; passesChargesOn: number } & ChargePlace

/** The facts of a debit that comes back. `person` is undefined if the person was deleted. */
export type ReturnFacts = {
  item: ReturnItem
  links: CollectionItem['fees']
  fees: FeeFacts[]
  lines: BookedLine[]
  person: { id: string; name: string } | undefined
  settings: Settings
}

/** The statements that read {@link ReturnFacts} of the debits that a JSON array of ids names. */
export const selectReturns = (workspace: Sql, ids: string) => ({
  returnItems: sql<ReturnItem>`
    SELECT item.*, collections.id AS collection_id, collections.state AS collection_state, message_id, collection_date,
      collections.created_at, (
        SELECT paid_on FROM collection_fees AS link CROSS JOIN payments
        WHERE link.workspace_id = ${workspace} AND link.item_id = item.id AND payments.workspace_id = ${workspace}
          AND payments.fee_id = link.fee_id AND payments.item_id = item.id AND payments.kind = 'payment'
        ORDER BY link.fee_id, payments.number DESC LIMIT 1) AS credited_on
    FROM (${selectItems(workspace, sql`id IN (SELECT value FROM json_each(${ids}))`)}) AS item
    JOIN collection_items AS stored ON stored.workspace_id = ${workspace} AND stored.id = item.id
    JOIN collections ON collections.workspace_id = ${workspace} AND collections.id = stored.collection_id`,
  returnFees: selectFeesOf(
    workspace,
    sql`
      SELECT DISTINCT fee_id AS id FROM json_each(${ids}) AS wanted CROSS JOIN collection_fees AS link
      WHERE link.workspace_id = ${workspace} AND link.item_id = wanted.value`,
  ),
  returnLines: sql<BookedLine>`
    SELECT link.item_id, link.fee_id, vouchers.account_id AS accountId, line.cost_unit_id AS costUnitId,
      line.category_id AS categoryId, line.sphere, line.text, line.amount, line.fee_part AS feePart
    FROM json_each(${ids}) AS wanted CROSS JOIN collection_fees AS link CROSS JOIN payments
    CROSS JOIN voucher_lines AS line CROSS JOIN vouchers
    WHERE link.workspace_id = ${workspace} AND link.item_id = wanted.value
      AND payments.workspace_id = ${workspace} AND payments.fee_id = link.fee_id
      AND payments.item_id = link.item_id AND payments.kind = 'payment'
      AND line.workspace_id = ${workspace} AND line.payment_id = payments.id
      AND vouchers.workspace_id = ${workspace} AND vouchers.year = line.year AND vouchers.number = line.number
      AND vouchers.reversed_by IS NULL`,
  returnPersons: sql<{ id: string; name: string }>`
    SELECT persons.id, ${DISPLAY_NAME} AS name
    FROM json_each(${ids}) AS wanted CROSS JOIN collection_items AS item CROSS JOIN persons
    WHERE item.workspace_id = ${workspace} AND item.id = wanted.value AND persons.workspace_id = ${workspace}
      AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications') AND persons.id = item.person_id`,
  returnSettings: sql<Settings>`
    SELECT locale, timezone, passes_charges_on AS passesChargesOn, ${CHARGE_PLACE}
    FROM workspaces ${joinChargePlace(workspace)} WHERE workspaces.id = ${workspace}`,
})

type ReturnRows = {
  returnFees: FeeFacts[]
  returnLines: BookedLine[]
  returnPersons: { id: string; name: string }[]
  returnSettings: Settings[]
}

/** The facts of one of the debits that {@link selectReturns} gave. */
export function returnFacts(item: ReturnItem, rows: ReturnRows): ReturnFacts {
  const links: CollectionItem['fees'] = JSON.parse(item.fees)
  const ids = new Set(links.map(({ fee_id }) => fee_id))
  const [settings] = rows.returnSettings
  if (!settings) throw new Error('A workspace that was looked up has no row.')
  return {
    item,
    links,
    fees: rows.returnFees.filter(({ id }) => ids.has(id)),
    lines: rows.returnLines.filter(({ item_id }) => item_id === item.id),
    person: rows.returnPersons.find(({ id }) => id === item.person_id),
    settings,
  }
}

/**
 * Why a debit can not come back, if it can not. A bank line (`byBank`) proves that its collection was submitted. A
 * return waits while another debit collects one of its fees, so that a live debit has all that is open of its fees.
 */
export function returnIssue({ item, links, fees }: ReturnFacts, byBank = false): Refusal | undefined {
  if (item.state === 'returned') return { code: 'debit_returned' }
  if (item.state === 'discarded') return { code: 'debit_discarded' }
  if (item.collection_state === 'released' && !byBank) return { code: 'debit_not_submitted' }
  if (item.state === 'live') return undefined
  const collected = fees.find(({ status }) => status === 'collecting')
  if (collected) return { code: 'of_fee_collected_again', fee: collected.id, of: 'debit' }
  const lacking = fees.find(({ id, paid_amount }) =>
    links.some(({ fee_id, amount }) => fee_id === id && amount > paid_amount),
  )
  return lacking && { code: 'of_fee_refunded', fee: lacking.id, of: 'debit' }
}

/**
 * Why a debit cannot have come back on a date that somebody typed, if it cannot. The date of a bank line is that of
 * the bank, and is taken as it is. The bank may have collected on another day than the file asks for.
 */
export function returnDateIssue(
  { item, settings }: Pick<ReturnFacts, 'item' | 'settings'>,
  date: string,
): Refusal | undefined {
  const releasedOn = todayIn(settings.timezone, new Date(item.created_at))
  if (date < releasedOn) return { code: 'before_release', date: releasedOn }
  if (item.state !== 'settled' || !item.credited_on || date >= item.credited_on) return undefined
  return { code: 'before_credit', date: item.credited_on }
}

/** What the bank says of a return. `charge` is in cents. */
export type ReturnNews = {
  returnedOn: string
  code: string | null
  charge: number | null
  bankLineId?: string | null
  /** Where the money is in the book, null if it waits; absent, it is booked. */
  booking?: Booking | null
  /** The id that the fee gets which passes the charge on. */
  chargeFeeId?: string
}

/**
 * The act that records that the bank returned a debit: its payments are reversed, of which there are none before the bank has
 * credited it, and its fees become `returned`. The caller has checked the day and {@link returnIssue}, and books the bank
 * lines and the charge of the bank.
 */
export function returnOf(principal: Principal, facts: ReturnFacts, news: ReturnNews): DebitAct {
  const { item, links, fees } = facts
  const ids = newIds('pay', principal.now, links.length)
  const takenBack = item.state !== 'settled' ? [] : links.map((link, index) => ({ ...link, id: ids[index] }))
  const payments = takenBack.map(
    ({ id, fee_id, amount }): NewPayment => ({
      id: String(id),
      feeId: fee_id,
      kind: 'return',
      amount: -amount,
      method: 'direct_debit',
      paidOn: news.returnedOn,
      itemId: item.id,
      bankLineId: news.bankLineId ?? null,
      booking: news.booking === undefined ? 'booked' : news.booking,
    }),
  )
  return {
    fees,
    payments,
    lines: payments.flatMap((payment) => linesOfReturn(payment, facts)),
    extra: (workspace) => [
      failUnless(sql`EXISTS (
        SELECT 1 FROM collection_items AS item CROSS JOIN collections
        WHERE item.workspace_id = ${workspace} AND item.id = ${item.id} AND item.state = ${item.state}
          AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id
          AND collections.state = ${item.collection_state})`),
      ...(item.collection_state === 'released' ? submitted(principal, workspace, item) : []),
      sql`
        UPDATE collection_items
        SET state = 'returned', returned_on = ${news.returnedOn}, return_code = ${news.code}, charge = ${news.charge}
        WHERE workspace_id = ${workspace} AND id = ${item.id}`,
      sql`
        UPDATE collection_fees INDEXED BY collection_fees_of_item
        SET state = 'returned', payments_at_return = (
          SELECT count(*) FROM payments
          WHERE payments.workspace_id = collection_fees.workspace_id AND payments.fee_id = collection_fees.fee_id)
        WHERE workspace_id = ${workspace} AND item_id = ${item.id}`,
      ...passedOnCharge(principal, workspace, facts, news),
    ],
    events: [{ action: 'fee.returned', condition: sql`fees.status = 'returned'`, reason: news.code }],
  }
}

/** Where the money of a debit that comes back was booked, if it was. */
export const accountOfReturned = ({ lines }: ReturnFacts): string | undefined => lines[0]?.accountId

/** The lines that take a payment back, to where it was booked. */
function linesOfReturn(payment: NewPayment, { fees, lines }: ReturnFacts): DebitAct['lines'] {
  const fee = fees.find(({ id }) => id === payment.feeId)
  if (!fee) return []
  const booked = lines.filter(({ fee_id }) => fee_id === fee.id)
  if (booked.length === 0) return [{ line: lineOf(payment, fee), accountId: null }]
  return booked.map(({ accountId, item_id: _, fee_id: __, amount, ...place }) => ({
    line: { ...lineOf(payment, fee), ...place, amount: -amount, isBookedBack: true, isDivided: false },
    accountId,
  }))
}

const submitted = (principal: Principal, workspace: Sql, item: ReturnItem): Sql[] => [
  sql`
    UPDATE collections SET state = 'submitted', submitted_at = ${NOW}
    WHERE workspace_id = ${workspace} AND id = ${item.collection_id}`,
  ...recordCollection(
    principal,
    workspace,
    { id: item.collection_id, message_id: item.message_id, state: 'released' },
    'submitted',
  ),
]
