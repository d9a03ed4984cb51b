import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'

/**
 * A state of the runs of a plan and period, which never comes back: runs are only added, discarded once, and lose fees until
 * then.
 */
export type RunsVersion = { version: string }

export const selectRunsVersion = (
  workspace: Sql,
  planId: string,
  period: string,
): Sql<RunsVersion> => sql<RunsVersion>`
  SELECT concat_ws('.', count(*), total(state = 'discarded'), total(count)) AS version FROM dues_runs
  WHERE workspace_id = ${workspace} AND plan_id = ${planId} AND period = ${period}`

/** Makes a batch fail as a conflict if there is another run of the period since the version was read. */
export const requireSameRuns = (
  workspace: Sql,
  planId: string,
  period: string,
  { version }: RunsVersion,
): Sql => failUnless(sql`(${selectRunsVersion(workspace, planId, period)}) = ${version}`)
