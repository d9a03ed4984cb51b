import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { contextFrom, selectColumns } from '../custom-columns/query-list'
import { changesBetween } from '../events/changes'
import { type Changes, recordEvents } from '../events/record'
import { indexCostUnits, selectCostUnitsByName } from '../fees/expenses'
import type { Precondition } from '../persons/precondition'
import { type Issue, refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { isGiven, isObject, validate } from '../shared/validation'
import { planDescription, planName, settingsOf, TO_PLAN } from './create'
import { requirePeriod, toVersioned, type VersionedPlan } from './get'
import { anyExpensesIn } from './places'
import { MAX_VERSIONS, planVersion, requirePlan, requireRevision, type StoredPlan, selectPlan } from './plan'
import { givenVersion, type StoredVersion } from './version'
import { storedRules, versionIssues, writeVersion } from './version-issues'

/** The body that renames, archives or restores a plan: absent keys stay. */
export const duesPlanChange = z
  .strictObject({
    name: planName.nullish(),
    description: planDescription.nullish(),
    archived: z.boolean().nullish().describe('An archived plan is kept, and may be restored'),
  })
  .meta({ examples: [{ archived: true }] })

type Change = { id: string; body: Record<string, unknown>; precondition?: Precondition | undefined }

/**
 * Renames, archives or restores a plan, and returns it with its last version. Two trips, one if nothing changes. Throws
 * `permission_missing`, `not_found`, `changed_meanwhile` and `invalid`.
 */
export async function changeDuesPlan(
  principal: Principal,
  { id, body, precondition }: Change,
): Promise<VersionedPlan> {
  return act(principal, TO_PLAN, async (tx) => {
    const stored = requirePlan(await tx.read(selectPlan(tx.workspace(), id)))
    requireCurrent(stored, precondition)
    const input = validate(duesPlanChange, body)
    const { name, description, archived } = stored.head
    const before = { name, description, archived }
    const after = {
      name: input.name ?? name,
      description: input.description ?? description,
      archived: input.archived ?? archived,
    }
    const changes = changesBetween(before, after)
    if (Object.keys(changes).length === 0) return lastOf(stored)
    return write(tx, stored, changes, {
      set: sql`name = ${after.name}, description = ${after.description}, archived_at = ${
        after.archived ? sql`coalesce(archived_at, ${tx.now.toISOString()})` : null
      },`,
      name: after.name,
    })
  })
}

type NewVersion = Change & { fromPeriod: string }

/**
 * Stores what a plan says from a period on, in place of the version that begins then, and returns the plan with it. Two
 * trips, one if nothing changes. Throws `permission_missing`, `not_found`, `changed_meanwhile` and `invalid`, also for a version
 * by which dues were claimed.
 */
export async function setDuesVersion(
  principal: Principal,
  { id, fromPeriod, body, precondition }: NewVersion,
): Promise<VersionedPlan> {
  return act(principal, TO_PLAN, async (tx) => {
    const workspace = tx.workspace()
    const { members, contacts, costUnits, credential, uses, ...rows } = await tx.read({
      ...selectPlan(workspace, id),
      uses: selectUses(workspace, id, fromPeriod),
      // The list is known once the plan is read.
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
      costUnits: selectCostUnitsByName(workspace, anyExpensesIn(body)),
    })
    const stored = requirePlan(rows)
    requireCurrent(stored, precondition)
    requirePeriod(stored, 'from_period', fromPeriod)
    const { interval, list } = stored.head
    const units = indexCostUnits(costUnits)
    const context = contextFrom(tx, credential, list, list === 'members' ? members : contacts)
    const ruleIds = new Set(stored.versions.flatMap(({ rules }) => rules.map((rule) => rule.id)))
    const facts = { interval, context, costUnits: units, ruleIds }
    const replaced = stored.versions.find(({ from_period }) => from_period === fromPeriod)
    const input = validate(givenVersion, body, function* (given): Iterable<Issue> {
      if (!replaced && stored.versions.length >= MAX_VERSIONS)
        yield [['from_period'], { code: 'too_many_versions', max: MAX_VERSIONS }]
      yield* versionIssues(given, facts)
    })
    const rules = storedRules(tx, input, units)
    if (
      replaced &&
      isSame(replaced, { ...input, from_period: fromPeriod, rules, revision: replaced.revision })
    )
      return toVersioned(stored, replaced)
    if (uses.length > 0) throw refusedAt('from_period', { code: 'version_used' })
    const changes = {
      ...(replaced ? {} : { from_period: [null, fromPeriod] satisfies Changes[string] }),
      ...changesBetween(replaced ? settingsOf(replaced) : {}, settingsOf(input)),
      version: [replaced ? replaced.revision : null, (replaced?.revision ?? 0) + 1] satisfies Changes[string],
    }
    return write(tx, stored, changes, {
      set: sql``,
      name: stored.head.name,
      version: [
        failUnless(sql`NOT EXISTS (${selectUses(tx.writable(), id, fromPeriod)})`),
        writeVersion(tx.writable(), { planId: id, fromPeriod, version: input, rules }),
      ],
      fromPeriod,
    })
  })
}

/** Selects a run that claims by a version, and was not discarded. */
const selectUses = (workspace: Sql, planId: string, fromPeriod: string): Sql<{ id: string }> => sql<{
  id: string
}>`
  SELECT id FROM dues_runs
  WHERE workspace_id = ${workspace} AND plan_id = ${planId} AND from_period = ${fromPeriod} AND state = 'claimed' LIMIT 1`

/** Whether two versions say the same, whatever the order of their keys; an absent key is as null. */
const isSame = (stored: StoredVersion, given: StoredVersion): boolean => plain(stored) === plain(given)

const plain = (version: StoredVersion): string =>
  JSON.stringify(version, (_, value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => isGiven(one))
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  )

type Written = { set: Sql; name: string; version?: Sql[]; fromPeriod?: string }

/** Writes a change of a plan with its event, unless another request has changed the plan since it was read. */
async function write(
  tx: Tx,
  stored: StoredPlan,
  changes: Changes,
  { set, name, version, fromPeriod }: Written,
): Promise<VersionedPlan> {
  const { id } = stored.head
  const workspace = tx.writable()
  const planSql = sql`workspace_id = ${workspace} AND id = ${id}`
  const rows = await tx.write({
    current: requireRevision(workspace, id, stored.revision),
    version: version ?? [],
    changed: sql`
      UPDATE dues_plans SET ${set} revision = revision + 1, updated_at = ${tx.now.toISOString()} WHERE ${planSql}`,
    recorded: recordEvents(tx.actor, workspace, { action: 'dues_plan.updated', subject: 'dues_plan' }, [
      { id, name, changes },
    ]),
    ...selectPlan(tx.workspace(), id),
  })
  const plan = requirePlan(rows)
  const shown = plan.versions.find(({ from_period }) => from_period === fromPeriod)
  return shown ? toVersioned(plan, shown) : lastOf(plan)
}

const lastOf = (plan: StoredPlan): VersionedPlan => toVersioned(plan, plan.versions.at(-1) as StoredVersion)

function requireCurrent(plan: StoredPlan, precondition: Precondition | undefined): void {
  if (!precondition || precondition(planVersion(plan))) return
  throw new DomainError(
    'changed_meanwhile',
    'The plan has changed. Read it again and send your change to what it is now.',
  )
}
