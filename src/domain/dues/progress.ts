import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { addDays } from '../shared/dates'
import { type Interval, type Period, parsePeriod, periodAfter } from './period'

/** How far the runs of a plan are. */
export type PlanProgress = {
  id: string
  name: string
  list: ListId
  interval: Interval
  /** The period from which the plan is in force. */
  first: string
  /** The last period that was claimed. */
  last: string | null
}

/** Selects how far the runs of each plan are that is not archived. By index; a row for each plan, version and run. */
export const selectProgress = (workspace: Sql): Sql<PlanProgress> => sql<PlanProgress>`
  SELECT id, name, list_id AS list, interval, (
    SELECT min(from_period) FROM dues_versions
    WHERE dues_versions.workspace_id = dues_plans.workspace_id AND plan_id = dues_plans.id) AS first, (
    SELECT max(period) FROM dues_runs
    WHERE dues_runs.workspace_id = dues_plans.workspace_id AND plan_id = dues_plans.id AND state = 'claimed') AS last
  FROM dues_plans WHERE workspace_id = ${workspace} AND archived_at IS NULL ORDER BY id`

/** The period of a plan that is claimed next: after the last one that was claimed, or its first. */
export function nextPeriod({ interval, first, last }: PlanProgress): Period {
  const claimed = last === null ? undefined : parsePeriod(interval, last)
  return claimed ? periodAfter(interval, claimed) : (parsePeriod(interval, first) as Period)
}

/** How many days before a period begins its run is proposed. */
const PROPOSED_DAYS = 60

/** Whether the next period of a plan has begun, or begins soon. */
export const isProposed = (plan: PlanProgress, today: string): boolean =>
  nextPeriod(plan).begin <= addDays(today, PROPOSED_DAYS)
