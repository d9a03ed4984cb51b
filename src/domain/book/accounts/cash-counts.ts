import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { DomainError } from '../../shared/errors'
import { type BookChoices, choicesOf, selectChoices } from './choices'
import type { CashCount } from './count-cash'

const MAX_COUNTS = 10

/** A count with the number of the voucher that booked its difference. */
export type CountRow = CashCount & { accountName: string; voucherId: string | null; voucher: string | null }

/** Lists the last counts of all cash boxes, newest first, and what a new one needs. One trip. Throws `permission_missing`. */
export async function viewLastCounts(
  principal: Principal,
): Promise<{ counts: CountRow[]; choices: BookChoices }> {
  const { rows } = await query(
    principal,
    { counts: selectLastCounts(principal.workspace()), ...selectChoices(principal) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  return { counts: rows.counts, choices: choicesOf(rows, principal.now) }
}

/** Reads one count. One trip. Throws `permission_missing` and `not_found`. */
export async function viewCount(
  principal: Principal,
  { id }: { id: string },
): Promise<{ count: CountRow; choices: BookChoices }> {
  const { rows } = await query(
    principal,
    {
      counts: selectCountRows(principal.workspace(), sql`cash_counts.id = ${id}`),
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const [count] = rows.counts
  if (!count) throw new DomainError('not_found', 'There is no such count.')
  return { count, choices: choicesOf(rows, principal.now) }
}

/** The external id of the voucher that books the difference of a count, so that only one does. */
export const differenceId = (countId: string): string => `difference:${countId}`

const selectLastCounts = (workspace: Sql): Sql<CountRow> => sql<CountRow>`
  ${selectCountRows(workspace, sql`TRUE`)} ORDER BY cash_counts.id DESC LIMIT ${MAX_COUNTS}`

// By account, so that the primary key finds them; an association has at most 50.
const selectCountRows = (workspace: Sql, condition: Sql): Sql<CountRow> => sql<CountRow>`
  WITH ${workspaceCte(workspace)}
  SELECT cash_counts.id, cash_counts.account_id, counted_on, counted, expected, counted - expected AS difference, note,
    cash_counts.created_at, accounts.name AS accountName, vouchers.id AS voucherId,
    vouchers.year || '-' || vouchers.number AS voucher
  FROM accounts CROSS JOIN (
    SELECT * FROM cash_counts WHERE workspace_id = ${TENANT}) AS cash_counts
  LEFT JOIN vouchers ON vouchers.workspace_id = ${TENANT} AND vouchers.external_id IS NOT NULL
    AND vouchers.external_id = 'difference:' || cash_counts.id
  WHERE accounts.workspace_id = ${TENANT} AND accounts.kind = 'cash' AND cash_counts.account_id = accounts.id
    AND ${condition}`
