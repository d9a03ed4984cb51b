import type { Db } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { freshSince } from '../access/fresh-proof'
import { requireInUse } from '../access/in-use'
import { listOfPermission } from '../access/permissions'
import type { Credential, Need, Principal } from '../access/principal'
import { earliestDate } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { isWorkspaceId } from '../shared/ids'
import { permissionsOf, type Role, rolesWith } from './roles'

/** Who asks with a staff session, for the workspace that the address names. */
export type StaffPrincipal = Principal<StaffCredential> & {
  /** The credential of the last trip. Throws `unauthenticated` before the first one. */
  current(): StaffCredential
  sessionHash: string
  /** The id of who asks; NULL if the session has ended or does not meet the need. */
  staffId(need?: Pick<Need, 'freshProof'>): Sql
}

/** A session, who it belongs to, and the role in the workspace. */
export type StaffCredential = Credential & {
  workspace: WorkspaceRow
  role: Role
  staff: { id: string; name: string; email: string; locale: string | null; hasShortcuts: boolean }
  session: { id: string; provedAt: string }
  /** The workspaces that the person works for, in the order of their names. */
  workspaces: { id: string; name: string; portalSlug: string | null }[]
  /** How many applications wait, counted up to {@link MAX_COUNTED}. */
  applications: number
  /** How many lines of bank statements wait, counted the same way. */
  openLines: number
  /** Whether there are workspaces below this one. */
  hasSubordinates: boolean
}

/** How many applications and bank lines are counted at most, since every page counts them. */
export const MAX_COUNTED = 100

/**
 * The principal behind the id of a session, for a workspace by its id or slug. With `opensSuspended` the request reads a workspace
 * that is suspended, and writes to one that is no copy.
 */
export function staffPrincipal(
  db: Db,
  {
    sessionId,
    idOrSlug,
    opensSuspended = false,
    ...request
  }: ActingRequest & { sessionId: string; idOrSlug: string; opensSuspended?: boolean },
): StaffPrincipal {
  const { now } = request
  const sessionHash = sha256(sessionId)
  const membership = selectMembership(sessionHash, idOrSlug, now)
  let current: StaffCredential | undefined
  return {
    db,
    now,
    id: `${sessionHash} ${idOrSlug}`,
    actor: actorOf(request, {
      kind: 'staff',
      door: 'dashboard',
      id: sql`(SELECT staff_id FROM ${membership})`,
      name: sql`(SELECT name FROM staff WHERE id = (SELECT staff_id FROM ${membership}))`,
    }),
    namedWorkspace: isWorkspaceId(idOrSlug) ? idOrSlug : undefined,
    workspace: () => sql`(SELECT workspace_id FROM ${membership})`,
    writableWorkspace: (need) => writableWorkspace(membership, need, { opensSuspended, now }),
    lookup: selectCredential(sessionHash, membership, now),
    credential: ([row]) => {
      current = credentialFromRow(row as CredentialRow | undefined)
      if (!opensSuspended) requireInUse(current.workspace)
      return current
    },
    sessionHash,
    staffId: ({ freshProof } = {}) => sql`(
      SELECT staff_id FROM ${selectStaffSession(sessionHash, now)}
      ${freshProof ? sql`WHERE proved_at > ${freshSince(now)}` : sql``})`,
    current: () => {
      if (!current) throw signedOut()
      return current
    },
  }
}

/** The error for a session that has ended or never was. */
export const signedOut = (): DomainError => new DomainError('unauthenticated', 'Sign in again.')

/** The error for staff who do not work for a workspace. */
export const notStaff = (): DomainError =>
  new DomainError('not_found', 'There is no such workspace, or you do not work for it.')

/** A session that has not ended, as a table of `id`, `staff_id` and `proved_at`. */
export const selectStaffSession = (sessionHash: string, now: Date): Sql => sql`(
  SELECT id, staff_id, proved_at, elsewhere FROM staff_sessions
  WHERE session_hash = ${sessionHash} AND expires_at > ${now.toISOString()})`

/** The condition that a membership `member` was accepted and has not ended. */
export const currentMemberSql = (now: Date): Sql =>
  sql`member.accepted_at IS NOT NULL AND (member.ends_on IS NULL OR member.ends_on >= ${earliestDate(now)})`

/** The current membership of a session's owner in the named workspace, as a table; no row where there is none. */
const selectMembership = (sessionHash: string, idOrSlug: string, now: Date): Sql => sql`(
  SELECT workspaces.id AS workspace_id, role, session.staff_id, session.proved_at, subscription_variant, columns_version,
    suspended_at, copy_of, moving_to
  FROM ${selectStaffSession(sessionHash, now)} AS session
  CROSS JOIN workspaces CROSS JOIN memberships AS member
  WHERE ${sql.raw(isWorkspaceId(idOrSlug) ? 'workspaces.id' : 'workspaces.portal_slug')} = ${idOrSlug}
    AND member.workspace_id = workspaces.id AND member.staff_id = session.staff_id
    AND ${currentMemberSql(now)})`

function writableWorkspace(
  membership: Sql,
  { permission, columns, freshProof }: Need,
  { opensSuspended, now }: { opensSuspended: boolean; now: Date },
): Sql {
  const list = permission && listOfPermission(permission)
  const conditions = [
    sql.raw(opensSuspended ? 'copy_of IS NULL' : 'suspended_at IS NULL AND moving_to IS NULL'),
    permission ? sql`role IN (SELECT value FROM json_each(${JSON.stringify(rolesWith(permission))}))` : [],
    list ? sql`subscription_variant IN (${list}, 'complete')` : [],
    columns ? sql`workspace_id = ${columns.workspaceId} AND columns_version = ${columns.version}` : [],
    freshProof ? sql`proved_at > ${freshSince(now)}` : [],
  ].flat()
  return sql`(SELECT workspace_id FROM ${membership} WHERE ${sql.join(conditions, ' AND ')})`
}

type CredentialRow = {
  sessionId: string
  provedAt: string
  staffId: string
  staffName: string
  email: string
  staffLocale: string | null
  hasShortcuts: number
  workspaces: string
  elsewhere: string
  role: Role | null
  applications: number
  openLines: number
  hasSubordinates: number
} & { [Column in keyof WorkspaceRow]: WorkspaceRow[Column] | null }

const WORKSPACE = allColumns(workspaces)

// The columns of the workspace are NULL if the session is valid but does not open it.
const selectCredential = (
  sessionHash: string,
  membership: Sql,
  now: Date,
): Sql<CredentialRow> => sql<CredentialRow>`
  SELECT session.id AS sessionId, session.proved_at AS provedAt, session.elsewhere, staff.id AS staffId, staff.name AS staffName, staff.email,
    staff.locale AS staffLocale, staff.has_shortcuts AS hasShortcuts, membership.role, ${WORKSPACE},
    (SELECT json_group_array(json_object('id', id, 'name', name, 'portalSlug', portal_slug)) FROM (
      SELECT own.id, own.name, own.portal_slug
      FROM memberships AS member CROSS JOIN workspaces AS own ON own.id = member.workspace_id
      WHERE member.staff_id = staff.id AND ${currentMemberSql(now)} ORDER BY own.name)) AS workspaces,
    (SELECT count(*) FROM (
      SELECT 1 FROM persons WHERE workspace_id = membership.workspace_id
        AND list_id = 'members' AND area = 'applications' LIMIT ${MAX_COUNTED})) AS applications,
    (SELECT count(*) FROM (
      SELECT 1 FROM bank_lines WHERE workspace_id = membership.workspace_id AND state = 'open'
      LIMIT ${MAX_COUNTED})) AS openLines,
    EXISTS (
      SELECT 1 FROM workspaces AS below WHERE below.superordinate_workspace_id = membership.workspace_id
    ) AS hasSubordinates
  FROM ${selectStaffSession(sessionHash, now)} AS session CROSS JOIN staff ON staff.id = session.staff_id
  LEFT JOIN ${membership} AS membership LEFT JOIN workspaces ON workspaces.id = membership.workspace_id`

/** Workspaces in the order of their names. */
export const byName = <One extends { name: string }>(all: One[]): One[] =>
  all.toSorted((one, other) => (one.name < other.name ? -1 : 1))

function credentialFromRow(row: CredentialRow | undefined): StaffCredential {
  if (!row) throw signedOut()
  const { sessionId, provedAt, staffId, staffName, email, staffLocale, hasShortcuts, role, applications } =
    row
  const { workspaces: names, elsewhere, ...workspace } = row
  const own: StaffCredential['workspaces'] = JSON.parse(names)
  // A workspace that has moved here since the session listed it is in both.
  const others: StaffCredential['workspaces'] = JSON.parse(elsewhere).filter(
    (other: { id: string }) => !own.some(({ id }) => id === other.id),
  )
  if (!role) throw notStaff()
  return {
    workspace: {
      ...(workspace as WorkspaceRow),
      portalEnabled: Boolean(row.portalEnabled),
      passesChargesOn: Boolean(row.passesChargesOn),
      confirmsCertainLines: Boolean(row.confirmsCertainLines),
      isNonprofit: Boolean(row.isNonprofit),
      keepsBook: Boolean(row.keepsBook),
      hidesFirstSteps: Boolean(row.hidesFirstSteps),
      isSandbox: Boolean(row.isSandbox),
    },
    permissions: permissionsOf(role),
    role,
    staff: { id: staffId, name: staffName, email, locale: staffLocale, hasShortcuts: hasShortcuts === 1 },
    session: { id: sessionId, provedAt },
    workspaces: byName([...own, ...others]),
    applications,
    openLines: row.openLines,
    hasSubordinates: row.hasSubordinates === 1,
  }
}
