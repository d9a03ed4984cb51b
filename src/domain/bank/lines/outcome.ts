import { type Sql, sql } from '../../../db/sql'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { type Namesake, namesakeOf } from '../../persons/namesake'
import { type BankLine, type LineDebits, type LineRow, lineToApi, selectLines } from './bank-line'

/** A fee that a line pays, refunds or takes back. `amount` is what the line moves of it in cents, signed. */
export type OutcomeFee = {
  fee_id: string
  amount: number
  description: string
  person_name: string
  namesake: Namesake
  status: string
  open_amount: number
}

/** A line and what was made of it. */
export type LineOutcome = {
  line: BankLine
  fees: OutcomeFee[]
  vouchers: { id: string; year: number; number: number; text: string; amount: number }[]
  /** The collection that it credited, with its day. */
  collection: { id: string; collection_date: string } | undefined
  /** Whether it took direct debits back. */
  isReturn: boolean
}

const MAX_SHOWN = 50

/** The statements that read a {@link LineOutcome}; the first {@link MAX_SHOWN} of its fees. */
export const selectOutcome = (workspace: Sql, lineId: string) => ({
  outcomeLines: selectLines(workspace, sql`bank_lines.id = ${lineId}`),
  // A return names debits: those that were not credited yet have no payment that it takes back.
  outcomeFees: sql<OutcomeFee>`
    SELECT fees.id AS fee_id, moved.amount, fees.description, fees.person_name,
      ${namesakeOf(workspace, sql`fees.person_id`)} AS namesake, fees.status, ${OPEN_AMOUNT} AS open_amount
    FROM (
      SELECT * FROM (
        SELECT fee_id, amount FROM payments INDEXED BY payments_of_bank_line
        WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND kind IN ('payment', 'refund') AND NOT EXISTS (
          SELECT 1 FROM payments AS reversal
          WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)
        LIMIT ${MAX_SHOWN})
      UNION ALL SELECT * FROM (
        SELECT link.fee_id, -link.amount
        FROM bank_lines CROSS JOIN json_each(bank_lines.debits, '$.returned') AS named
        CROSS JOIN collection_fees AS link INDEXED BY collection_fees_of_item
        WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${lineId}
          AND link.workspace_id = ${workspace} AND link.item_id = named.value LIMIT ${MAX_SHOWN})
    ) AS moved CROSS JOIN fees
    WHERE fees.workspace_id = ${workspace} AND fees.id = moved.fee_id LIMIT ${MAX_SHOWN}`,
  outcomeVouchers: sql<LineOutcome['vouchers'][number]>`
    SELECT id, year, number, text, amount FROM vouchers INDEXED BY vouchers_of_bank_line
    WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND reversed_by IS NULL AND reverses IS NULL
    UNION ALL
    SELECT id, year, number, text, amount FROM vouchers INDEXED BY vouchers_met_by_line
    WHERE workspace_id = ${workspace} AND met_line_id = ${lineId}
    UNION ALL
    SELECT id, year, number, text, -amount FROM vouchers INDEXED BY transfers_met_by_line
    WHERE workspace_id = ${workspace} AND other_met_line_id = ${lineId}
    ORDER BY year, number`,
  outcomeCollections: sql<{ id: string; collection_date: string }>`
    SELECT collections.id, collections.collection_date FROM bank_lines CROSS JOIN collections
    WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${lineId}
      AND collections.workspace_id = ${workspace} AND collections.id = bank_lines.debits ->> 'settled'`,
})

/** What the statements of {@link selectOutcome} gave; undefined if there is no such line. */
export function outcomeOf(
  rows: {
    outcomeLines: LineRow[]
    outcomeFees: OutcomeFee[]
    outcomeVouchers: LineOutcome['vouchers']
    outcomeCollections: { id: string; collection_date: string }[]
  },
  showsIban: boolean,
): LineOutcome | undefined {
  const [line] = rows.outcomeLines
  if (!line) return undefined
  const { returned }: LineDebits = JSON.parse(line.debits ?? '{}')
  return {
    line: lineToApi(line, showsIban),
    fees: rows.outcomeFees,
    vouchers: rows.outcomeVouchers,
    collection: rows.outcomeCollections[0],
    isReturn: returned !== undefined,
  }
}
