import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import type { RuleFactsRow } from './candidate-rows'

/** The rules whose place can be booked to, if there is a row of `line`. A workspace has 200 at most. */
export const BOOKING_RULES = sql<RuleFactsRow>`
  SELECT booking_rules.id, party_key, party_name, text_contains, sign, booking_rules.text, cost_units.name AS costunit_name,
    cost_unit_categories.name AS category_name,
    coalesce(booking_rules.sphere, cost_unit_categories.sphere, cost_units.sphere) AS sphere, booking_rules.side
  FROM (SELECT 1 FROM line LIMIT 1) AS some CROSS JOIN booking_rules
  LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = booking_rules.cost_unit_id
  LEFT JOIN cost_unit_categories ON cost_unit_categories.workspace_id = ${TENANT}
    AND cost_unit_categories.cost_unit_id = booking_rules.cost_unit_id AND cost_unit_categories.id = booking_rules.category_id
  WHERE booking_rules.workspace_id = ${TENANT} AND cost_units.archived_at IS NULL`

/** The rules of a workspace whose place can be booked to. */
export const selectUsableRules = (workspace: Sql): Sql<RuleFactsRow> => sql<RuleFactsRow>`
  WITH ${workspaceCte(workspace)}, line AS (SELECT 1) ${BOOKING_RULES}`
