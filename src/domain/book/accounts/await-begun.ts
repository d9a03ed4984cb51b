import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { type BookFacts, bookBeganOn } from '../book-facts'
import type { NewVoucher } from '../vouchers/insert'

/** The condition that a payment was left to an opening balance and neither takes another one back nor is taken back. */
const leftToOpeningSql = (workspace: Sql): Sql => sql`
  workspace_id = ${workspace} AND booking = 'before_opening' AND reverses IS NULL AND NOT EXISTS (
    SELECT 1 FROM payments AS reversal
    WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)`

/**
 * Lets the payments wait that were left to an opening balance, and on whose day the book had begun, as it does now. What bank
 * lines show stays in the opening of their account.
 */
export const awaitBegun = (workspace: Sql): Sql => sql`
  UPDATE payments SET booking = NULL, updated_at = ${NOW}
  WHERE ${leftToOpeningSql(workspace)} AND bank_line_id IS NULL AND paid_on >= ${bookBeganOn(workspace)}`

/** {@link awaitBegun}, if one of the vouchers that a batch has inserted lies before all that the book had. */
export const awaitSinceVouchers = (workspace: Sql, { beganOn }: BookFacts, drafts: NewVoucher[]): Sql[] =>
  drafts.some(({ bookedOn }) => beganOn === null || bookedOn < beganOn) ? [awaitBegun(workspace)] : []

/** Lets the payments wait that lines of an account show between two days, now that it opens on the first of them. */
export const awaitShown = (workspace: Sql, accountId: string, [from, to]: [string, string]): Sql => sql`
  UPDATE payments SET booking = NULL, updated_at = ${NOW}
  WHERE ${leftToOpeningSql(workspace)} AND paid_on >= ${from} AND paid_on < ${to} AND EXISTS (
    SELECT 1 FROM bank_lines
    WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = bank_line_id AND account_id = ${accountId})`
