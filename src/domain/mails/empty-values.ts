import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT } from '../access/principal'
import type { CustomColumn } from '../custom-columns/column'
import { OPEN_AMOUNT } from '../fees/open-amount'
import { PAYS } from '../persons/payers/pays'
import { columnPlaceholder } from './placeholders'

const nothingOpenSql = (condition = sql`TRUE`): Sql => sql`NOT EXISTS (
  SELECT 1 FROM fees INDEXED BY fees_to_pay
  WHERE fees.workspace_id = ${TENANT} AND fees.person_id = persons.id AND fees.status IN ('open', 'returned')
    AND ${OPEN_AMOUNT} > 0 AND ${condition})`

const HAS_PARTS_SQL = sql`EXISTS (
  SELECT 1 FROM dues_parts INDEXED BY dues_parts_by_fee
  WHERE dues_parts.workspace_id = fees.workspace_id AND dues_parts.fee_id = fees.id)`

const CONDITIONS: Record<string, Sql> = {
  first_name: sql`first_name IS NULL`,
  last_name: sql`last_name IS NULL`,
  name: sql`first_name IS NULL AND last_name IS NULL`,
  salutation: sql`first_name IS NULL AND last_name IS NULL`,
  membership_number: sql`membership_number IS NULL`,
  iban_ending: sql`bank_account ->> 'iban' IS NULL`,
  mandate_reference: sql`${persons.sepaMandate} IS NULL`,
  fees: nothingOpenSql(),
  fee_parts: nothingOpenSql(HAS_PARTS_SQL),
  transfer: nothingOpenSql(),
  fee_note: sql`${nothingOpenSql()} AND payer_id IS NULL AND ${persons.paymentMethod} IS NOT 'direct_debit'
    AND ${persons.sepaMandate} IS NULL AND NOT ${PAYS}`,
}

/** The condition that a placeholder has no value for a person, as SQL over `persons`; undefined if it always has one. */
export function emptySql(placeholder: string, columns: CustomColumn[]): Sql | undefined {
  const column = columns.find((candidate) => columnPlaceholder(candidate) === placeholder)
  // The id of a column comes from the database, and has no quote.
  return column ? sql.raw(`json_extract(custom_values, '$.${column.id}') IS NULL`) : CONDITIONS[placeholder]
}
