import { type Sql, sql } from '../../../db/sql'

/**
 * Whether a line of `voucher_lines` is not assigned, as an SQL condition. Taxes of non-profit associations need the
 * sphere; to others a cost unit is enough. Workspaces say whether they are non-profit; no migration said it for them.
 */
export const lineIsUnassigned = (workspace: Sql): Sql => sql`(
  voucher_lines.sphere IS NULL AND (voucher_lines.cost_unit_id IS NULL
    OR (SELECT is_nonprofit FROM workspaces WHERE workspaces.id = ${workspace})))`

/** The same of a line as the API shows it. */
export const lacksPlace = (
  { costunit_name, sphere }: { costunit_name: string | null; sphere: string | null },
  isNonprofit: boolean,
): boolean => sphere === null && (costunit_name === null || isNonprofit)
