import * as z from 'zod'
import { bankLines } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { maskIban, maskIbansIn } from '../../persons/mask'
import { DomainError } from '../../shared/errors'
import type { MatchLine } from '../suggest/line'
import { LOOKUP_COLUMNS } from '../suggest/select-candidates'

/** What an act on bank lines needs. */
export const TO_BANK = { permission: 'bank:write' } as const

/** A line of a bank statement as the API shows it. */
export const bankLine = z
  .object({
    id: z.string(),
    account_id: z.string(),
    statement_id: z.string(),
    booked_on: z.iso.date(),
    valued_on: z.iso.date().nullable(),
    amount: z.int().describe('Cents; negative for money that goes out'),
    currency: z.string(),
    party_name: z.string().nullable(),
    party_iban: z.string().nullable(),
    text: z.string(),
    end_to_end: z.string().nullable(),
    mandate_reference: z.string().nullable(),
    batch_reference: z.string().nullable(),
    transaction_code: z.string().nullable().describe('The German business transaction code (GVC)'),
    return_code: z.string().nullable().describe('Why a direct debit came back (ISO 20022)'),
    return_text: z.string().nullable(),
    original_amount: z.int().nullable().describe('Cents that a returned direct debit had'),
    charge: z.int().nullable().describe('Cents that the bank took for a return, where it says so'),
    state: z
      .enum(bankLines.state.enumValues)
      .describe('`done` once all of the amount is assigned to fees or booked'),
    assigned_amount: z.int().describe('Cents that are assigned to fees or booked'),
    ignore_reason: z.string().nullable(),
    revision: z.int().describe('Changes with the line; a confirmation may name it'),
    bookings_id: z
      .string()
      .nullable()
      .describe('By what it was booked together with other lines, which undoes all of them'),
  })
  .meta({ id: 'BankLine' })
export type BankLine = z.infer<typeof bankLine>

/** A stored line as a list reads it; an earlier version of the service stored no lookups. */
export type ListedRow = BankLine & { has_lookups: 0 | 1 }

/** A stored line. `debits` is JSON of {@link LineDebits}. */
export type LineRow = ListedRow & {
  debits: string | null
  elsewhere_amount: number
  booked_sign: number | null
  rule_id: string | null
}

/** What a line did to direct debits: the collection that it settled, or the debits that it credited or returned. */
export type LineDebits = {
  settled?: string
  /** The debits that were credited one by one. */
  credited?: string[]
  returned?: string[]
  /** The ids of the fees that pass charges on, where the workspace does that. */
  charge_fees?: string[]
}

const FIELDS = Object.keys(bankLine.shape) as (keyof BankLine)[]

/** The columns of a {@link ListedRow}, in the order of the API. */
export const LISTED_KEYS: readonly (keyof ListedRow)[] = [...FIELDS, 'has_lookups']

/** {@link LISTED_KEYS} as a query over `bank_lines` selects them. */
export const LISTED = sql.raw(
  [...FIELDS.map((field) => `bank_lines.${field}`), 'bank_lines.lookups IS NOT NULL AS has_lookups'].join(
    ', ',
  ),
)

const LINE = sql`
  ${LISTED}, bank_lines.debits, bank_lines.elsewhere_amount, bank_lines.booked_sign, bank_lines.rule_id`

/**
 * The lines of a workspace that match a condition over `bank_lines`. `index` is an `INDEXED BY`; `columns` are those of a
 * {@link LineRow} where they are absent.
 */
export const selectLines = (
  workspace: Sql,
  condition: Sql,
  { index = sql``, columns = LINE }: { index?: Sql; columns?: Sql } = {},
): Sql<LineRow> => sql<LineRow>`
  SELECT ${columns} FROM bank_lines ${index} WHERE bank_lines.workspace_id = ${workspace} AND ${condition}`

/** What the open lines that match a condition look up, for `selectCandidates`. */
export const selectLookups = (workspace: Sql, condition: Sql, index = sql``): Sql =>
  selectLines(workspace, sql`bank_lines.state = 'open' AND ${condition}`, {
    index,
    columns: LOOKUP_COLUMNS,
  })

/** The line that a lookup returned. Throws `not_found` when it returned none. */
export function requireLine([line]: LineRow[]): LineRow {
  if (line) return line
  throw new DomainError('not_found', 'There is no such bank line.')
}

/** A stored line as the API shows it, with the IBAN and those in its texts masked unless `showsIban`. */
export function lineToApi(
  {
    debits: _,
    has_lookups: __,
    elsewhere_amount: ___,
    booked_sign: ____,
    rule_id: _____,
    ...line
  }: ListedRow & Partial<LineRow>,
  showsIban: boolean,
): BankLine {
  if (showsIban) return line
  const { party_name, party_iban, text, end_to_end, return_text } = line
  return {
    ...line,
    party_name: party_name && maskIbansIn(party_name),
    party_iban: party_iban && maskIban(party_iban),
    text: maskIbansIn(text),
    end_to_end: end_to_end && maskIbansIn(end_to_end),
    return_text: return_text && maskIbansIn(return_text),
  }
}

/** What of a line is neither assigned nor booked, in cents, signed as the line. */
export const restOf = ({ amount, assigned_amount }: BankLine): number => amount - assigned_amount

/** A stored line as matching takes it: what is left of it. */
export const toMatch = (line: BankLine): MatchLine & Pick<BankLine, 'account_id'> => ({
  ...line,
  amount: restOf(line),
  gvc: line.transaction_code,
})

/** What a line pays of a fee, in cents, signed as the line. */
export type Part = { fee_id: string; amount: number }
