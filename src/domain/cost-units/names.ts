import { type Sql, sql } from '../../db/sql'

/** The cost units that can be booked to, each with each of its categories and once without. */
export const selectCostUnitNames = (workspace: Sql) => sql<{ name: string; category: string | null }>`
  SELECT name, NULL AS category FROM cost_units WHERE workspace_id = ${workspace} AND archived_at IS NULL
  UNION ALL
  SELECT cost_units.name, cost_unit_categories.name FROM cost_units CROSS JOIN cost_unit_categories
  WHERE cost_units.workspace_id = ${workspace} AND archived_at IS NULL
    AND cost_unit_categories.workspace_id = cost_units.workspace_id AND cost_unit_id = cost_units.id
  ORDER BY 1, 2`
