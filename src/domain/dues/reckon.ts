import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Permission } from '../access/permissions'
import { type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { contextFrom, queryList, selectColumns } from '../custom-columns/query-list'
import { addDays, todayIn } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import {
  type Claimed,
  claimedByPerson,
  hasPartsSql,
  type PartSum,
  selectClaimed,
  selectPartSums,
} from './claimed'
import { termsFor } from './get'
import { type OtherPlan, selectOtherPlans } from './other-plans'
import { keyDayOf, type Period, periodBefore } from './period'
import { requirePlan, type StoredPlan, selectPlan } from './plan'
import { rulesOf } from './rule'
import { type RunsVersion, selectRunsVersion } from './runs-version'
import type { Terms } from './terms'
import { unstoredPerson } from './unstored'
import type { StoredVersion } from './version'
import {
  type Asked,
  familiesOf,
  type Named,
  type NamedPerson,
  personsFrom,
  selectFamilies,
  selectWho,
} from './who'

/** For how many persons dues are computed at once, their families included. */
export const MAX_PERSONS = 10_000

export type ClaimedPerson = Omit<NamedPerson, 'claimed'> & { claimed: readonly Claimed[] }

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
  /** A person who is not stored, not yet validated, in place of those who are. */
  unstored?: unknown
  permission: Permission
  withBefore?: boolean
}

/**
 * Loads what dues are computed from. Two trips: one for the plan, one for the persons, whose statements follow from the rules.
 * Throws what `permission` says, `not_found` and `list_not_subscribed`, and `invalid` for a period that the plan does not have,
 * for a person who could not be created, and for more than 10,000 persons.
 */
export async function loadFacts(principal: Principal, request: Request): Promise<Facts> {
  const { id, named, unstored, permission, withBefore } = request
  const workspace = principal.workspace()
  const { credential, rows: ofPlan } = await query(
    principal,
    {
      ...selectPlan(workspace, id),
      settings: sql<{ noticeDays: number }>`
        SELECT notice_days AS noticeDays FROM workspaces WHERE id = ${workspace}`,
      // The list is known once the plan is read.
      members: unstored ? [selectColumns(workspace, 'members')] : [],
      contacts: unstored ? [selectColumns(workspace, 'contacts')] : [],
    },
    (credential) => requirePermission(credential, permission),
  )
  const plan = requirePlan(ofPlan)
  const { period, version } = termsFor(plan, request.period)
  const keyDay = keyDayOf(period, version.key_day)
  const { list, interval } = plan.head
  const asked: Asked = { workspace, list, keyDay, limit: MAX_PERSONS + 1, ...scopeOf() }
  function scopeOf(): Scope {
    if (named) return familiesOf(list, named)
    if (!unstored) return { selected: sql`TRUE`, among: memberInSql(id, period) }
    const rows = list === 'members' ? ofPlan.members : ofPlan.contacts
    const context = contextFrom(principal, credential, list, rows)
    return { selected: sql`TRUE`, among: sql`TRUE`, persons: unstoredPerson(unstored, context) }
  }
  const columns = columnsOf(version)
  const before = withBefore ? periodBefore(interval, period) : undefined
  const among = unstored
    ? sql`FALSE`
    : named
      ? sql`dues_parts.person_id IN (${selectFamilies(workspace, list, named)})`
      : sql`TRUE`
  // The key of the request is claimed with the plan.
  const reader = { ...principal, idempotent: undefined }
  const { rows } = await queryList(reader, list, 'read', {
    ...selectWho(asked, version.rules, columns),
    already: selectClaimed(workspace, { planId: id, period, among }),
    before: before ? [selectPartSums(workspace, id, before.name)] : [],
    runs: selectRunsVersion(workspace, id, period.name),
    otherPlans: withBefore ? [selectOtherPlans(workspace, { id, list, period })] : [],
  })
  if (rows.persons.length > MAX_PERSONS)
    throw refusedAt('plan_id', { code: 'too_many_owe', max: MAX_PERSONS })
  const claims = claimedByPerson(rows.already)
  const persons = personsFrom(rows, columns).map((one) => ({ ...one, claimed: claims.get(one.id) ?? [] }))
  const today = todayIn(credential.workspace.timezone, principal.now)
  return {
    ...{ plan, version, period, keyDay, persons, terms: termsOf(version), today },
    runs: rows.runs[0] as RunsVersion,
    otherPlans: rows.otherPlans,
    before: before && { period: before, parts: named ? partsOf(persons, rows.before) : rows.before },
    earliest: addDays(today, ofPlan.settings[0]?.noticeDays ?? 0),
  }
}

type Scope = Pick<Asked, 'among' | 'selected' | 'persons'>

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
