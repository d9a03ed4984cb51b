import { and, eq, lte } from 'drizzle-orm'
import { type Answers, type Db, type Statements, trip } from '../../db/client'
import { portalSessions, type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { ActingRequest } from '../access/actor'
import { rememberBrowser } from '../access/known-browsers'
import { query } from '../access/query'
import type { SessionKind } from '../access/session-rights'
import { wherever } from '../access/wherever'
import { type ColumnRow, columnsFromRows } from '../custom-columns/column'
import { type ListContext, selectColumns } from '../custom-columns/query-list'
import { PAYS } from '../persons/payers/pays'
import { earliestDate, todayIn } from '../shared/dates'
import { newTokenAt } from '../shared/token'
import { type Link, readLink } from './links'
import {
  isOpened,
  MAY_BE_FORMER_SQL,
  MembershipEnded,
  PaysForNobody,
  type PortalPerson,
  type PortalPrincipal,
  personsOfSession,
  portalPrincipal,
  selectPersons,
  selectSession,
  sessionEnded,
  whyNotOpened,
  withPerson,
} from './principal'
import { OPEN_PORTAL } from './settings'

/** A session that was opened: its id, which only the browser keeps, when it ends, and whose portal it is for. */
export type OpenedSession = { id: string; expiresAt: Date; workspaceId: string }

/**
 * Exchanges a link's token for a new session, which ends when the link does. Undefined, and nothing is stored, where the
 * link or its portal has ended or it opens none of its persons. One trip, which also deletes the sessions that have
 * ended and remembers the browser by its token; one or two more if it opens nothing. Throws {@link MembershipEnded} for a
 * link whose persons are all former members, and {@link PaysForNobody} for one of contacts alone.
 */
export async function openSession(
  databaseOf: (workspaceId: string) => Db,
  { links, token, ...request }: Opening & { links: KVNamespace; token: string },
): Promise<OpenedSession | undefined> {
  const link = await readLink(links, { now: request.now, token })
  if (!link) return undefined
  const db = databaseOf(link.workspace_id)
  return wherever(db, () => openLink(db, link, request))
}

type Opening = ActingRequest & { browser: string }

async function openLink(
  db: Db,
  link: Link,
  { browser, ...request }: Opening,
): Promise<OpenedSession | undefined> {
  const { now } = request
  const sessionId = newTokenAt(db.place)
  const principal = portalPrincipal(db, { ...request, sessionId, opensPayers: true })
  const { persons } = await trip(db, {
    // Those of others may be locked, while their workspace moves.
    swept: db
      .delete(portalSessions)
      .where(
        and(
          eq(portalSessions.workspaceId, link.workspace_id),
          lte(portalSessions.expiresAt, now.toISOString()),
        ),
      ),
    opened: insertSession(principal, link),
    remembered: link.address
      ? rememberBrowser(browser, sql`SELECT ${link.address} FROM ${selectSession(principal.id, now)}`, now)
      : [],
    persons: selectPersons(selectSession(principal.id, now), now, true),
  })
  if (persons.some((person) => isOpened(person, now)))
    return { id: sessionId, expiresAt: new Date(link.expires_at), workspaceId: link.workspace_id }
  if (persons.length > 0) await endSession(principal)
  const { linked } = await trip(db, { linked: selectPersons(linkedAs(link), now, true) })
  const why = whyNotOpened(linked)
  if (why instanceof MembershipEnded || why instanceof PaysForNobody) throw why
  return undefined
}

/**
 * What a session gives access to: the workspace whose portal it is, its persons, those who are no members and pay for others,
 * and the one that is asked for.
 */
export type PortalSession = {
  workspace: WorkspaceRow
  persons: PortalPerson[]
  payers: PortalPerson[]
  person: PortalPerson
  /** Whether the person is no member: it sees what it pays, and nothing else. */
  isPayer: boolean
  kind: SessionKind
  /** The name of the member of staff who acts for the member; null for the member. */
  staffName: string | null
  context: ListContext
}

/**
 * Loads a session, and the rows of the statements given for the principal. Throws `unauthenticated` if the session has
 * ended, its portal is closed, or it opens none of its persons any more; `not_found` if the named person is not
 * among them. One trip; a second one if no person is named and the first one, of another workspace, has just left.
 */
export async function loadPortalSession<S extends Statements>(
  principal: PortalPrincipal,
  statementsFor: (principal: PortalPrincipal) => S,
): Promise<PortalSession & { rows: Answers<S> }> {
  const { credential, rows } = await query(principal, {
    workspaces: selectPortalWorkspace(principal),
    customColumns: selectColumns(principal.workspace(), 'members'),
    ...statementsFor(principal),
  })
  const { workspaces: portals, customColumns, ...selected } = rows
  const { persons, payers, person, kind, staffName, filteredWorkspaceId } = credential
  const { id, timezone, columnsVersion } = credential.workspace
  if (id !== filteredWorkspaceId) return loadPortalSession(withPerson(principal, person.id), statementsFor)
  const [workspace] = portals as WorkspaceRow[]
  if (!workspace) throw sessionEnded()
  const context: ListContext = {
    list: 'members',
    columns: columnsFromRows('members', customColumns as ColumnRow[]),
    columnsVersion: { workspaceId: id, version: columnsVersion },
    today: todayIn(timezone, principal.now),
  }
  const isPayer = payers.includes(person)
  const session = { workspace, persons, payers, person, isPayer, kind, staffName, context }
  return { ...session, rows: selected as unknown as Answers<S> }
}

/** Ends a session. Returns the workspace whose portal it was for, while that portal is open. One trip. */
export async function endSession(principal: PortalPrincipal): Promise<WorkspaceRow | undefined> {
  const { db } = principal
  const { left } = await trip(db, {
    left: selectPortalWorkspace(principal, OPEN_PORTAL),
    ended: db.delete(portalSessions).where(eq(portalSessions.sessionHash, principal.id)),
  })
  return left[0]
}

const selectPortalWorkspace = ({ db, id, now }: PortalPrincipal, condition?: Sql) =>
  db
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, sql`(SELECT portal FROM ${selectSession(id, now)})`), condition))

// Skips members whose leave date has passed in every time zone; `isOpened` checks the exact date.
function insertSession({ id, now }: PortalPrincipal, link: Link): Sql {
  const linked = linkedAs(link)
  return sql`
    INSERT INTO portal_sessions (session_hash, workspace_id, person_ids, former_ids, kind, staff_id, generations, expires_at)
    SELECT ${id}, portal, person_ids, former_ids, kind, staff_id, generations, ${link.expires_at} FROM ${linked}
    WHERE EXISTS (
      SELECT 1 FROM ${personsOfSession(linked, { now, opensPayers: true })} AND (
        persons.list_id = 'members' AND (leave_date IS NULL OR leave_date >= ${earliestDate(now)} OR ${MAY_BE_FORMER_SQL})
        OR ${PAYS}))`
}

/** A link as the table that its session would be. */
const linkedAs = (link: Link): Sql => sql`(
    SELECT ${link.workspace_id} AS portal, ${JSON.stringify(link.person_ids)} AS person_ids,
      ${JSON.stringify(link.former_ids)} AS former_ids, ${link.kind} AS kind, ${link.staff_id} AS staff_id,
      ${JSON.stringify(link.generations)} AS generations)`
