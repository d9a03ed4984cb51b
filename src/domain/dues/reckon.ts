import { sql } from '../../db/sql'
import { requireList, requirePermission } from '../access/authorize'
import { withoutKey } from '../access/idempotency'
import type { Permission } from '../access/permissions'
import { type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { contextFrom, type ListContext, selectColumns } from '../custom-columns/query-list'
import { addDays, todayIn } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import { type Admitted, admittedPersons, selectAdmittedFamilies } from './admitted'
import { claimedByPerson, hasPartsSql, type PartSum, selectClaimed, selectPartSums } from './claimed'
import { hasTerms, termsFor } from './get'
import { keepPlan, knownPlan } from './known-plans'
import { type OtherPlan, selectOtherPlans } from './other-plans'
import { keyDayOf, type Period, periodBefore } from './period'
import { requirePlan, type StoredPlan, selectPlan } from './plan'
import { rulesOf } from './rule'
import { type RunsVersion, selectRunsVersion } from './runs-version'
import type { Terms } from './terms'
import { type UnstoredPerson, unstoredPersons } from './unstored'
import type { StoredVersion } from './version'
import {
  type Asked,
  type ClaimedPerson,
  familiesOf,
  type Named,
  personsFrom,
  selectFamilies,
  selectWho,
} from './who'

/** For how many persons dues are computed at once, their families included. */
export const MAX_PERSONS = 10_000

/** A plan and a period, with the persons that were asked about and their families. */
export type Facts = {
  plan: StoredPlan
  version: StoredVersion
  period: Period
  terms: Terms
  keyDay: string
  persons: ClaimedPerson[]
  /** The runs of the period, so that a write notices another one. */
  runs: RunsVersion
  /** What other plans of the list have claimed in the year, if that was asked for. */
  otherPlans: OtherPlan[]
  /** What was claimed from them for the period before, if that was asked for. */
  before: { period: Period; parts: PartSum[] } | undefined
  /** The date in the workspace, and the first on which a fee can be due that is announced today. */
  today: string
  earliest: string
}

type Request = {
  id: string
  period: string
  /** Absent for all who are members on a day of the period. */
  named?: Named | undefined
  /** Persons who are not stored, not yet validated, in place of those who are. */
  unstored?: UnstoredPerson[] | undefined
  /** What they are validated by, if that was read before. */
  context?: ListContext
  /** Applicants, as if they were members already. */
  admitted?: Admitted | undefined
  permission: Permission
  withBefore?: boolean
}

/**
 * Loads what dues are computed from. One trip with a plan that the isolate knows, whose rules are SQL of the trip. Another trip if
 * it knows none, or the plan is another one by now. Throws what `permission` says, `not_found` and `list_not_subscribed`, and
 * `invalid` for a period that the plan does not have, for a person who could not be created, and for more than 10,000 persons.
 */
export async function loadFacts(principal: Principal, request: Request): Promise<Facts> {
  const { id, period, unstored } = request
  const known = unstored && !request.context ? undefined : knownPlan(principal, id)
  // What a known plan refuses is refused by what is stored.
  const { plan, ...read } =
    known && hasTerms(known, period) ? { plan: known } : await readPlan(principal, request)
  const context = request.context ?? read.context
  const persons = unstored && context && unstoredPersons(unstored, context)
  const reader = plan === known ? principal : withoutKey(principal)
  return loadBy(reader, { ...request, persons }, plan)
}

/** Reads a plan, and the columns of its list if somebody who is not stored is validated by them. One trip. */
async function readPlan(
  principal: Principal,
  { id, permission, unstored, context }: Request,
): Promise<{ plan: StoredPlan; context?: ListContext }> {
  const workspace = principal.workspace()
  const needsColumns = unstored && !context
  const { credential, rows } = await query(
    principal,
    {
      ...selectPlan(workspace, id),
      // The list is known once the plan is read.
      members: needsColumns ? [selectColumns(workspace, 'members')] : [],
      contacts: needsColumns ? [selectColumns(workspace, 'contacts')] : [],
    },
    (credential) => requirePermission(credential, permission),
  )
  const plan = keepPlan(credential.workspace.id, requirePlan(rows))
  const { list } = plan.head
  if (!needsColumns) return { plan }
  const columns = list === 'members' ? rows.members : rows.contacts
  return { plan, context: contextFrom(principal, credential, list, columns) }
}

/** Loads the facts by a plan, and again by the plan that is stored if that is another one. */
async function loadBy(
  principal: Principal,
  request: Request & Pick<Asked, 'persons'>,
  plan: StoredPlan,
): Promise<Facts> {
  const { id, named, admitted, persons: unstored, permission, withBefore } = request
  const workspace = principal.workspace()
  const { period, version } = termsFor(plan, request.period)
  const keyDay = keyDayOf(period, version.key_day)
  const { list, interval } = plan.head
  const scope = named
    ? familiesOf(list, named)
    : admitted
      ? admittedPersons(list, admitted)
      : { selected: sql`TRUE`, among: unstored ? sql`TRUE` : memberInSql(id, period), persons: unstored }
  const asked: Asked = { workspace, list, keyDay, limit: MAX_PERSONS + 1, ...scope }
  const columns = columnsOf(version)
  const before = withBefore ? periodBefore(interval, period) : undefined
  const among = unstored
    ? sql`FALSE`
    : named
      ? sql`dues_parts.person_id IN (${selectFamilies(workspace, list, named)})`
      : admitted
        ? sql`dues_parts.person_id IN (${selectAdmittedFamilies(workspace, list, admitted)})`
        : sql`TRUE`
  const { credential, rows } = await query(
    principal,
    {
      ...selectPlan(workspace, id, plan),
      settings: sql<{ noticeDays: number }>`
        SELECT notice_days AS noticeDays FROM workspaces WHERE id = ${workspace}`,
      persons: selectWho(asked, version.rules, columns),
      already: selectClaimed(workspace, { planId: id, period, among }),
      before: before ? [selectPartSums(workspace, id, before.name)] : [],
      runs: selectRunsVersion(workspace, id, period.name),
      otherPlans: withBefore ? [selectOtherPlans(workspace, { id, list, period })] : [],
    },
    (credential) => {
      requirePermission(credential, permission)
      requireList(credential, list, 'read')
    },
  )
  const current = requirePlan(rows, plan)
  if (current.revision !== plan.revision)
    return loadBy(withoutKey(principal), request, keepPlan(credential.workspace.id, current))
  const persons = personsFrom(rows.persons, { rules: version.rules, columns }, claimedByPerson(rows.already))
  if (persons.length > MAX_PERSONS) throw refusedAt('plan_id', { code: 'too_many_owe', max: MAX_PERSONS })
  const today = todayIn(credential.workspace.timezone, principal.now)
  return {
    ...{ plan: current, version, period, keyDay, persons, terms: termsOf(version), today },
    runs: rows.runs[0] as RunsVersion,
    otherPlans: rows.otherPlans,
    before: before && { period: before, parts: named ? partsOf(persons, rows.before) : rows.before },
    earliest: addDays(today, rows.settings[0]?.noticeDays ?? 0),
  }
}

/** Members on a day of the period, and who were claimed from although they are not. */
export const memberInSql = (planId: string, { name, begin, end }: Period) => sql`(
  (coalesce(join_date, ${end}) <= ${end} AND coalesce(leave_date, ${begin}) >= ${begin})
  OR ${hasPartsSql(TENANT, planId, name)})`

const partsOf = (persons: readonly ClaimedPerson[], parts: PartSum[]): PartSum[] => {
  const ids = new Set(persons.flatMap(({ id, isSelected }) => (isSelected ? [id] : [])))
  return parts.filter(({ personId }) => ids.has(personId))
}

/** The columns whose values a version asks for, each once. */
export const columnsOf = ({ rules, instalments }: Pick<StoredVersion, 'rules' | 'instalments'>): string[] => [
  ...new Set([
    ...rulesOf(rules, 'surcharge').flatMap(({ rule }) => rule.per_value?.column ?? []),
    ...(instalments ? [instalments.column] : []),
  ]),
]

export const termsOf = ({ due_day, pro_rata, rounding, instalments, rules }: StoredVersion): Terms => ({
  dueDay: due_day,
  proRata: pro_rata,
  rounding,
  instalments: instalments ?? null,
  rules,
})
