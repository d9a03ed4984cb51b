import { type Sql, sql } from '../../db/sql'
import { type FeePart, feePartsOf } from './parts-of-fee'

/** Dues of a period of which a run said that a person owes nothing: by its lines, or by a rule that exempts it. */
export type FreeDues = { runId: string; description: string; parts: Omit<FeePart, 'runId'>[] }

type FreeRow = { runId: string; description: string; parts: string }

/** How many periods are shown, the latest. */
const MAX_FREE = 3

/** Selects the latest dues that came to nothing for a person. A statement for the trip of the caller; by index. */
export const selectFreeDues = (workspace: Sql, personId: string): Sql<FreeRow> => sql<FreeRow>`
  SELECT part.runId, replace(dues_plans.description, '{{period}}', part.period) AS description, part.parts
  FROM (
    SELECT plan_id AS planId, max(run_id) AS runId, coalesce(basis ->> 'period', period) AS period,
      json_group_array(json_array(coalesce(basis ->> 'why', name), amount, basis -> 'steps')) AS parts
    FROM dues_parts INDEXED BY dues_parts_by_person
    WHERE workspace_id = ${workspace} AND person_id = ${personId}
    GROUP BY plan_id, coalesce(basis ->> 'period', period) HAVING max(fee_id) IS NULL
    ORDER BY 3 DESC LIMIT ${MAX_FREE}
  ) AS part CROSS JOIN dues_plans
  WHERE dues_plans.workspace_id = ${workspace} AND dues_plans.id = part.planId
  ORDER BY part.period DESC`

/** The dues that {@link selectFreeDues} found. */
export const freeDuesOf = (rows: FreeRow[]): FreeDues[] =>
  rows.map(({ parts, ...one }) => ({ ...one, parts: feePartsOf(parts) }))
