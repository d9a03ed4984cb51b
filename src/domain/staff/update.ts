import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
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
  await act(principal, TO_MANAGE_STAFF, async (tx) => {
    const { today, owners, stored } = await loadForWrite(tx, staffId)
    const { role, ends_on = null } = validate(staffChange, body, (given) => [
      ...membershipIssues(given, today),
      ...ownerIssues(given.role as Role, owners),
    ])
    const changes = changesBetween(stored, { role, ends_on })
    if (Object.keys(changes).length === 0) return
    const { updated } = await tx.write({
      owned: failUnlessOwned(tx, staffId, role),
      ...writeMembership(tx, staffId, stored, { role, ends_on }),
    })
    only(updated)
  })
}

/** The statements that give a member of staff, as it was read, another role and end. `updated` is empty if it has changed since. */
export const writeMembership = (tx: Tx, staffId: string, stored: Membership, to: Membership) => ({
  recorded: recordStaff(tx, 'staff.updated', asReadSql(staffId, stored), changesBetween({ ...stored }, to)),
  updated: sql<{ role: Role }>`
    UPDATE memberships SET role = ${to.role}, ends_on = ${to.ends_on}
    WHERE ${membershipSql(tx, staffId)} AND ${asReadSql(staffId, stored)} RETURNING role`,
})

/**
 * Ends the access of a member of staff at once, or withdraws an invitation, with the views that only they see. The last
 * owner stays. Two trips. Throws `permission_missing`, `proof_required`, `not_found` and `invalid`.
 */
export async function removeStaff(principal: Principal, { staffId }: { staffId: string }): Promise<void> {
  await act(principal, TO_MANAGE_STAFF, async (tx) => {
    const { owners, stored } = await loadForWrite(tx, staffId)
    requireNoErrors(ownerIssues(undefined, owners))
    const { removed } = await tx.write({
      owned: failUnlessOwned(tx, staffId),
      ...deleteMembership(tx, staffId, stored),
    })
    only(removed)
  })
}

/** The statements that end the membership of a member of staff as it was read. `removed` is empty if it has changed since. */
export const deleteMembership = (tx: Tx, staffId: string, stored: Membership) => ({
  recorded: recordStaff(
    tx,
    'staff.removed',
    asReadSql(staffId, stored),
    changesBetween({ ...stored }, { role: null, ends_on: null }),
  ),
  views: ['segments', 'table_columns'].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE ${membershipSql(tx, staffId)}`,
  ),
  // Last, since owners who remove themselves have no access after it.
  removed: sql<{ role: Role }>`
    DELETE FROM memberships WHERE ${membershipSql(tx, staffId)} AND ${asReadSql(staffId, stored)} RETURNING role`,
})

const membershipSql = (tx: Tx, staffId: string): Sql =>
  sql`workspace_id = ${tx.writable()} AND staff_id = ${staffId}`

/** What a member of staff does in a workspace, and an auditor's last date. */
export type Membership = { role: Role; ends_on: string | null }

/** The condition that the membership is as it was read, so that the event tells what changed. */
const asReadSql = (staffId: string, { role, ends_on }: Membership): Sql =>
  sql`memberships.staff_id = ${staffId} AND role = ${role} AND ends_on IS ${ends_on}`

async function loadForWrite(tx: Tx, staffId: string) {
  const { credential, ...rows } = await tx.read({
    members: sql<Membership>`
        SELECT role, ends_on FROM memberships WHERE workspace_id = ${tx.workspace()} AND staff_id = ${staffId}`,
    owners: selectOtherOwners(tx, staffId),
  })
  const [stored] = rows.members
  if (!stored) throw new DomainError('not_found', 'The workspace has no such member of staff.')
  return {
    today: todayIn(credential.workspace.timezone, tx.now),
    owners: rows.owners[0] ?? { others: 0 },
    stored,
  }
}
