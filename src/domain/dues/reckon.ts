import type { Sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { loadPlan, termsFor } from './get'
import { keyDayOf, type Period } from './period'
import type { StoredPlan } from './plan'
import { rulesOf } from './rule'
import type { Terms } from './terms'
import type { StoredVersion } from './version'
import { type NamedPerson, personsFrom, selectWho } from './who'

/** A plan and a period, with the persons that were asked about. */
export type Facts = {
  plan: StoredPlan
  version: StoredVersion
  period: Period
  terms: Terms
  keyDay: string
  persons: NamedPerson[]
}

/**
 * Loads what dues are computed from. Two trips: one for the plan, one for the persons. Throws `permission_missing`,
 * `not_found` and `list_not_subscribed`, and `invalid` for a period that the plan does not have.
 */
export async function loadFacts(
  principal: Principal,
  { id, period: name }: { id: string; period: string },
  { among, limit }: { among: (period: Period) => Sql; limit: number },
): Promise<Facts> {
  const plan = await loadPlan(principal, id)
  const { period, version } = termsFor(plan, name)
  const keyDay = keyDayOf(period, version.key_day)
  const { list } = plan.head
  const asked = { workspace: principal.workspace(), list, keyDay, among: among(period), limit }
  const columns = columnsOf(version)
  const { rows } = await queryList(principal, list, 'read', selectWho(asked, version.rules, columns))
  const persons = personsFrom(rows, columns)
  return { plan, version, period, keyDay, persons, terms: termsOf(version) }
}

/** The columns whose values a version asks for, each once. */
export const columnsOf = ({ rules, instalments }: Pick<StoredVersion, 'rules' | 'instalments'>): string[] => [
  ...new Set([
    ...rulesOf(rules, 'surcharge').flatMap(({ rule }) => rule.per_value?.column ?? []),
    ...(instalments ? [instalments.column] : []),
  ]),
]

const termsOf = ({ due_day, pro_rata, rounding, instalments, rules }: StoredVersion): Terms => ({
  dueDay: due_day,
  proRata: pro_rata,
  rounding,
  instalments: instalments ?? null,
  rules,
})
