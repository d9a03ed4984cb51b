import { randomBytes } from 'node:crypto'
import { and, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, type Statement, trip } from '../../db/client'
import { prepared } from '../../db/query'
import { portalSessions, workspaces } from '../../db/schema'
import { ofList, type Tenant } from '../access/admission'
import { sha256 } from '../access/tokens'
import { type ColumnRow, columnFromRow, columnsOf } from '../custom-columns/column'
import {
  type ListContext,
  listContext,
  membershipStatus,
  PERSON_ROW,
  type PersonRow,
} from '../persons/store/json'
import { earliestDate, todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { portalOpenTo } from './coverage'
import { readLink } from './links'
import { OPEN_PORTAL } from './settings'

/**
 * The person of a session that a request names by id, or the first where it names none. Its tenant is the person's own
 * workspace; NULL once the session has ended, or its portal is no longer open to that workspace.
 */
export type Member = Tenant & { personId: string | undefined }

/** A person of a session, with the settings of its own workspace. */
export type OwnPerson = PersonRow & {
  workspaceId: string
  workspaceName: string
  timezone: string
  currency: string
  /** 1 where the link was made for a former member. */
  mayBeFormer: number
}

/** What a session gives access to: the workspace whose portal it is, the persons who still are members, and the one asked for. */
export type Visit = {
  workspace: typeof workspaces.$inferSelect
  persons: OwnPerson[]
  person: OwnPerson
  rendering: ListContext
}

const { placeholder } = sql

const SESSION = sql`session_hash = ${placeholder('session')} AND expires_at > ${placeholder('now')}`

const STORED = sql`(SELECT workspace_id AS portal, person_ids, former_ids FROM portal_sessions WHERE ${SESSION})`

const LINKED = sql`(
  SELECT ${placeholder('portal')} AS portal, ${placeholder('personIds')} AS person_ids,
    ${placeholder('formerIds')} AS former_ids)`

const MAY_BE_FORMER = sql`persons.id IN (SELECT value FROM json_each(session.former_ids))`

/**
 * The persons of a session to whose workspaces its portal is open: what follows FROM. The cross joins look them up one by
 * one, in the order of the session.
 */
const personsIn = (session: SQL, more = sql``): SQL => sql`
  ${session} AS session CROSS JOIN json_each(session.person_ids) AS home CROSS JOIN json_each(home.value) AS named
  CROSS JOIN persons ${more}
  WHERE session.portal = ${portalOpenTo(sql`home.key`)}
    AND ${ofList(sql`home.key`, 'members')} AND area = 'regular' AND persons.id = named.value`

const BY_SESSION = sql`(
  SELECT workspace_id FROM ${personsIn(STORED)} AND persons.id = coalesce(${placeholder('person')}, persons.id)
  LIMIT 1)`

/** The member behind the id of a session, and the person that the request names. */
export const memberOf = async (db: Db, sessionId: string, now: Date, personId?: string): Promise<Member> => ({
  db,
  now,
  personId,
  workspace: BY_SESSION,
  values: { session: await sha256(sessionId), now: now.toISOString(), person: personId ?? null },
})

/**
 * Exchanges a link's token for the id of a new session, which ends when the link does. Undefined, and nothing is stored,
 * where the link or its portal has ended or none of its persons is a member. One trip, which also deletes the sessions
 * that have ended; a second one where the last membership ended within a day.
 */
export async function openSession(db: Db, links: KVNamespace, now: Date, token: string) {
  const link = await readLink(links, now, token)
  if (!link) return undefined
  const id = randomBytes(32).toString('base64url')
  const member = await memberOf(db, id, now)
  const { persons } = await trip(member, {
    swept: db.delete(portalSessions).where(lte(portalSessions.expiresAt, now.toISOString())),
    opened: openedBy(member, {
      portal: link.workspace_id,
      personIds: JSON.stringify(link.person_ids),
      formerIds: JSON.stringify(link.former_ids),
      expiresAt: link.expires_at,
      earliest: earliestDate(now),
    }),
    persons: personsOf(member, {}),
  })
  if (persons.some((person) => isMember(person, now))) return { id, expiresAt: new Date(link.expires_at) }
  if (persons.length > 0) await endSession(member)
  return undefined
}

/**
 * Runs a member's statements in one trip together with the session's data. Throws `unauthenticated` where the session has
 * ended, its portal is closed, or none of its persons is a member any more; `not_found` where the named person is not
 * among them. A second trip where no person is named and the first one, of another workspace, has just left.
 */
export async function visit<S extends Record<string, Statement | readonly Statement[]>>(
  member: Member,
  statements: S,
) {
  const { found, columns, stored, ...rows } = await trip(member, {
    found: member.db.select().from(workspaces).where(sql`${workspaces.id} = (SELECT portal FROM ${STORED})`),
    columns: columnsOf(member, 'members'),
    stored: personsOf(member, {}),
    ...statements,
  })
  const [workspace] = found as Visit['workspace'][]
  const read = stored as OwnPerson[]
  const persons = read.filter((person) => isMember(person, member.now))
  if (!workspace || persons.length === 0) throw new DomainError('unauthenticated', 'This session has ended.')
  const person = persons.find(({ id }) => id === (member.personId ?? persons[0]?.id))
  if (!person) throw new DomainError('not_found', 'The session has no such person.')
  if (!member.personId && person.workspaceId !== read[0]?.workspaceId)
    return visit(naming(member, person.id), statements)
  const today = todayIn(person.timezone, member.now)
  const rendering = listContext('members', (columns as ColumnRow[]).map(columnFromRow), today)
  return { workspace, persons, person, rendering, rows }
}

/** Ends a session. Returns the workspace whose portal it was for, while that portal is open. One trip. */
export async function endSession(member: Member) {
  const { left } = await trip(member, {
    left: member.db
      .select()
      .from(workspaces)
      .where(and(sql`${workspaces.id} = (SELECT portal FROM ${STORED})`, OPEN_PORTAL)),
    ended: member.db.delete(portalSessions).where(SESSION),
  })
  return left[0]
}

const naming = (member: Member, personId: string): Member => ({
  ...member,
  personId,
  values: { ...member.values, person: personId },
})

const isMember = (person: OwnPerson, now: Date): boolean =>
  person.mayBeFormer === 1 || membershipStatus(person, todayIn(person.timezone, now)) === 'active'

const personsOf = prepared<OwnPerson>(
  () => sql`
    SELECT ${PERSON_ROW}, workspace_id AS "workspaceId", own.name AS "workspaceName", timezone, currency,
      ${MAY_BE_FORMER} AS "mayBeFormer"
    FROM ${personsIn(STORED, sql`CROSS JOIN workspaces AS own ON own.id = home.key`)}`,
)

// Skips members whose leave date has passed in every time zone; `isMember` checks the exact date.
const openedBy = prepared(
  () => sql`
    INSERT INTO portal_sessions (session_hash, workspace_id, person_ids, former_ids, expires_at)
    SELECT ${placeholder('session')}, portal, person_ids, former_ids, ${placeholder('expiresAt')} FROM ${LINKED}
    WHERE EXISTS (
      SELECT 1 FROM ${personsIn(LINKED)}
      AND (leave_date IS NULL OR leave_date >= ${placeholder('earliest')} OR ${MAY_BE_FORMER}))`,
)
