import { type Db, trip } from '../../db/client'
import { HOME } from '../../db/places'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import type { StaffMember } from './member'

/** A member of staff as owners see them. */
export type ListedStaff = StaffMember & {
  /** Instants; `acceptedAt` is null for an invitation, `lastSignInAt` where no session is open. */
  createdAt: string
  acceptedAt: string | null
  lastSignInAt: string | null
  /** The last date of an auditor. */
  endsOn: string | null
  passkeys: number
}

/**
 * Lists the staff of a workspace and who is invited, in the order of their addresses; the latter by the name that was
 * typed, without what they do in other workspaces. One trip. Throws `permission_missing`.
 */
export async function listStaff(principal: Principal): Promise<ListedStaff[]> {
  const { rows } = await query(principal, { staff: selectStaff(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'staff:write'),
  )
  const { db } = principal
  return db.place === HOME ? rows.staff : withAccounts(db.at(HOME), rows.staff)
}

/** Staff of another database, with what the first one knows of their accounts. One trip. */
async function withAccounts(home: Db, staff: ListedStaff[]): Promise<ListedStaff[]> {
  const ids = JSON.stringify(staff.filter(({ acceptedAt }) => acceptedAt !== null).map(({ id }) => id))
  const { accounts } = await trip(home, {
    accounts: sql<Pick<ListedStaff, 'id' | 'lastSignInAt' | 'passkeys'>>`
      SELECT value AS id, (SELECT max(created_at) FROM staff_sessions WHERE staff_id = value) AS lastSignInAt,
        (SELECT count(*) FROM passkeys WHERE staff_id = value) AS passkeys
      FROM json_each(${ids})`,
  })
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return staff.map((member) => ({ ...member, ...byId.get(member.id) }))
}

const selectStaff = (workspace: Sql): Sql<ListedStaff> => sql<ListedStaff>`
  SELECT staff.id, iif(accepted_at IS NULL, coalesce(invited_name, staff.email), staff.name) AS name, staff.email,
    role, memberships.created_at AS createdAt, accepted_at AS acceptedAt, ends_on AS endsOn,
    (SELECT max(created_at) FROM staff_sessions WHERE staff_id = staff.id AND accepted_at IS NOT NULL) AS lastSignInAt,
    (SELECT count(*) FROM passkeys WHERE staff_id = staff.id AND accepted_at IS NOT NULL) AS passkeys
  FROM memberships CROSS JOIN staff
  WHERE memberships.workspace_id = ${workspace} AND staff.id = memberships.staff_id
  ORDER BY staff.email`
