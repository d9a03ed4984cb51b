import { sql } from '../../db/sql'
import { permits, requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { selectCostUnitNames } from '../cost-units/names'
import { contextFrom, type ListContext, selectColumns } from '../custom-columns/query-list'
import { type FoundPerson, selectFound } from '../persons/search'
import { termsFor } from './get'
import { keepPlan } from './known-plans'
import { type Period, parsePeriod, periodAfter } from './period'
import { type DuesPlan, planToApi, planVersion, requirePlan, type StoredPlan, selectPlan } from './plan'

/** A plan of dues as its pages show it. */
export type OpenedPlan = {
  stored: StoredPlan
  /** The plan with the version that is in force in `period`. */
  plan: DuesPlan
  /** The version that a form carries, as `If-Match` takes it. */
  revision: string
  period: Period
  /** The period that is claimed next: after the last one that was claimed, or the first of the plan. */
  next: Period
  /** The last period that was claimed. */
  lastClaimed: string | null
  context: ListContext
  /** What can be booked to, for who may write. */
  costUnits: { name: string; category: string | null }[]
  found: FoundPerson[]
}

type Request = {
  id: string
  period?: string | undefined
  permission: 'fees:read' | 'fees:write'
  /** Persons of the list to look for. */
  search?: string | undefined
}

/**
 * Opens a plan with what its pages need. One trip. Throws `permission_missing`, `not_found`, and `invalid` for a period that
 * is none of the plan, or before its first version.
 */
export async function openDuesPlan(
  principal: Principal,
  { id, period: name, permission, search = '' }: Request,
): Promise<OpenedPlan> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      ...selectPlan(workspace, id),
      // The list is known once the plan is read.
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
      lastRun: sql<{ period: string | null }>`
        SELECT max(period) AS period FROM dues_runs
        WHERE workspace_id = ${workspace} AND plan_id = ${id} AND state = 'claimed'`,
      costUnits: permission === 'fees:write' ? [selectCostUnitNames(workspace)] : [],
      found: search.trim() === '' ? [] : selectFound(workspace, search.slice(0, 100)),
    },
    (credential) => requirePermission(credential, permission),
  )
  const stored = keepPlan(credential.workspace.id, requirePlan(rows))
  const { interval, list } = stored.head
  const lastClaimed = rows.lastRun[0]?.period ?? null
  const last = lastClaimed === null ? undefined : parsePeriod(interval, lastClaimed)
  const next = last ? periodAfter(interval, last) : firstOf(stored)
  const { period, version } = termsFor(stored, name ?? next.name)
  return {
    stored,
    plan: planToApi(stored, version),
    revision: planVersion(stored),
    period,
    next,
    lastClaimed,
    context: contextFrom(principal, credential, list, list === 'members' ? rows.members : rows.contacts),
    costUnits: rows.costUnits,
    found: rows.found.filter((one) => isOf(one, list) && permits(credential, `${list}:read`)),
  }
}

const isOf = ({ list, area }: FoundPerson, wanted: ListId): boolean => list === wanted && area === 'regular'

const firstOf = ({ head, versions }: StoredPlan): Period =>
  parsePeriod(head.interval, versions[0]?.from_period ?? '') as Period
