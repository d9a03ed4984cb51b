import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { type BookChoices, choicesOf, selectChoices } from './book-choices'
import { TO_BOOK } from './create-account'
import { IS_UNASSIGNED } from './list-vouchers'
import type { Voucher } from './voucher'

/** How many lines are assigned at once. */
export const MAX_UNASSIGNED = 100

/** A line with neither cost unit nor sphere, with what its voucher says. */
export type UnassignedLine = Pick<Voucher, 'id' | 'year' | 'number' | 'booked_on' | 'text' | 'party'> & {
  line: number
  amount: number
  lineText: string | null
}

/**
 * Lists the first {@link MAX_UNASSIGNED} lines of a year with neither cost unit nor sphere, oldest first. Those of reversals
 * are left out, since they follow what they take back. One trip, which reads the year up to the last of them. Throws
 * `permission_missing`.
 */
export async function listUnassigned(
  principal: Principal,
  { year }: { year: number },
): Promise<{ lines: UnassignedLine[]; hasMore: boolean; choices: BookChoices }> {
  const { rows } = await query(
    principal,
    {
      lines: sql<UnassignedLine>`
        WITH ${workspaceCte(principal.workspace())}
        SELECT vouchers.id, vouchers.year, vouchers.number, booked_on, vouchers.text, party, line,
          voucher_lines.amount, voucher_lines.text AS lineText
        FROM voucher_lines CROSS JOIN vouchers
        WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = ${year} AND ${IS_UNASSIGNED}
          AND vouchers.workspace_id = ${TENANT} AND vouchers.year = voucher_lines.year
          AND vouchers.number = voucher_lines.number AND reverses IS NULL
        ORDER BY voucher_lines.number, line LIMIT ${MAX_UNASSIGNED + 1}`,
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  return {
    lines: rows.lines.slice(0, MAX_UNASSIGNED),
    hasMore: rows.lines.length > MAX_UNASSIGNED,
    choices: choicesOf(rows, principal.now),
  }
}
