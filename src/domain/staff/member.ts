import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { type Need, type Principal, TENANT } from '../access/principal'
import { type Changes, insertEvents } from '../events/record'
import type { Issue } from '../shared/error-list'
import { date } from '../shared/text'
import { currentMemberSql } from './principal'
import { needsProof } from './proofs'
import { ROLES, type Role } from './roles'

/** A member of the staff of a workspace. */
export const staffMember = z
  .object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.infer<typeof staffMember>

/** What staff do in a workspace, as owners and the operator write it. */
export const membership = {
  role: z.enum(ROLES),
  ends_on: date.nullish().describe('The last date of an auditor; without end where left out'),
}

/** What a write to the staff of a workspace needs. Only owners have the permission, so that no one raises their own role. */
export const TO_MANAGE_STAFF: Need = { permission: 'staff:write', freshProof: needsProof('manage_staff') }

/**
 * Records what was done with the staff that match a condition; before a removal, after an addition. Those who have not
 * accepted an invitation are named by their address.
 */
export const recordStaff = (
  { actor, workspace }: Pick<Principal, 'actor' | 'workspace'>,
  action: `staff.${'added' | 'invited' | 'invited_again' | 'accepted' | 'updated' | 'removed'}`,
  condition: Sql,
  changes: Changes,
): Sql =>
  insertEvents(
    actor,
    workspace(),
    { action, subject: 'staff' },
    sql`
      SELECT staff.id, iif(accepted_at IS NULL, email, staff.name), ${JSON.stringify(changes)}
      FROM memberships CROSS JOIN staff
      WHERE memberships.workspace_id = ${TENANT} AND staff.id = staff_id AND ${condition}`,
  )

/** The issues of a membership that its schema does not know; `today` is the date in the workspace. */
export function* membershipIssues(
  { role, ends_on }: Record<string, unknown>,
  today: string,
): Iterable<Issue> {
  if (typeof ends_on !== 'string') return
  if (role !== 'auditor') yield [['ends_on'], { code: 'ends_on_of_auditor' }]
  if (ends_on < today) yield [['ends_on'], { code: 'ends_on_past' }]
}

/** The issue of a change that would leave the workspace without an owner. */
export function* ownerIssues(role: Role | undefined, { others }: Owners): Iterable<Issue> {
  if (role !== 'owner' && others === 0) yield [['role'], { code: 'last_owner' }]
}

/** How many owners a workspace has other than a member of staff. */
export type Owners = { others: number }

/** Selects {@link Owners}. */
export const selectOtherOwners = (principal: Principal, staffId: string): Sql<Owners> => sql<Owners>`
  SELECT count(*) AS others FROM ${otherOwners(principal, staffId)}`

/** The statements that make a batch fail if no other owner stays. They go before the write, which may be of oneself. */
export const failUnlessOwned = (principal: Principal, staffId: string, role?: Role): Sql[] =>
  role === 'owner' ? [] : [failUnless(sql`EXISTS (SELECT 1 FROM ${otherOwners(principal, staffId)})`)]

const otherOwners = ({ now, workspace }: Principal, staffId: string): Sql => sql`(
  SELECT staff_id FROM memberships AS member
  WHERE workspace_id = ${workspace()} AND role = 'owner' AND staff_id <> ${staffId} AND ${currentMemberSql(now)})`
