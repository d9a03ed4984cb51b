import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import type { Period } from './period'

/** What a plan has claimed for a period; `count` is that of the fees. */
export type OtherPlan = { plan_id: string; name: string; period: string; count: number }

/** Selects what other plans of a list have claimed in the year of a period, without runs that were taken back. */
export const selectOtherPlans = (
  workspace: Sql,
  { id, list, period }: { id: string; list: ListId; period: Period },
): Sql<OtherPlan> => sql<OtherPlan>`
  SELECT plan_id, name, period, sum(count) AS count
  FROM dues_plans CROSS JOIN dues_runs INDEXED BY dues_runs_by_period
  WHERE dues_plans.workspace_id = ${workspace} AND list_id = ${list} AND dues_plans.id <> ${id}
    AND dues_runs.workspace_id = ${workspace} AND plan_id = dues_plans.id AND state = 'claimed'
    AND period >= ${period.begin.slice(0, 4)} AND period < ${period.begin.slice(0, 4)} || '~'
  GROUP BY plan_id, period ORDER BY name, period LIMIT 20`
