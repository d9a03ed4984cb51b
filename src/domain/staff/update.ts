import * as z from 'zod'
import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { changesBetween } from '../events/changes'
import { todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { requireNoErrors, validate } from '../shared/validation'
import {
  failUnlessOwned,
  membership,
  membershipIssues,
  ownerIssues,
  recordStaff,
  selectOtherOwners,
  TO_MANAGE_STAFF,
} from './member'
import type { Role } from './roles'

/** The body that changes what a member of staff does. */
export const staffChange = z.strictObject(membership)

/**
 * Gives a member of staff another role, or an auditor another end. The last owner stays owner. Two trips. Throws
 * `permission_missing`, `proof_required`, `not_found` and `invalid`.
 */
export async function updateStaff(
  principal: Principal,
  { staffId, body }: { staffId: string; body: Record<string, unknown> },
): Promise<void> {
  await retryOnConflict(async () => {
    const { today, owners, stored } = await loadForWrite(principal, staffId)
    const { role, ends_on = null } = validate(staffChange, body, (given) => [
      ...membershipIssues(given, today),
      ...ownerIssues(given.role as Role, owners),
    ])
    const changes = changesBetween(stored, { role, ends_on })
    if (Object.keys(changes).length === 0) return
    const { updated } = await trip(principal.db, {
      owned: failUnlessOwned(principal, staffId, role),
      recorded: recordStaff(principal, 'staff.updated', asReadSql(staffId, stored), changes),
      updated: sql<{ role: Role }>`
        UPDATE memberships SET role = ${role}, ends_on = ${ends_on}
        WHERE ${membershipSql(principal, staffId)} AND ${asReadSql(staffId, stored)} RETURNING role`,
    })
    if (updated.length === 0) throw new WriteConflict()
  })
}

/**
 * Ends the access of a member of staff at once, or withdraws an invitation, with the views that only they see. The last
 * owner stays. Two trips. Throws `permission_missing`, `proof_required`, `not_found` and `invalid`.
 */
export async function removeStaff(principal: Principal, { staffId }: { staffId: string }): Promise<void> {
  await retryOnConflict(async () => {
    const { owners, stored } = await loadForWrite(principal, staffId)
    requireNoErrors(ownerIssues(undefined, owners))
    const { removed } = await trip(principal.db, {
      owned: failUnlessOwned(principal, staffId),
      recorded: recordStaff(
        principal,
        'staff.removed',
        asReadSql(staffId, stored),
        changesBetween({ ...stored }, { role: null, ends_on: null }),
      ),
      views: ['segments', 'table_columns'].map(
        (table) => sql`DELETE FROM ${sql.raw(table)} WHERE ${membershipSql(principal, staffId)}`,
      ),
      // Last, since owners who remove themselves have no access after it.
      removed: sql<{ role: Role }>`
        DELETE FROM memberships WHERE ${membershipSql(principal, staffId)} AND ${asReadSql(staffId, stored)} RETURNING role`,
    })
    if (removed.length === 0) throw new WriteConflict()
  })
}

const membershipSql = (principal: Principal, staffId: string): Sql =>
  sql`workspace_id = ${principal.writableWorkspace(TO_MANAGE_STAFF)} AND staff_id = ${staffId}`

type Stored = { role: Role; ends_on: string | null }

/** The condition that the membership is as it was read, so that the event tells what changed. */
const asReadSql = (staffId: string, { role, ends_on }: Stored): Sql =>
  sql`memberships.staff_id = ${staffId} AND role = ${role} AND ends_on IS ${ends_on}`

async function loadForWrite(principal: Principal, staffId: string) {
  const { credential, rows } = await query(
    principal,
    {
      members: sql<Stored>`
        SELECT role, ends_on FROM memberships WHERE workspace_id = ${principal.workspace()} AND staff_id = ${staffId}`,
      owners: selectOtherOwners(principal, staffId),
    },
    requireNeed(principal, TO_MANAGE_STAFF),
  )
  const [stored] = rows.members
  if (!stored) throw new DomainError('not_found', 'The workspace has no such member of staff.')
  return {
    today: todayIn(credential.workspace.timezone, principal.now),
    owners: rows.owners[0] ?? { others: 0 },
    stored,
  }
}
