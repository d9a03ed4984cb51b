import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { type BookChoices, choicesOf, selectChoices } from './book-choices'
import { TO_BOOK } from './create-account'

/** How many of the newest paid and returned fees are looked through at a time, and how many of them are booked at once. */
export const MAX_SEARCHED = 1000
export const MAX_UNBOOKED = 100

/** A fee with payments that no voucher books: their sum in cents, and the day of the last one. */
export type UnbookedFee = {
  id: string
  description: string
  person_name: string
  amount: number
  paid_on: string
}

/** Where a search for unbooked fees ended: the last fee that it read; null at the end of all. */
type Search = { last: string | null }

/**
 * Lists fees with payments that no voucher books, newest first, looking through {@link MAX_SEARCHED} fees from `before` on:
 * the paid ones, and the returned ones, since the bank line of a return is booked although its credit was not. `next` is where another search goes on. One trip. Throws `permission_missing`.
 */
export async function listUnbooked(
  principal: Principal,
  { before }: { before: string | undefined },
): Promise<{ fees: UnbookedFee[]; next: string | undefined; choices: BookChoices }> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      fees: sql<UnbookedFee>`${selectUnbooked(workspace, before)} LIMIT ${MAX_UNBOOKED + 1}`,
      searches: sql<Search>`
        WITH ${workspaceCte(workspace)}, ${searchedCte(before)}
        SELECT iif(count(*) = ${MAX_SEARCHED}, min(id), NULL) AS last FROM searched`,
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  const fees = rows.fees.slice(0, MAX_UNBOOKED)
  const next = rows.fees.length > MAX_UNBOOKED ? fees.at(-1)?.id : (rows.searches[0]?.last ?? undefined)
  return { fees, next, choices: choicesOf(rows, principal.now) }
}

/** How many of the newest paid and returned fees have payments that no voucher books. A statement for the trip of the caller. */
export const countUnbooked = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM (${selectUnbooked(workspace, undefined)})`

const searchedCte = (before: string | undefined): Sql => sql`searched (id) AS MATERIALIZED (
  SELECT id FROM (
    ${newest('paid', before)} UNION ALL ${newest('returned', before)})
  ORDER BY id DESC LIMIT ${MAX_SEARCHED})`

const newest = (status: 'paid' | 'returned', before: string | undefined): Sql => sql`
  SELECT id FROM (
    SELECT id FROM fees INDEXED BY fees_by_status
    WHERE workspace_id = ${TENANT} AND status = ${status} AND id < ${before ?? 'fee~'}
    ORDER BY id DESC LIMIT ${MAX_SEARCHED})`

const selectUnbooked = (workspace: Sql, before: string | undefined): Sql => sql`
  WITH ${workspaceCte(workspace)}, ${searchedCte(before)}
  SELECT fees.id, fees.description, fees.person_name, sum(payments.amount) AS amount,
    max(payments.paid_on) AS paid_on
  FROM searched CROSS JOIN fees CROSS JOIN payments
  WHERE fees.workspace_id = ${TENANT} AND fees.id = searched.id
    AND payments.workspace_id = ${TENANT} AND payments.fee_id = fees.id AND kind <> 'waiver' AND reverses IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM voucher_lines INDEXED BY voucher_lines_by_payment
      WHERE voucher_lines.workspace_id = ${TENANT} AND payment_id = payments.id)
    AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal INDEXED BY payments_by_reversed
      WHERE reversal.workspace_id = ${TENANT} AND reversal.reverses = payments.id)
  GROUP BY fees.id HAVING sum(payments.amount) <> 0 ORDER BY fees.id DESC`
