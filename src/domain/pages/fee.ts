import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Permission } from '../access/permissions'
import type { Credential, Principal } from '../access/principal'
import { query } from '../access/query'
import { type BookFacts, bookFacts, selectBook } from '../book/book-facts'
import { selectCostUnitNames } from '../cost-units/names'
import { type FeePart, feePartOf, selectPartsOfFee } from '../dues/parts-of-fee'
import { type Event, type EventRow, toApi as eventToApi } from '../events/event'
import { selectHistory } from '../events/history'
import { ofPayer } from '../fees/payer'
import { type FeeRow, type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import type { ReminderHold } from '../fees/reminder-hold'
import { type SentReminder, selectReminders } from '../mails/reminders/select'
import { type Payment, selectPayments } from '../payments/payment'
import { type Namesake, namesakeIn } from '../persons/namesake'
import { DISPLAY_NAME } from '../persons/person'
import { DomainError } from '../shared/errors'

/** A payment of a fee, with where the money came from and where it is booked. */
export type JournalEntry = Payment & {
  item_id: string | null
  bank_line_id: string | null
  bank_line_on: string | null
  reversed_by: string | null
  account_name: string | null
  voucher_year: number | null
  voucher_number: number | null
}

/** A direct debit of a fee. `charge` is in cents. */
export type FeeDebit = {
  item_id: string
  state: 'live' | 'settled' | 'returned' | 'discarded'
  collection_id: string
  collection_date: string
  returned_on: string | null
  return_code: string | null
  charge: number | null
}

/** Who pays for the person of a fee. */
export type FeePayer = { id: string; list: ListId; name: string }

/** A fee as its page shows it: with its journal, its debits, and what was done, newest first. */
export type OpenedFee = {
  fee: ReadableFee & { revision: number; waived_amount: number; reminder_hold: ReminderHold | null }
  /** Where the person is now; undefined after a deletion. */
  person: { list: ListId; namesake: Namesake; payer: FeePayer | null } | undefined
  payments: JournalEntry[]
  debits: FeeDebit[]
  /** The reminders that were sent of it, in the order of their levels. */
  reminders: SentReminder[]
  events: Event[]
  /** What it is made up of, if a run of dues claimed it. */
  parts: FeePart[]
  book: BookFacts
  costUnits: { name: string; category: string | null }[]
  credential: Credential
}

/** How many events of a fee are shown. */
const MAX_EVENTS = 100

/**
 * Reads a fee with all that happened to it, and what an act on it needs to know; for staff who have another permission as
 * well where one is given. One trip. Throws `permission_missing` and `not_found`.
 */
export async function viewFee(
  principal: Principal,
  { id, permission = 'fees:read' }: { id: string; permission?: Permission },
): Promise<OpenedFee> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      fees: selectFees(workspace, sql`fees.id = ${id}`),
      extras: sql<{ revision: number; waived_amount: number; reminder_hold: string | null }>`
        SELECT revision, waived_amount, reminder_hold FROM fees WHERE workspace_id = ${workspace} AND id = ${id}`,
      persons: sql<{ list: ListId; namesake: Namesake; payer: string | null }>`
        SELECT list_id AS list, ${namesakeIn(workspace, 'persons')} AS namesake, ${ofPayer(PAYER)} AS payer FROM persons
        WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications')
          AND id = (SELECT person_id FROM fees WHERE workspace_id = ${workspace} AND id = ${id})`,
      payments: selectJournal(workspace, id),
      debits: selectDebits(workspace, id),
      reminders: selectReminders(workspace, id),
      events: selectHistory<EventRow>(workspace, id, MAX_EVENTS),
      costUnits: selectCostUnitNames(workspace),
      parts: selectPartsOfFee(workspace, id),
      ...selectBook(workspace),
    },
    (credential) => {
      requirePermission(credential, 'fees:read')
      requirePermission(credential, permission)
    },
  )
  const [fee] = rows.fees as FeeRow[]
  const [extras] = rows.extras
  const [person] = rows.persons
  if (!fee || !extras) throw new DomainError('not_found', 'There is no such fee.')
  return {
    fee: {
      ...toApi(fee),
      ...extras,
      reminder_hold: extras.reminder_hold && JSON.parse(extras.reminder_hold),
    },
    person: person && { ...person, payer: person.payer && JSON.parse(person.payer) },
    payments: rows.payments,
    debits: rows.debits,
    reminders: rows.reminders,
    events: rows.events.map(eventToApi),
    parts: rows.parts.map(feePartOf),
    book: bookFacts(rows),
    costUnits: rows.costUnits,
    credential,
  }
}

const PAYER = sql`json_object('id', persons.id, 'list', persons.list_id, 'name', ${DISPLAY_NAME})`

const selectJournal = (workspace: Sql, feeId: string): Sql<JournalEntry> => sql<JournalEntry>`
  SELECT journal.*, payments.item_id, payments.bank_line_id, bank_lines.booked_on AS bank_line_on,
    accounts.name AS account_name, vouchers.year AS voucher_year, vouchers.number AS voucher_number, (
      SELECT reversal.id FROM payments AS reversal INDEXED BY payments_by_reversed
      WHERE reversal.workspace_id = payments.workspace_id AND reversal.reverses = payments.id) AS reversed_by
  FROM (${selectPayments(workspace, sql`fee_id = ${feeId}`)}) AS journal
  CROSS JOIN payments ON payments.workspace_id = ${workspace} AND payments.id = journal.id
  LEFT JOIN bank_lines ON bank_lines.workspace_id = payments.workspace_id AND bank_lines.id = payments.bank_line_id
  LEFT JOIN voucher_lines ON voucher_lines.workspace_id = payments.workspace_id
    AND voucher_lines.payment_id = payments.id
  LEFT JOIN vouchers ON vouchers.workspace_id = payments.workspace_id
    AND vouchers.year = voucher_lines.year AND vouchers.number = voucher_lines.number
  LEFT JOIN accounts ON accounts.workspace_id = payments.workspace_id AND accounts.id = vouchers.account_id
  GROUP BY payments.number ORDER BY payments.number`

const selectDebits = (workspace: Sql, feeId: string): Sql<FeeDebit> => sql<FeeDebit>`
  SELECT item.id AS item_id, link.state, collection_id, collection_date, returned_on, return_code, charge
  FROM collection_fees AS link
  CROSS JOIN collection_items AS item ON item.workspace_id = link.workspace_id AND item.id = link.item_id
  CROSS JOIN collections ON collections.workspace_id = link.workspace_id AND collections.id = item.collection_id
  WHERE link.workspace_id = ${workspace} AND link.fee_id = ${feeId} ORDER BY item.id DESC`
