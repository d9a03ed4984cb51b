import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import type { Interval } from '../dues/period'
import { DomainError } from '../shared/errors'
import { TO_SEND } from './mail'
import { saveDraft } from './save'

/** What a run of dues is called: its plan, with the interval, and its period. */
export type NamedRun = { name: string; interval: Interval; period: string }

/** A run of dues, the list of its plan, and what the mail says, once it is known who writes it. */
type RunMail = { runId: string; list: string; toBody: (run: NamedRun) => Record<string, unknown> }

/**
 * Saves a mail as a draft to the persons from whom a run has claimed, or to who pays for them. Returns its id. Two trips. Throws what
 * `createDraft` throws, and `not_found` also for a run of which nothing is left.
 */
export function draftMailOfRun(principal: Principal, { runId, list, toBody }: RunMail): Promise<string> {
  return act(principal, TO_SEND, async (tx) => {
    const { context, rows } = await queryList(tx, list, 'read', {
      runs: selectRun(tx.workspace(), runId, list),
    })
    const [run] = rows.runs
    const ids: string[] = JSON.parse(run?.personIds ?? '[]')
    if (!run || ids.length === 0)
      throw new DomainError('not_found', 'There is no such run of dues, or nothing is left of it.')
    return saveDraft(tx, context, { list, selection: { ids }, toPayers: true, body: toBody(run) })
  })
}

/** A run of a plan of the list, with the ids of the persons from whom it has claimed fees, as JSON. */
const selectRun = (workspace: Sql, runId: string, list: string): Sql<NamedRun & { personIds: string }> => sql<
  NamedRun & { personIds: string }
>`
  SELECT dues_plans.name, interval, period, (
    SELECT json_group_array(DISTINCT person_id) FROM dues_parts INDEXED BY dues_parts_by_run
    WHERE dues_parts.workspace_id = dues_runs.workspace_id AND run_id = dues_runs.id AND fee_id IS NOT NULL) AS personIds
  FROM dues_runs CROSS JOIN dues_plans
    ON dues_plans.workspace_id = dues_runs.workspace_id AND dues_plans.id = dues_runs.plan_id
  WHERE dues_runs.workspace_id = ${workspace} AND dues_runs.id = ${runId} AND list_id = ${list}`
