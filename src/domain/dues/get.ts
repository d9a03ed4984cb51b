import * as z from 'zod'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { refusedAt } from '../shared/error-list'
import { exampleOf, type Period, parsePeriod } from './period'
import {
  type DuesPlan,
  planToApi,
  planVersion,
  requirePlan,
  type StoredPlan,
  selectPlan,
  versionFor,
} from './plan'
import type { StoredVersion } from './version'

export const duesPlanQuery = z.strictObject({
  period: z.string().max(16).optional().describe('By default the last version is read'),
})

/** A plan as JSON, and the version that `If-Match` takes. */
export type VersionedPlan = { json: string; version: string }

export const toVersioned = (plan: StoredPlan, version: StoredVersion): VersionedPlan => ({
  json: JSON.stringify(planToApi(plan, version) satisfies DuesPlan),
  version: planVersion(plan),
})

/**
 * Gets a plan with the version that is in force in a period, by default the last one. One trip. Throws
 * `permission_missing`, `not_found`, and `invalid` for a period that is none of the plan, or before its first version.
 */
export async function getDuesPlan(
  principal: Principal,
  { id, period }: { id: string; period?: string | undefined },
): Promise<VersionedPlan> {
  const { rows } = await query(principal, selectPlan(principal.workspace(), id), (credential) =>
    requirePermission(credential, 'fees:read'),
  )
  const plan = requirePlan(rows)
  if (period !== undefined) return toVersioned(plan, termsFor(plan, period).version)
  return toVersioned(plan, plan.versions.at(-1) as StoredVersion)
}

/** A period of a plan, and the version in force. Throws `invalid` if there is none. */
export function termsFor(plan: StoredPlan, name: string): { period: Period; version: StoredVersion } {
  const period = requirePeriod(plan, 'period', name)
  const version = versionFor(plan, name)
  if (version) return { period, version }
  throw refusedAt('period', { code: 'before_first_version', period: plan.versions[0]?.from_period ?? '' })
}

/** Whether a plan has a period of this name, and a version in force. */
export const hasTerms = (plan: StoredPlan, name: string): boolean =>
  parsePeriod(plan.head.interval, name) !== undefined && versionFor(plan, name) !== undefined

/** The period with a name. Throws `invalid` if the plan has no such period. */
export function requirePeriod({ head }: StoredPlan, path: string, name: string): Period {
  const period = parsePeriod(head.interval, name)
  if (period) return period
  throw refusedAt(path, { code: 'not_a_period', example: exampleOf(head.interval) })
}
