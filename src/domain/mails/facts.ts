import { type Sql, sql } from '../../db/sql'
import { OPEN_AMOUNT } from '../fees/open-amount'
import type { MailRow } from './mail'

/** A fee that a mail names. Amounts in cents; `open` is what is to be paid of it now. */
export type FeeFacts = {
  description: string
  reference: string
  amount: number
  open: number
  dueOn: string | null
}

/** A direct debit that a mail is about. The amount is in cents. */
export type DebitFacts = {
  collectionDate: string
  amount: number
  mandateReference: string
  iban: string
}

const MAX_FEES = 50

const FEE = sql`fees.description, fees.reference, fees.amount, ${OPEN_AMOUNT} AS open, fees.due_on AS dueOn`

/**
 * The fees that a mail to a person names: those that it is about and that are still so, else all that the person has to pay.
 */
export function selectFees(mail: MailRow, workspaceId: string, personId: string): Sql<FeeFacts> {
  const own = sql`fees.workspace_id = ${workspaceId} AND fees.person_id = ${personId}`
  const isToPay = sql`fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0`
  switch (mail.occasion) {
    case 'reminder':
      return sql<FeeFacts>`
        SELECT ${FEE} FROM reminders CROSS JOIN fees ON fees.workspace_id = reminders.workspace_id AND fees.id = fee_id
        WHERE reminders.workspace_id = ${workspaceId} AND mail_id = ${mail.id} AND reminders.person_id = ${personId}
          AND ${isToPay} AND fees.reminder_hold IS NULL ORDER BY fees.id LIMIT ${MAX_FEES}`
    case 'fee_claimed':
    case 'payment_received':
      return sql<FeeFacts>`
        SELECT ${FEE} FROM ${occasionsOf(mail, workspaceId, personId)} AS occasion
        CROSS JOIN fees ON fees.workspace_id = ${workspaceId} AND fees.id = occasion.subject
        WHERE fees.status <> 'cancelled' ORDER BY fees.id LIMIT ${MAX_FEES}`
    case 'debit_announced':
    case 'debit_returned':
      return sql<FeeFacts>`
        SELECT ${FEE} FROM ${occasionsOf(mail, workspaceId, personId)} AS occasion
        CROSS JOIN collection_fees INDEXED BY collection_fees_of_item
          ON collection_fees.workspace_id = ${workspaceId} AND item_id = occasion.subject
        CROSS JOIN fees ON fees.workspace_id = ${workspaceId} AND fees.id = collection_fees.fee_id
        WHERE fees.status <> 'cancelled' ORDER BY fees.id LIMIT ${MAX_FEES}`
    default:
      return sql<FeeFacts>`
        SELECT ${FEE} FROM fees INDEXED BY fees_to_pay WHERE ${own} AND ${isToPay} ORDER BY fees.id LIMIT ${MAX_FEES}`
  }
}

/** The direct debits that a mail to a person is about, of those that still are as it says. */
export const selectDebits = (
  mail: MailRow,
  workspaceId: string,
  personId: string,
): Sql<DebitFacts> => sql<DebitFacts>`
  SELECT collection_date AS collectionDate, item.amount, mandate_reference AS mandateReference, iban
  FROM ${occasionsOf(mail, workspaceId, personId)} AS occasion
  CROSS JOIN collection_items AS item ON item.workspace_id = ${workspaceId} AND item.id = occasion.subject
  CROSS JOIN collections ON collections.workspace_id = ${workspaceId} AND collections.id = item.collection_id
  WHERE item.state = ${mail.occasion === 'debit_returned' ? 'returned' : 'live'} ORDER BY item.id`

/** What an automatic mail to a person is about, as a table of `subject`. */
const occasionsOf = (mail: MailRow, workspaceId: string, personId: string): Sql => sql`(
  SELECT subject FROM mail_occasions
  WHERE workspace_id = ${workspaceId} AND mail_id = ${mail.id} AND person_id = ${personId})`
