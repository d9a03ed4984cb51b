import { type Sql, sql } from '../../db/sql'
import { PARTS_OF_FEE } from '../dues/parts-of-fee'
import { OPEN_AMOUNT } from '../fees/open-amount'
import { ofPayer } from '../fees/payer'
import { heldSql } from '../fees/reminder-hold'
import { DISPLAY_NAME } from '../persons/person'
import type { MailRow } from './mail'
import { aboutOf } from './rules/occasions'

/** A fee that a mail names, and whose it is. Amounts in cents; `open` is what is to be paid of it now. */
export type FeeFacts = {
  description: string
  reference: string
  amount: number
  open: number
  dueOn: string | null
  personId: string
  personName: string
  /** What it is made up of, for a mail that says so; see `feePartsOf`. */
  parts?: string
  /** Whom a reminder of it greets: JSON of the id and the {@link Name}, as they are stored now. */
  greeted?: string
}

/** A name as it is stored. */
export type Name = { first_name: string | null; last_name: string | null }

/** The names of those whom a reminder of fees greets, each once. */
export function greetedIn(fees: FeeFacts[]): Name[] {
  const greeted = fees.flatMap((fee): (Name & { id: string })[] =>
    fee.greeted ? JSON.parse(fee.greeted) : [],
  )
  return [...new Map(greeted.map((one) => [one.id, one])).values()].map(({ first_name, last_name }) => ({
    first_name,
    last_name,
  }))
}

/** A direct debit that a mail is about. The amount is in cents. */
export type DebitFacts = {
  collectionDate: string
  amount: number
  mandateReference: string
  iban: string
}

/** What decides which fees and debits a mail names. */
type AboutMail = Pick<MailRow, 'id' | 'occasion'>

/** How many fees of a person a mail names at most. */
export const MAX_FEES = 500

const FEE = sql`fees.description, fees.reference, fees.amount, ${OPEN_AMOUNT} AS open, fees.due_on AS dueOn,
  fees.person_id AS personId`

const FROM_OWNER = sql`
  FROM persons WHERE persons.workspace_id = fees.workspace_id AND persons.list_id IN ('members', 'contacts')
    AND persons.area = 'regular' AND persons.id = fees.person_id AND persons.leave_reason IS NOT 'deceased'`

/**
 * The fees that a mail to a person names, on a date (YYYY-MM-DD): those that it is about and of which that is still so, else
 * all that the person has to pay, of its family in a mail to payers. A reminder names those of all persons of the address whom it
 * reminds; a copy of a last one those of its reader. `withParts` reads what they are made up of, by a lookup for each.
 */
export function selectFees(
  mail: AboutMail,
  workspaceId: Sql | string,
  { personId, today, withParts }: { personId: string; today: string; withParts: boolean },
): Sql<FeeFacts> {
  const toPaySql = sql`fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0`
  const occasions = occasionsOf(mail, workspaceId, personId)
  const parts = withParts ? sql`, ${PARTS_OF_FEE} AS parts` : sql``
  const feesOf = (from: Sql, condition: Sql, name = sql`fees.person_name AS personName`) => sql<FeeFacts>`
    SELECT DISTINCT ${FEE}, ${name} ${parts} FROM ${from} WHERE ${condition} ORDER BY fees.id LIMIT ${MAX_FEES}`
  const ofDebits = sql`
    ${occasions} AS occasion
    CROSS JOIN collection_fees INDEXED BY collection_fees_of_item
      ON collection_fees.workspace_id = ${workspaceId} AND item_id = occasion.subject
    CROSS JOIN fees ON fees.workspace_id = ${workspaceId} AND fees.id = collection_fees.fee_id`
  const ofFees = sql`
    ${occasions} AS occasion CROSS JOIN fees ON fees.workspace_id = ${workspaceId} AND fees.id = occasion.subject`
  switch (aboutOf(mail.occasion)) {
    case 'reminded_fees':
      return feesOf(
        sql`
          ${remindedFees(mail, workspaceId, personId)} AS reminded
          CROSS JOIN fees ON fees.workspace_id = ${workspaceId} AND fees.id = reminded.fee_id`,
        sql`${toPaySql} AND NOT ${heldSql(today)} AND EXISTS (SELECT 1 ${FROM_OWNER})`,
        sql`(SELECT ${DISPLAY_NAME} ${FROM_OWNER}) AS personName, (
          SELECT coalesce(iif(persons.id = ${personId}, NULL, ${ofPayer(GREETED)}), ${GREETED}) ${FROM_OWNER}) AS greeted`,
      )
    case 'fee_to_pay':
      return feesOf(ofFees, toPaySql)
    case 'paid_fee':
      return feesOf(ofFees, sql`fees.status = 'paid'`)
    case 'live_debit':
      return feesOf(ofDebits, sql`collection_fees.state = 'live'`)
    case 'returned_debit':
      return feesOf(ofDebits, toPaySql)
    case 'member':
      return feesOf(
        sql`(
          SELECT ${personId} AS id
          UNION ALL
          SELECT id FROM persons INDEXED BY persons_by_payer
          WHERE (SELECT audience ->> '$.to_payers' FROM mails WHERE workspace_id = ${workspaceId} AND id = ${mail.id})
            AND workspace_id = ${workspaceId} AND payer_id = ${personId}) AS owing
          CROSS JOIN fees INDEXED BY fees_to_pay`,
        sql`fees.workspace_id = ${workspaceId} AND fees.person_id = owing.id AND ${toPaySql}`,
      )
  }
}

const GREETED = sql`json_object('id', persons.id, 'first_name', first_name, 'last_name', last_name)`

/** The fees of which a mail reminds a person; else its own of which someone else gets the last reminder, for a copy. */
function remindedFees(mail: AboutMail, workspaceId: Sql | string, personId: string): Sql {
  const ofMail = sql`
    SELECT fee_id FROM reminders INDEXED BY reminders_of_mail
    WHERE workspace_id = ${workspaceId} AND mail_id = ${mail.id} AND person_id = ${personId}`
  return sql`(
    ${ofMail}
    UNION ALL
    SELECT own.id FROM fees AS own INDEXED BY fees_to_pay
    WHERE NOT EXISTS (${ofMail}) AND own.workspace_id = ${workspaceId} AND own.person_id = ${personId}
      AND own.status IN ('open', 'returned') AND EXISTS (
        SELECT 1 FROM reminders WHERE workspace_id = ${workspaceId} AND fee_id = own.id AND level = 3))`
}

/** The direct debits that a mail to a person is about, of those that still are as it says. */
export const selectDebits = (
  mail: AboutMail,
  workspaceId: Sql | string,
  personId: string,
): Sql<DebitFacts> => sql<DebitFacts>`
  SELECT collection_date AS collectionDate, item.amount, mandate_reference AS mandateReference, iban
  FROM ${occasionsOf(mail, workspaceId, personId)} AS occasion
  CROSS JOIN collection_items AS item ON item.workspace_id = ${workspaceId} AND item.id = occasion.subject
  CROSS JOIN collections ON collections.workspace_id = ${workspaceId} AND collections.id = item.collection_id
  WHERE item.state = ${aboutOf(mail.occasion) === 'returned_debit' ? 'returned' : 'live'} ORDER BY item.id`

/** What an automatic mail to a person is about, as a table of `subject`. */
const occasionsOf = (mail: AboutMail, workspaceId: Sql | string, personId: string): Sql => sql`(
  SELECT subject FROM mail_occasions
  WHERE workspace_id = ${workspaceId} AND mail_id = ${mail.id} AND person_id = ${personId})`
