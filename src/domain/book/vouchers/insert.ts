import { failUnless } from '../../../db/guard'
import { elementsOf, jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import type { voucherLines, vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { addToDays } from '../accounts/account-days'
import { fiscalYearOf } from '../fiscal-year'
import { storedSide } from '../places/side'
import { insertDividedLines, insertLines } from './insert-lines'
import { requireUntied } from './tied'

type VoucherRow = typeof vouchers.$inferSelect
type LineRow = typeof voucherLines.$inferSelect

/** A line of a voucher that is to be written. `amount` is signed, in cents. */
export type NewVoucherLine = Pick<LineRow, 'amount'> & {
  /** Whether the line is booked back to the very place of another one, also if that has no sphere. */
  isBookedBack?: boolean
  /** Whether the line books a payment of a fee with parts, and becomes one for each that it fills. */
  isDivided?: boolean
  /** Which part of its fee the line is for, if it is for one. */
  feePart?: number
} & Partial<Pick<LineRow, 'text' | 'costUnitId' | 'categoryId' | 'sphere' | 'feeId' | 'paymentId' | 'side'>>

/** A voucher that is to be written. The amounts of its lines are its amount; a transfer has none. */
export type NewVoucher = Pick<VoucherRow, 'id' | 'kind' | 'accountId' | 'bookedOn' | 'amount' | 'text'> &
  Partial<
    Pick<VoucherRow, 'otherAccountId' | 'party' | 'bankLineId' | 'bankLinePart' | 'reverses' | 'externalId'>
  > & { lines: NewVoucherLine[] }

/**
 * Writes vouchers with the next numbers of their fiscal years, in their order, marks those that they reverse, and
 * adds them to the days of their accounts. The batch also needs `requireOpenYears`. Statements per megabyte. Numbers
 * have no gaps, so nothing is deleted: a reversal has the negated amounts. A voucher that another act makes has no
 * event of its own; that of the fee or bank line tells it.
 */
export function insertVouchers(workspace: Sql, yearStart: number, drafts: NewVoucher[]): Sql[] {
  const heads = drafts.map(({ lines: _, ...head }) => ({
    ...head,
    year: fiscalYearOf(head.bookedOn, yearStart),
  }))
  // Apart from their vouchers, since one of them may have more lines than fit into a megabyte.
  const linesOf = (areDivided: boolean) =>
    drafts.flatMap(({ id, lines, reverses }) =>
      lines
        .filter(({ isDivided = false }) => isDivided === areDivided)
        .map(({ isDivided: _, ...line }, index) => ({
          ...line,
          id,
          line: index + 1,
          side: storedSide({ ...line, fee_id: line.feeId ?? null }, Boolean(reverses)),
        })),
    )
  const reversing = heads.flatMap(({ id, reverses }) => (reverses ? [{ id, reverses }] : []))
  return [
    ...jsonArrays(heads).map((array) => insertNumbered(workspace, array)),
    ...jsonArrays(linesOf(false)).map((array) => insertLines(workspace, array)),
    ...jsonArrays(linesOf(true)).map((array) => insertDividedLines(workspace, array)),
    ...jsonArrays(reversing).flatMap((array) => [
      requireFree(workspace, array),
      requireUntied(workspace, sql`SELECT value ->> 'reverses' AS id FROM json_each(${array})`),
      markReversed(workspace, array),
    ]),
    ...addToDays(workspace, drafts),
  ]
}

const insertNumbered = (workspace: Sql, array: string): Sql => sql`
  WITH ${workspaceCte(workspace)}
  INSERT INTO vouchers (workspace_id, year, number, id, kind, account_id, other_account_id, booked_on, amount, text, party,
    bank_line_id, bank_line_part, reverses, external_id, created_at)
  SELECT ${TENANT}, value ->> 'year',
    coalesce((SELECT max(number) FROM vouchers WHERE workspace_id = ${TENANT} AND year = value ->> 'year'), 0)
      + row_number() OVER (PARTITION BY value ->> 'year' ORDER BY key),
    value ->> 'id', value ->> 'kind', value ->> 'accountId', value ->> 'otherAccountId', value ->> 'bookedOn',
    value ->> 'amount', value ->> 'text', value ->> 'party', value ->> 'bankLineId', value ->> 'bankLinePart',
    value ->> 'reverses', value ->> 'externalId', ${NOW}
  FROM ${elementsOf(array)} WHERE TRUE`

// A bank line may have come to show the money of one of them since it was read.
const requireFree = (workspace: Sql, array: string): Sql =>
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS draft CROSS JOIN vouchers INDEXED BY vouchers_by_id
    WHERE vouchers.workspace_id = ${workspace} AND vouchers.id = draft.value ->> 'reverses' AND coalesce(met_line_id, other_met_line_id) IS NOT NULL)`)

// The workspace is a column of what is joined, so that the planner looks each voucher up rather than read the year.
const markReversed = (workspace: Sql, array: string): Sql => sql`
  WITH drafts (tenant, id, reverses) AS MATERIALIZED (
    SELECT ${workspace}, value ->> 'id', value ->> 'reverses' FROM json_each(${array}) WHERE value ->> 'reverses' IS NOT NULL)
  UPDATE vouchers SET reversed_by = drafts.id
  FROM drafts
  WHERE vouchers.workspace_id = drafts.tenant AND vouchers.id = drafts.reverses`
