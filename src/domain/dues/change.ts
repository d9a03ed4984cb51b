import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { changesBetween } from '../events/changes'
import { type Changes, recordEvents } from '../events/record'
import type { Precondition } from '../persons/precondition'
import { type Issue, refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { isGiven, isObject, validate } from '../shared/validation'
import { planDescription, planName, settingsOf, TO_PLAN } from './create'
import { requirePeriod, toVersioned, type VersionedPlan } from './get'
import { isTaken, NAME_TAKEN, type PlanNames, requireSameNames, selectPlanNames } from './names'
import { MAX_VERSIONS, planVersion, requirePlan, requireRevision, type StoredPlan, selectPlan } from './plan'
import { givenVersion, type StoredVersion } from './version'
import { selectForVersion, versionFacts } from './version-facts'
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
 * `permission_missing`, `not_found`, `changed_meanwhile` and `invalid`, also for the name of another plan in use.
 */
export async function changeDuesPlan(
  principal: Principal,
  { id, body, precondition }: Change,
): Promise<VersionedPlan> {
  return act(principal, TO_PLAN, async (tx) => {
    const { names, ...rows } = await tx.read({
      ...selectPlan(tx.workspace(), id),
      names: selectPlanNames(tx.workspace()),
    })
    const stored = requirePlan(rows)
    requireCurrent(stored, precondition)
    const input = validate(duesPlanChange, body, (given) => nameIssues(given, stored, names))
    const head = headAfter(stored, input)
    if (Object.keys(head.changes).length === 0) return lastOf(stored)
    return write(tx, stored, head, { names })
  })
}

type Head = Pick<StoredPlan['head'], 'name' | 'description' | 'archived'>

/** What a plan is called afterwards, and what of that changes. Absent keys stay. */
function headAfter({ head }: StoredPlan, input: { [Key in keyof Head]?: Head[Key] | null | undefined }) {
  const { name, description, archived } = head
  const after = {
    name: input.name ?? name,
    description: input.description ?? description,
    archived: input.archived ?? archived,
  }
  return { after, changes: changesBetween({ name, description, archived }, after) }
}

/** Refuses a new name that another plan in use has, and to restore a plan whose name was given to another one. */
function* nameIssues(
  given: Record<string, unknown>,
  { head }: StoredPlan,
  names: readonly PlanNames[],
): Iterable<Issue> {
  const name = typeof given.name === 'string' ? given.name : head.name
  const isArchived = typeof given.archived === 'boolean' ? given.archived : head.archived
  const isNew = name !== head.name || (head.archived && !isArchived)
  if (isNew && !isArchived && isTaken(names, name, head.id)) yield NAME_TAKEN
}

type NewVersion = Change & { fromPeriod: string }

/** A version with what its plan is called. */
const namedVersion = givenVersion.extend({ name: planName, description: planDescription })

/**
 * Stores what a plan says from a period on, in place of the version that begins then, and returns the plan with it. Two
 * trips, one if nothing changes. Throws `permission_missing`, `not_found`, `changed_meanwhile` and `invalid`, also for a version
 * by which dues were claimed.
 */
export const setDuesVersion = (principal: Principal, version: NewVersion): Promise<VersionedPlan> =>
  act(principal, TO_PLAN, (tx) => setVersion(tx, version, givenVersion))

/** Does what {@link setDuesVersion} does, and renames the plan at once. The body has the `name` and `description` as well. */
export const setNamedVersion = (principal: Principal, version: NewVersion): Promise<VersionedPlan> =>
  act(principal, TO_PLAN, (tx) => setVersion(tx, version, namedVersion))

async function setVersion(
  tx: Tx,
  { id, fromPeriod, body, precondition }: NewVersion,
  schema: typeof givenVersion | typeof namedVersion,
): Promise<VersionedPlan> {
  const workspace = tx.workspace()
  const { names, uses, ...rows } = await tx.read({
    ...selectForVersion(workspace, id, body),
    names: selectPlanNames(workspace),
    uses: selectUses(workspace, id, fromPeriod),
  })
  const stored = requirePlan(rows)
  requireCurrent(stored, precondition)
  const facts = versionFacts(tx, stored, rows)
  requirePeriod(stored, 'from_period', fromPeriod)
  const replaced = stored.versions.find(({ from_period }) => from_period === fromPeriod)
  const input = validate(schema, body, function* (given): Iterable<Issue> {
    if (!replaced && stored.versions.length >= MAX_VERSIONS)
      yield [['from_period'], { code: 'too_many_versions', max: MAX_VERSIONS }]
    const { name, description: _, ...version } = given
    yield* versionIssues(schema === namedVersion ? version : given, facts)
    if (schema === namedVersion) yield* nameIssues({ name }, stored, names)
  })
  const { name, description, ...version } = { name: null, description: null, ...input }
  const head = headAfter(stored, { name, description })
  const rules = storedRules(tx, version, facts.costUnits)
  const isUnchanged =
    replaced && isSame(replaced, { ...version, from_period: fromPeriod, rules, revision: replaced.revision })
  if (isUnchanged && Object.keys(head.changes).length === 0) return toVersioned(stored, replaced)
  if (isUnchanged) return write(tx, stored, head, { names, fromPeriod })
  if (uses.length > 0) throw refusedAt('from_period', { code: 'version_used' })
  const changes = {
    ...head.changes,
    ...(replaced ? {} : { from_period: [null, fromPeriod] satisfies Changes[string] }),
    ...changesBetween(replaced ? settingsOf(replaced) : {}, settingsOf(version)),
    version: [replaced ? replaced.revision : null, (replaced?.revision ?? 0) + 1] satisfies Changes[string],
  }
  return write(
    tx,
    stored,
    { ...head, changes },
    {
      names,
      version: [
        failUnless(sql`NOT EXISTS (${selectUses(tx.writable(), id, fromPeriod)})`),
        writeVersion(tx.writable(), { planId: id, fromPeriod, version, rules }),
      ],
      fromPeriod,
    },
  )
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

type Written = { names: readonly PlanNames[]; version?: Sql[]; fromPeriod?: string }

/**
 * Writes a change of a plan with its event, unless another request has changed the plan since it was read. If it is called
 * otherwise or in use again, the names of the plans must still be those that were read.
 */
async function write(
  tx: Tx,
  stored: StoredPlan,
  { after, changes }: ReturnType<typeof headAfter>,
  { names, version = [], fromPeriod }: Written,
): Promise<VersionedPlan> {
  const { id } = stored.head
  const workspace = tx.writable()
  const archivedAt = after.archived ? sql`coalesce(archived_at, ${tx.now.toISOString()})` : null
  const isCalledOtherwise = 'name' in changes || 'archived' in changes
  const rows = await tx.write({
    current: requireRevision(workspace, id, stored.revision),
    names: isCalledOtherwise ? [requireSameNames(workspace, names)] : [],
    version,
    changed: sql`
      UPDATE dues_plans SET name = ${after.name}, description = ${after.description}, archived_at = ${archivedAt},
        revision = revision + 1, updated_at = ${tx.now.toISOString()}
      WHERE workspace_id = ${workspace} AND id = ${id}`,
    recorded: recordEvents(tx.actor, workspace, { action: 'dues_plan.updated', subject: 'dues_plan' }, [
      { id, name: after.name, changes },
    ]),
    ...selectPlan(tx.workspace(), id),
  })
  const plan = requirePlan(rows)
  const shown = plan.versions.find(({ from_period }) => from_period === fromPeriod)
  return shown ? toVersioned(plan, shown) : lastOf(plan)
}

const lastOf = (plan: StoredPlan): VersionedPlan => toVersioned(plan, plan.versions.at(-1) as StoredVersion)

export function requireCurrent(plan: StoredPlan, precondition: Precondition | undefined): void {
  if (!precondition || precondition(planVersion(plan))) return
  throw new DomainError(
    'changed_meanwhile',
    'The plan has changed. Read it again and send your change to what it is now.',
  )
}
