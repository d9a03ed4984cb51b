import { askEach } from '../../db/ask-each'
import { type Db, trip } from '../../db/client'
import { HOME } from '../../db/places'
import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { currentMemberSql, selectStaffSession } from './principal'

/** How long a session can be used in another database before the first one is asked again, in milliseconds. */
const LEASE_MILLISECONDS = 15 * 60 * 1000

/** An account as the first database has it, and its copies in others. */
export type Account = {
  id: string
  email: string
  name: string
  locale: string | null
  has_shortcuts: number
  created_at: string
}

const ACCOUNT = 'staff.id, email, name, locale, has_shortcuts, staff.created_at'

type SessionRow = Account & {
  sessionId: string
  userAgent: string
  openedAt: string
  provedAt: string
  expiresAt: string
}

type Asked = { sessionHash: string; now: Date }

/**
 * Copies a session and its account into the database of a workspace, where pages then prove it in their own trip. The copy is valid for
 * 15 minutes; who works there, and as what, only that database says. Nothing is copied of a session that has `ended`, and of staff who
 * work `nowhere` in that database. A trip to the first database, to each that the person works in, and to this one.
 */
export async function leaseSession(
  db: Db,
  { sessionHash, now }: Asked,
): Promise<'leased' | 'nowhere' | 'ended'> {
  const session = selectStaffSession(sessionHash, now)
  const { sessions, places } = await trip(db.at(HOME), {
    sessions: sql<SessionRow>`
      SELECT ${sql.raw(ACCOUNT)}, kept.id AS sessionId, user_agent AS userAgent, kept.created_at AS openedAt,
        kept.proved_at AS provedAt, expires_at AS expiresAt
      FROM ${session} AS session CROSS JOIN staff ON staff.id = session.staff_id
      CROSS JOIN staff_sessions AS kept ON kept.session_hash = ${sessionHash}`,
    places: selectPlaces(sql`(SELECT staff_id FROM ${session})`),
  })
  const [found] = sessions
  if (!found) return 'ended'
  if (!places.some(({ place }) => place === db.place)) return 'nowhere'
  const { sessionId, userAgent, openedAt, provedAt, expiresAt, ...account } = found
  const others = [HOME, ...places.map(({ place }) => place)].filter((place) => place !== db.place)
  const elsewhere = await workspacesAt(db, { places: others, staffId: account.id, now })
  const lease = new Date(now.getTime() + LEASE_MILLISECONDS).toISOString()
  await trip(db, {
    account: copyAccounts([account]),
    leased: sql`
      INSERT INTO staff_sessions (session_hash, id, staff_id, user_agent, created_at, proved_at, expires_at, elsewhere)
      VALUES (${sessionHash}, ${sessionId}, ${account.id}, ${userAgent}, ${openedAt}, ${provedAt},
        ${lease < expiresAt ? lease : expiresAt}, ${elsewhere})
      ON CONFLICT (session_hash) DO UPDATE SET proved_at = excluded.proved_at, expires_at = excluded.expires_at,
        elsewhere = excluded.elsewhere`,
  })
  return 'leased'
}

/** Selects the other databases than the first one that a member of staff works in. */
export const selectPlaces = (staffId: Sql): Sql<{ place: string }> =>
  sql<{ place: string }>`SELECT place FROM staff_places WHERE staff_id = ${staffId} ORDER BY place`

type Workspace = { id: string; name: string; portalSlug: string | null }

/** JSON of the workspaces of some databases that a member of staff has accepted to work for. A database that does not answer has none. */
async function workspacesAt(
  db: Db,
  { places, staffId, now }: { places: readonly string[]; staffId: string; now: Date },
): Promise<string> {
  const own = sql<Workspace>`
    SELECT workspaces.id, workspaces.name, portal_slug AS portalSlug
    FROM memberships AS member CROSS JOIN workspaces ON workspaces.id = member.workspace_id
    WHERE member.staff_id = ${staffId} AND ${currentMemberSql(now)}`
  const { answers } = await askEach(
    places.map((place) => db.at(place)),
    async (one) => (await trip(one, { own })).own,
  )
  return JSON.stringify(answers.flat())
}

/**
 * Corrects the sessions of staff in the first database, which list the workspaces of other databases, after a workspace has moved.
 * `db` is the database that it has moved to. Two trips.
 */
export async function listMovedWorkspace(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<void> {
  const { found } = await trip(db, {
    found: sql<Workspace & { staffId: string }>`
      SELECT workspaces.id, workspaces.name, portal_slug AS portalSlug, member.staff_id AS staffId
      FROM memberships AS member CROSS JOIN workspaces ON workspaces.id = member.workspace_id
      WHERE member.workspace_id = ${workspaceId} AND ${currentMemberSql(now)}`,
  })
  const [row] = found
  if (!row) return
  const { staffId: _, ...workspace } = row
  const listed = db.place === HOME ? [] : [workspace]
  const members = found.map(({ staffId }) => staffId)
  await trip(db.at(HOME), {
    corrected: sql`
      UPDATE staff_sessions SET elsewhere = (
        SELECT json_group_array(json(value)) FROM (
          SELECT value FROM json_each(elsewhere) WHERE value ->> 'id' <> ${workspaceId}
          UNION ALL SELECT value FROM json_each(${JSON.stringify(listed)})))
      WHERE staff_id IN (SELECT value FROM json_each(${JSON.stringify(members)}))`,
  })
}

/** The statement that writes copies of accounts, in place of those that are older. */
const copyAccounts = (accounts: readonly Account[]): Sql[] => {
  const all = JSON.stringify(accounts)
  return [
    // An address whose account was deleted and made again has another id now.
    sql`
      DELETE FROM staff WHERE email IN (SELECT value ->> 'email' FROM json_each(${all}))
        AND id NOT IN (SELECT value ->> 'id' FROM json_each(${all}))
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE staff_id = staff.id)`,
    insertAccounts(
      accounts,
      sql`(id) DO UPDATE SET name = excluded.name, locale = excluded.locale, has_shortcuts = excluded.has_shortcuts`,
    ),
  ]
}

/** The statement that inserts accounts, and says what becomes of those that are there. */
const insertAccounts = (accounts: readonly Account[], onConflict: Sql): Sql => sql`
  INSERT INTO staff (id, email, name, locale, has_shortcuts, created_at)
  SELECT value ->> 'id', value ->> 'email', value ->> 'name', value ->> 'locale', value ->> 'has_shortcuts',
    value ->> 'created_at'
  FROM json_each(${JSON.stringify(accounts)}) WHERE TRUE ON CONFLICT ${onConflict}`

/**
 * Makes sure that people have an account in the first database, by which they sign in, and a copy of it in that of their workspace.
 * Someone who has an account keeps its id and name. Returns the accounts. Two trips; none for the first database.
 */
export async function shareAccounts(db: Db, people: readonly Account[], now: Date): Promise<Account[]> {
  if (db.place === HOME) return [...people]
  const all = JSON.stringify(people)
  const { accounts } = await trip(db.at(HOME), {
    made: insertAccounts(people, sql`DO NOTHING`),
    placed: sql`
      INSERT INTO staff_places (staff_id, place, seen_at)
      SELECT id, ${db.place}, ${now.toISOString()} FROM staff
      WHERE email IN (SELECT value ->> 'email' FROM json_each(${all}))
      ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`,
    accounts: sql<Account>`
      SELECT ${sql.raw(ACCOUNT)} FROM staff WHERE email IN (SELECT value ->> 'email' FROM json_each(${all}))`,
  })
  await trip(db, { copied: copyAccounts(accounts) })
  return accounts
}

/**
 * Ends the copies of sessions of a member of staff in other databases: they have ended, or were proved anew. A database that does not
 * answer keeps its copy for 15 minutes at most. A trip to the first database and to each of the others; none if there is one.
 */
export async function endLeases(db: Db, { staffId, which }: { staffId: string; which: Sql }): Promise<void> {
  if (db.places.length === 1) return
  const { places } = await trip(db.at(HOME), { places: selectPlaces(sql`${staffId}`) })
  const ended = sql`DELETE FROM staff_sessions WHERE ${which}`
  await askEach(
    places.map(({ place }) => db.at(place)),
    (one) => trip(one, { ended }),
  )
}

/** How long a place is kept that nobody was seen to work in, in days: somebody may have been added since. */
const UNSEEN_DAYS = 1

/**
 * Writes who works in a database into the first one, so that accounts stay as long as somebody works anywhere. Accounts that the first
 * one has lost, as after a restore, come back. Two trips; none for the first database.
 */
export async function alignPlaces(db: Db, now: Date): Promise<void> {
  if (db.place === HOME) return
  const { members } = await trip(db, {
    members: sql<Account>`
      SELECT ${sql.raw(ACCOUNT)} FROM staff WHERE id IN (SELECT staff_id FROM memberships)`,
  })
  await trip(db.at(HOME), {
    made: insertAccounts(members, sql`DO NOTHING`),
    seen: sql`
      INSERT INTO staff_places (staff_id, place, seen_at)
      SELECT staff.id, ${db.place}, ${now.toISOString()}
      FROM json_each(${JSON.stringify(members.map(({ id }) => id))}) CROSS JOIN staff ON staff.id = value
      ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`,
    left: sql`
      DELETE FROM staff_places
      WHERE place = ${db.place} AND seen_at < ${daysFrom(now, -UNSEEN_DAYS).toISOString()}`,
  })
}

/** The condition that a member of staff works in no other database than the first one. */
export const worksOnlyHereSql = (staffId: Sql): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM staff_places WHERE staff_places.staff_id = ${staffId})`
