import * as z from 'zod'
import { sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { refusedAt } from '../shared/error-list'
import { exactLine } from '../shared/text'
import { validate } from '../shared/validation'
import { ONCE } from './claimed'
import { computeAll, type NewFee, planDay } from './claims'
import { claimedIn, type Difference, differencesOf, missingOf } from './differences'
import { requireRevision } from './plan'
import { type Facts, loadFacts } from './reckon'
import { TO_RUN, writeRun } from './run'
import { duesRun } from './runs'
import { requireSameRuns } from './runs-version'

/** The body that decides on a difference between what was claimed from a person and what the plan says now. */
export const differenceDecision = z
  .strictObject({
    period: exactLine(16),
    person_id: exactLine(255),
    decision: z
      .enum(['claim', 'keep'])
      .describe(
        '`claim` creates a fee for what is missing; `keep` leaves what was claimed, until the plan says something else again',
      ),
    now: z
      .int()
      .nullish()
      .describe('What the preview said that the plan says now, in cents; refused if that has changed'),
  })
  .meta({
    examples: [{ period: '2027', person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe', decision: 'claim', now: 12_000 }],
  })
type Decision = z.output<typeof differenceDecision>

/** A difference that was decided on. */
export const settledDifference = z
  .object({
    person_id: z.string(),
    claimed: z.int().describe('What was claimed before, in cents'),
    now: z.int().describe('What the plan says, in cents'),
    run: duesRun.nullable().describe('The run that claimed what was missing; `null` if nothing was claimed'),
  })
  .meta({ id: 'SettledDuesDifference' })
export type SettledDifference = z.infer<typeof settledDifference>

/**
 * Decides on what the plan says otherwise of a person than was claimed: claims what is missing by a run of its own, or keeps what
 * was claimed. Returns the {@link SettledDifference} as JSON. One trip more than {@link loadFacts}. Throws
 * `permission_missing`, `not_found`, `list_not_subscribed`, and `invalid` if there is no such difference, or nothing is missing.
 */
export async function settleDifference(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_RUN, async (tx) => {
    const input = validate(differenceDecision, body)
    const { period, person_id } = input
    const facts = await loadFacts(tx, { id, period, named: { ids: [person_id] }, ...TO_RUN })
    const difference = requireDifference(facts, input)
    const { claimed, now } = difference
    const settled = { person_id, claimed, now, run: null } satisfies SettledDifference
    if (input.decision === 'keep') return keep(tx, facts, difference, settled)
    if (now < claimed) throw refusedAt('decision', { code: 'nothing_to_claim' })
    const claims = { fees: [feeFor(facts, difference)], free: [] }
    return writeRun(tx, { facts, claims }, (run) => JSON.stringify({ ...settled, run }))
  })
}

function requireDifference(facts: Facts, { person_id, now }: Decision): Difference {
  if (!facts.persons.some(({ isSelected }) => isSelected))
    throw refusedAt('person_id', { code: 'person_unknown' })
  const difference = differencesOf(facts, computeAll(facts)).find(({ person }) => person.id === person_id)
  if (!difference) throw refusedAt('person_id', { code: 'no_difference' })
  if (typeof now === 'number' && now !== difference.now) throw refusedAt('now', { code: 'mark_outdated' })
  return difference
}

/** The fee for what is missing, with each part as a further instalment of its line. */
function feeFor(facts: Facts, difference: Difference): NewFee {
  const { person, claimed, now } = difference
  const own = claimedIn(facts, person)
  const parts = missingOf(facts, difference).map((line, index) => ({
    ...{ person, line, amount: line.amount, position: index + 1 },
    instalment: (own.find(({ part }) => part === line.part)?.last ?? 0) + 1,
  }))
  return { person, dueOn: planDay(facts), amount: now - claimed, parts }
}

function keep(
  tx: Tx,
  { plan, period, runs }: Facts,
  { person, claimed, now }: Difference,
  settled: SettledDifference,
): Promise<string> {
  const workspace = tx.writable()
  const subject = plan.head.list === 'members' ? 'member' : 'contact'
  return tx.finish(JSON.stringify(settled), {
    current: requireRevision(workspace, plan.head.id, plan.revision),
    same: requireSameRuns(workspace, plan.head.id, period.name, runs),
    kept: sql`
      UPDATE dues_parts SET basis = json_set(basis, '$.accepted', ${now})
      WHERE workspace_id = ${workspace} AND plan_id = ${plan.head.id} AND person_id = ${person.id}
        AND period IN (${period.name}, ${ONCE})`,
    recorded: recordEvents(tx.actor, workspace, { action: 'dues.difference_kept', subject }, [
      {
        ...{ id: person.id, name: person.name },
        changes: { period: [null, period.name], amount: [claimed, now] },
      },
    ]),
  })
}
