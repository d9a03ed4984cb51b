import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { type Debtor, type DebtorRow, debtorOf, selectDebtors } from '../collections/debtors'
import { BY_PERSON, OPEN_AMOUNT } from '../fees/open-amount'
import { ofPayer } from '../fees/payer'
import { anywhereIn } from '../persons/payers/facts'
import { portalOpenTo } from '../portal/coverage'
import { type FeeFacts, MAX_FEES } from './facts'

/** What a mail says of how the fees of its reader are paid, and of those for whom the reader pays. */
export type FeeNoteFacts = {
  today: string
  debtors: Debtor[]
  fees: NotedFee[]
  reader: FeeNoteReader | undefined
}

/** A fee that is open, or of which a direct debit is under way. */
export type NotedFee = Pick<
  FeeFacts,
  'description' | 'reference' | 'open' | 'dueOn' | 'personId' | 'personName'
> & {
  status: 'open' | 'returned' | 'collecting'
  /** When and under which mandate it is debited, from which account. */
  collectionDate: string | null
  iban: string | null
  mandateReference: string | null
}

type FeeNoteReader = {
  list: ListId
  email: string | null
  birthdate: string | null
  /** JSON of the name and address of who pays for the reader. */
  payer: string | null
  /** JSON of what the portal offers; NULL without a portal. */
  portalFunctions: string | null
}

/** The statements that {@link feeNoteFrom} reads, none unless `isAsked`. They read up to {@link MAX_FEES} fees of each person. */
export function selectFeeNote(workspace: Sql, personId: string, isAsked = true) {
  const owing = sql`(
    SELECT ${personId} AS id
    UNION ALL
    SELECT id FROM persons INDEXED BY persons_by_payer WHERE workspace_id = ${workspace} AND payer_id = ${personId})`
  const asked = <Row>(statement: Sql<Row>) => (isAsked ? [statement] : [])
  return {
    noteDebtors: asked(selectDebtors(workspace, sql`SELECT id AS person_id FROM ${owing}`)),
    noteFees: asked(sql<NotedFee>`
      SELECT fees.description, fees.reference, ${OPEN_AMOUNT} AS open, fees.due_on AS dueOn, fees.person_id AS personId,
        fees.person_name AS personName, fees.status, fees.collection_date AS collectionDate,
        item.iban, item.mandate_reference AS mandateReference
      FROM ${owing} AS owing CROSS JOIN fees
      LEFT JOIN collection_fees AS link ON fees.status = 'collecting' AND link.workspace_id = fees.workspace_id
        AND link.fee_id = fees.id AND link.state = 'live'
      LEFT JOIN collection_items AS item ON item.workspace_id = link.workspace_id AND item.id = link.item_id
      WHERE fees.workspace_id = ${workspace} AND fees.id IN (
          SELECT id FROM fees AS latest ${BY_PERSON}
          WHERE latest.workspace_id = ${workspace} AND latest.person_id = owing.id ORDER BY id DESC LIMIT ${MAX_FEES})
        AND fees.status IN ('open', 'returned', 'collecting') AND ${OPEN_AMOUNT} > 0
      ORDER BY fees.due_on IS NULL, fees.due_on, fees.id`),
    noteReaders: asked(sql<FeeNoteReader>`
      SELECT persons.list_id AS list, persons.email, birthdate, ${ofPayer(sql`json_object(
          'name', nullif(concat_ws(' ', persons.first_name, persons.last_name), ''), 'email', persons.email)`)} AS payer,
        (SELECT portal_functions FROM workspaces WHERE id = ${portalOpenTo(workspace)}) AS portalFunctions
      FROM persons WHERE ${anywhereIn(workspace)} AND persons.id = ${personId}`),
  }
}

type Rows = { noteDebtors: DebtorRow[]; noteFees: NotedFee[]; noteReaders: FeeNoteReader[] }

/** The facts among the rows of a trip with {@link selectFeeNote}, on a date (YYYY-MM-DD). */
export const feeNoteFrom = ({ noteDebtors, noteFees, noteReaders }: Rows, today: string): FeeNoteFacts => ({
  today,
  debtors: noteDebtors.map(debtorOf),
  fees: noteFees,
  reader: noteReaders[0],
})
