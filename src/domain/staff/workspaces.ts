import { askEach } from '../../db/ask-each'
import { type Db, trip } from '../../db/client'
import { HOME } from '../../db/places'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { sha256 } from '../shared/hash'
import { recordStaff } from './member'
import { leaseSession, selectPlaces } from './places'
import { byName, currentMemberSql, selectStaffSession, signedOut } from './principal'
import type { Role } from './roles'

/** A workspace that a member of staff works for, or is invited to. */
export type WorkspaceOfStaff = {
  id: string
  name: string
  portalSlug: string | null
  role: Role
  isInvitation: boolean
}

/** An invitation to mail: to which address, by which workspace, for which role, and where answers go. */
export type Invitation = {
  email: string
  name: string
  workspace_name: string
  role: Role
  reply_to: string | null
  locale: string
  requested_at: string
}

/**
 * Lists the workspaces that the owner of a session works for or is invited to, in the order of their names. One trip, and one to each
 * other database that the person works in. `isComplete` is false if a database did not answer: its workspaces are missing. Throws
 * `unauthenticated` if the session has ended.
 */
export async function viewWorkspacesOfStaff(
  db: Db,
  { now, sessionId }: { now: Date; sessionId: string },
): Promise<{ workspaces: WorkspaceOfStaff[]; isComplete: boolean }> {
  const session = selectStaffSession(sha256(sessionId), now)
  const { sessions, memberships, places } = await trip(db, {
    sessions: sql<{ staffId: string }>`SELECT staff_id AS staffId FROM ${session}`,
    memberships: selectMemberships(sql`(SELECT staff_id FROM ${session})`, now),
    places: selectPlaces(sql`(SELECT staff_id FROM ${session})`),
  })
  const [owner] = sessions
  if (!owner) throw signedOut()
  const own = selectMemberships(sql`${owner.staffId}`, now)
  const { answers, failed } = await askEach(
    places.map(({ place }) => db.at(place)),
    async (one) => (await trip(one, { own })).own,
  )
  const others = answers.flat()
  const isComplete = failed.length === 0
  if (places.length > 0 && isComplete) await keepElsewhere(db, sha256(sessionId), others)
  const workspaces = byName([...memberships, ...others]).map(({ acceptedAt, ...workspace }) => ({
    ...workspace,
    isInvitation: acceptedAt === null,
  }))
  return { workspaces, isComplete }
}

/** Keeps in a session of the first database which workspaces of other databases its owner works for, for the pages that list them. */
async function keepElsewhere(db: Db, sessionHash: string, others: MembershipRow[]): Promise<void> {
  const accepted = others
    .filter(({ acceptedAt }) => acceptedAt !== null)
    .map(({ id, name, portalSlug }) => ({ id, name, portalSlug }))
  await trip(db, {
    kept: sql`
      UPDATE staff_sessions SET elsewhere = ${JSON.stringify(accepted)} WHERE session_hash = ${sessionHash}`,
  })
}

/** Accepts an invitation to a workspace; none, or one that was accepted before, changes nothing. One trip. */
export async function acceptInvitation(
  db: Db,
  { sessionId, workspaceId, ...request }: ActingRequest & { sessionId: string; workspaceId: string },
): Promise<void> {
  const { now } = request
  if (db.place !== HOME) await leaseSession(db, { sessionHash: sha256(sessionId), now })
  const staffId = sql`(SELECT staff_id FROM ${selectStaffSession(sha256(sessionId), now)})`
  const actor = actorOf(request, {
    kind: 'staff',
    door: 'dashboard',
    id: staffId,
    name: sql`(SELECT name FROM staff WHERE id = ${staffId})`,
  })
  await trip(db, {
    recorded: recordStaff(
      { actor, workspace: () => sql`${workspaceId}` },
      'staff.accepted',
      sql`staff.id = ${staffId} AND accepted_at IS NULL`,
      { accepted_at: [null, now.toISOString()] },
    ),
    accepted: sql`
      UPDATE memberships SET accepted_at = ${now.toISOString()}, invited_name = NULL
      WHERE workspace_id = ${workspaceId} AND staff_id = ${staffId} AND accepted_at IS NULL`,
  })
}

type MembershipRow = Omit<WorkspaceOfStaff, 'isInvitation'> & { acceptedAt: string | null }

const selectMemberships = (staffId: Sql, now: Date): Sql<MembershipRow> => sql<MembershipRow>`
  SELECT workspaces.id, workspaces.name, portal_slug AS portalSlug, role, accepted_at AS acceptedAt
  FROM memberships AS member CROSS JOIN workspaces ON workspaces.id = member.workspace_id
  WHERE member.staff_id = ${staffId} AND (member.accepted_at IS NULL OR ${currentMemberSql(now)})
  ORDER BY workspaces.name`
