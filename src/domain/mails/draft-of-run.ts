import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { DomainError } from '../shared/errors'
import { TO_SEND } from './mail'
import { saveDraft } from './save'

/** A run of dues, the list of its plan, and what the mail says, once it is known who writes it. */
type RunMail = { runId: string; list: string; toBody: () => Record<string, unknown> }

/**
 * Saves a mail as a draft to the persons from whom a run has claimed, or to who pays for them. Returns its id. Two trips. Throws what `createDraft` throws, and `not_found` also for a run of which nothing is left.
 */
export function draftMailOfRun(principal: Principal, { runId, list, toBody }: RunMail): Promise<string> {
  return act(principal, TO_SEND, async (tx) => {
    const { context, rows } = await queryList(tx, list, 'read', {
      persons: selectPersonsOfRun(tx.workspace(), runId, list),
    })
    const ids: string[] = JSON.parse(rows.persons[0]?.ids ?? '[]')
    if (ids.length === 0)
      throw new DomainError('not_found', 'There is no such run of dues, or nothing is left of it.')
    return saveDraft(tx, context, { list, selection: { ids }, toPayers: true, body: toBody() })
  })
}

const selectPersonsOfRun = (workspace: Sql, runId: string, list: string): Sql<{ ids: string }> => sql<{
  ids: string
}>`
  SELECT json_group_array(DISTINCT person_id) AS ids FROM dues_parts INDEXED BY dues_parts_by_run
  WHERE workspace_id = ${workspace} AND run_id = ${runId} AND fee_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM dues_plans WHERE dues_plans.workspace_id = dues_parts.workspace_id AND dues_plans.id = plan_id AND list_id = ${list})`
