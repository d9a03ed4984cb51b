import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { type BookChoices, choicesOf, selectChoices } from '../accounts/choices'
import { TO_BOOK } from '../book-facts'
import { lineIsUnassigned } from '../places/is-unassigned'
import type { Voucher } from './voucher'

type Sphere = NonNullable<Voucher['lines'][number]['sphere']>

/** How many lines are assigned at once. */
export const MAX_UNASSIGNED = 100

/** A line that is not assigned, with what its voucher says, and the sphere of the cost unit that it names. */
export type UnassignedLine = Pick<Voucher, 'id' | 'year' | 'number' | 'booked_on' | 'text' | 'party'> & {
  line: number
  amount: number
  lineText: string | null
  costunit_name: string | null
  category_name: string | null
  unitSphere: Sphere | null
}

/**
 * Lists the first {@link MAX_UNASSIGNED} lines of a year that are not assigned, oldest first. Those of reversals are left out,
 * since they follow what they take back. One trip, which reads the year up to the last of them. Throws
 * `permission_missing`.
 */
export async function viewUnassigned(
  principal: Principal,
  { year }: { year: number },
): Promise<{ lines: UnassignedLine[]; hasMore: boolean; choices: BookChoices }> {
  const { rows } = await query(
    principal,
    {
      lines: sql<UnassignedLine>`
        WITH ${workspaceCte(principal.workspace())}
        SELECT vouchers.id, vouchers.year, vouchers.number, booked_on, vouchers.text, party, line,
          voucher_lines.amount, voucher_lines.text AS lineText, cost_units.name AS costunit_name,
          category.name AS category_name, coalesce(category.sphere, cost_units.sphere) AS unitSphere
        FROM voucher_lines CROSS JOIN vouchers
        LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = voucher_lines.cost_unit_id
        LEFT JOIN cost_unit_categories AS category ON category.workspace_id = ${TENANT}
          AND category.cost_unit_id = voucher_lines.cost_unit_id AND category.id = voucher_lines.category_id
        WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = ${year} AND ${lineIsUnassigned(TENANT)}
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
