import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { insertFees } from '../fees/create'
import { recordFees } from '../fees/events'
import { creditorReference } from '../shared/creditor-reference'
import { refusedAt } from '../shared/error-list'
import { newId, newIds } from '../shared/ids'
import type { Claims } from './claims'
import { insertParts } from './parts'
import { requireRevision } from './plan'
import { MAX_FEES, type NewDuesRun, type Reckoning, readRun, reckonRun } from './preview'
import { type DuesRun, runName } from './runs'
import { requireSameRuns } from './runs-version'

/** What claiming dues needs. */
export const TO_RUN = { permission: 'fees:write' } as const

/**
 * Claims what a plan says that persons owe for a period, all or nothing, and returns the run as JSON. A part is claimed once: a
 * repeated run claims what is missing. One trip more than {@link loadFacts}. Throws what `previewDues` throws, and
 * `invalid` for another mark, for faults that are left, for an archived plan, and if there is nothing to claim.
 */
export async function runDues(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_RUN, async (tx) => {
    const input = readRun(body)
    const reckoning = await reckonRun(tx, input, TO_RUN)
    requireClaimable(reckoning, input)
    return writeRun(tx, reckoning)
  })
}

function requireClaimable({ facts, computed, claims }: Reckoning, { mark, skip_faults }: NewDuesRun): void {
  if (facts.plan.head.archived) throw refusedAt('plan_id', { code: 'plan_archived' })
  if (typeof mark === 'string' && mark !== claims.mark) throw refusedAt('mark', { code: 'mark_outdated' })
  if (computed.faults.length > 0 && skip_faults !== true)
    throw refusedAt('skip_faults', { code: 'faults_left', count: computed.faults.length })
  if (claims.fees.length === 0) throw refusedAt('period', { code: 'nothing_to_claim' })
  if (claims.fees.length > MAX_FEES) throw refusedAt('plan_id', { code: 'too_many_fees', max: MAX_FEES })
}

type Claiming = Pick<Reckoning, 'facts'> & { claims: Pick<Claims, 'fees' | 'free'> }

/**
 * Writes a run with its fees and parts, and returns what `resultOf` makes of it. One trip. Throws `WriteConflict` if the plan, a person or the runs
 * of the period have changed since they were read.
 */
export async function writeRun(
  tx: Tx,
  claiming: Claiming,
  resultOf: (run: DuesRun) => string = JSON.stringify,
): Promise<string> {
  const { run, statements } = runStatements(tx, tx.writable(), claiming)
  return tx.finish(resultOf(run), statements)
}

/**
 * A new run, and the statements that write it with its fees and parts. They make the batch fail as a conflict if the plan, a person
 * or the runs of the period have changed since they were read, or the tenant filter matches no workspace.
 */
export function runStatements(tx: Tx, workspace: Sql, { facts, claims }: Claiming) {
  const { plan, version, period } = facts
  const { fees, free } = claims
  const id = newId('drn', tx.now)
  const feeIds = newIds('fee', tx.now, fees.length)
  const description = plan.head.description.replaceAll('{{period}}', period.name)
  const stored = fees.map(({ person, amount, dueOn, parts }, index) => ({
    ...{ id: feeIds[index], reference: creditorReference(String(feeIds[index])), amount, description },
    ...{ person_id: person.id, person_name: person.name, due_on: dueOn, ...parts[0]?.line.place },
  }))
  const amount = fees.reduce((sum, fee) => sum + fee.amount, 0)
  const now = tx.now.toISOString()
  const run: DuesRun = {
    ...{ id, plan_id: plan.head.id, plan_name: plan.head.name, period: period.name },
    ...{ from_period: version.from_period, count: fees.length, amount, state: 'claimed' as const },
    ...{ discard_reason: null, created_at: now },
  }
  const parts = [
    ...fees.flatMap((fee, index) => fee.parts.map((part) => ({ part, feeId: feeIds[index] ?? null }))),
    ...free.map((part) => ({ part, feeId: null })),
  ]
  const statements = {
    current: requireRevision(workspace, run.plan_id, plan.revision),
    alone: requireSameRuns(workspace, run.plan_id, period.name, facts.runs),
    there: requirePersons(workspace, plan.head.list, [...new Set(parts.map(({ part }) => part.person.id))]),
    run: sql`
      INSERT INTO dues_runs (workspace_id, id, plan_id, period, from_period, version_revision, version, count, amount,
        batch_id, state, created_at)
      VALUES (${workspace}, ${id}, ${run.plan_id}, ${period.name}, ${version.from_period}, ${version.revision},
        ${JSON.stringify(version)}, ${run.count}, ${amount}, ${tx.actor.batchId}, 'claimed', ${now})`,
    created: jsonArrays(stored).map((array) => insertFees(tx, workspace, array)),
    parts: insertParts(workspace, run, facts, parts),
    recorded: recordFees(tx.actor, workspace, feeIds),
    claimed: recordEvents(tx.actor, workspace, { action: 'dues.claimed', subject: 'dues_run' }, [
      {
        ...{ id, name: runName(run) },
        changes: {
          period: [null, period.name],
          count: [null, run.count],
          amount: [null, amount],
        },
      },
    ]),
  }
  return { run, statements }
}

/** Makes a batch fail as a conflict if one of the persons has left the list since it was read. */
const requirePersons = (workspace: Sql, list: string, ids: string[]): Sql[] =>
  jsonArrays(ids).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS claimed LEFT JOIN persons
        ON persons.workspace_id = ${workspace} AND list_id = ${list} AND area = 'regular'
          AND persons.id = claimed.value
      WHERE persons.id IS NULL)`),
  )
