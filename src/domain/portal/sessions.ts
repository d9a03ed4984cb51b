import { randomBytes } from 'node:crypto'
import { lte, sql } from 'drizzle-orm'
import { type Db, type Statement, trip } from '../../db/client'
import { prepared } from '../../db/query'
import { portalSessions, workspaces } from '../../db/schema'
import { ofList, type Tenant } from '../admission'
import { sha256 } from '../credentials'
import { type ColumnRow, columnIn, columnsOf } from '../custom-columns/column'
import { renderingFor } from '../persons/admission'
import { PERSON_ROW, type PersonRow, type Rendering } from '../persons/rows'
import { readLink } from '../portal-links'
import { Refusal } from '../refusal'
import { OPEN_PORTAL } from './settings'

/** The members behind a session: a tenant who sees nothing once the session or the portal has ended. */
export type Member = Tenant

/** What a session lets in to, now: the workspace and those of its persons who still are members. */
export type Visit = { workspace: typeof workspaces.$inferSelect; rendering: Rendering; persons: PersonRow[] }

const SESSION = sql`session_hash = ${sql.placeholder('session')} AND expires_at > ${sql.placeholder('now')}`

const BY_SESSION = sql`(
  SELECT w.id FROM portal_sessions JOIN workspaces AS w ON w.id = workspace_id WHERE ${SESSION} AND ${OPEN_PORTAL})`

/** The members behind the id of a session. */
export const memberOf = async (db: Db, sessionId: string, now: Date): Promise<Member> => ({
  db,
  now,
  workspace: BY_SESSION,
  values: { session: await sha256(sessionId), now: now.toISOString() },
})

/**
 * Exchanges a link's token for the id of a new session, which ends when the link does. Undefined where the link or its
 * portal is no more, or none of its persons is a member. One trip; sessions that have ended are swept in it.
 */
export async function openSession(db: Db, links: KVNamespace, now: Date, token: string) {
  const link = await readLink(links, now, token)
  if (!link) return undefined
  const id = randomBytes(32).toString('base64url')
  const member = await memberOf(db, id, now)
  const { persons } = await trip(member, {
    swept: db.delete(portalSessions).where(lte(portalSessions.expiresAt, now.toISOString())),
    opened: db.insert(portalSessions).values({
      sessionHash: await sha256(id),
      workspaceId: link.workspace_id,
      personIds: JSON.stringify(link.person_ids),
      expiresAt: link.expires_at,
    }),
    persons: personsOf(member, { list: 'members' }),
  })
  return persons.length > 0 ? { id, expiresAt: new Date(link.expires_at) } : undefined
}

/**
 * Runs a member's statements in one trip together with what the session lets in to. Refuses as `unauthenticated` where
 * it has ended, its portal is closed, or none of its persons is a member any more.
 */
export async function visit<S extends Record<string, Statement | readonly Statement[]>>(
  member: Member,
  statements: S,
) {
  const { found, columns, standing, ...rows } = await trip(member, {
    found: member.db.select().from(workspaces).where(sql`${workspaces.id} = ${member.workspace}`),
    columns: columnsOf(member, 'members'),
    standing: personsOf(member, { list: 'members' }),
    ...statements,
  })
  const [workspace] = found as Visit['workspace'][]
  const persons = standing as PersonRow[]
  if (!workspace || persons.length === 0) throw new Refusal('unauthenticated', 'This session has ended.')
  const rendering = renderingFor(member, { workspace }, 'members', (columns as ColumnRow[]).map(columnIn))
  return { workspace, rendering, persons, rows }
}

/** The person of a visit with this id, the first where none is named. Refuses everyone else as `not_found`. */
export function personIn({ persons }: Pick<Visit, 'persons'>, id = persons[0]?.id): PersonRow {
  const person = persons.find((person) => person.id === id)
  if (person) return person
  throw new Refusal('not_found', 'The session has no such person.')
}

/** Ends a session and gives the workspace that it was of, to find the way back in. One trip. */
export async function endSession(member: Member) {
  const { left } = await trip(member, {
    left: member.db.select().from(workspaces).where(sql`${workspaces.id} = ${member.workspace}`),
    ended: member.db.delete(portalSessions).where(SESSION),
  })
  return left[0]
}

// The cross join makes SQLite look up each person of the session; left to itself the planner may read the whole list.
const personsOf = prepared<PersonRow>(
  (workspace) => sql`
    SELECT ${PERSON_ROW}
    FROM json_each((SELECT person_ids FROM portal_sessions WHERE ${SESSION})) AS named CROSS JOIN persons
    WHERE ${ofList(workspace)} AND area = 'regular' AND persons.id = named.value ORDER BY persons.id`,
)
