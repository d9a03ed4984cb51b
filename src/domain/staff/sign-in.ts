import { lte } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { staffSessions } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { rememberBrowser } from '../access/known-browsers'
import { sha256 } from '../shared/hash'
import { newId } from '../shared/ids'
import { newToken } from '../shared/token'
import { codeHash, normalizeCode } from './codes'
import { endLeases } from './places'

/** How many codes can be tried for a request. */
export const MAX_ATTEMPTS = 5

/** How long a session lasts, in milliseconds. Whether it is used or not: to renew it, every page would write a row. */
const SESSION_MILLISECONDS = 14 * 24 * 60 * 60 * 1000

/** A session that was opened: its id, which only the browser keeps, and when it ends. */
export type OpenedSession = { id: string; expiresAt: Date }

/** What became of a code: it opened a session, it proved who uses one, it was wrong, or its request has ended. */
export type SignIn =
  | { outcome: 'signed_in'; session: OpenedSession; hasPasskey: boolean }
  | { outcome: 'proved' }
  | { outcome: 'wrong'; attemptsLeft: number }
  | { outcome: 'ended' }

/**
 * Exchanges a code for a new session, in the browser that requested it; or renews the proof of the session that
 * requested it. A code works once, and a request takes {@link MAX_ATTEMPTS} codes. One trip. A code instead of a
 * link: scanners open links in mails and press buttons, and a code cannot be used in another browser.
 */
export async function signInWithCode(
  db: Db,
  { now, requestId, typed, ...browser }: NewBrowser & { now: Date; requestId: string; typed: string },
): Promise<SignIn> {
  const requestHash = sha256(requestId)
  const request = sql`request_hash = ${requestHash} AND attempts < ${MAX_ATTEMPTS} AND expires_at > ${now.toISOString()}`
  const granted = sql`${request} AND code_hash = ${codeHash(requestHash, normalizeCode(typed))}`
  const session = newSession(now)
  const { opened, proved, failed } = await trip(db, {
    swept: sweepSessions(db, now),
    opened: insertSession(
      session,
      now,
      browser.userAgent,
      sql`
      SELECT staff_id FROM sign_in_requests WHERE ${granted} AND session_hash IS NULL`,
    ),
    remembered: rememberOwner(session, browser, now),
    proved: sql<{ sessionHash: string; staffId: string }>`
      UPDATE staff_sessions SET proved_at = ${now.toISOString()}
      WHERE (session_hash, staff_id) = (SELECT session_hash, staff_id FROM sign_in_requests WHERE ${granted})
      RETURNING session_hash AS sessionHash, staff_id AS staffId`,
    used: sql`DELETE FROM sign_in_requests WHERE ${granted}`,
    failed: sql<{ attempts: number }>`
      UPDATE sign_in_requests SET attempts = attempts + 1 WHERE ${request} RETURNING attempts`,
  })
  const [owner] = opened
  if (owner) return { outcome: 'signed_in', session, hasPasskey: owner.hasPasskey === 1 }
  const [renewed] = proved
  if (renewed) {
    await endLeases(db, { staffId: renewed.staffId, which: sql`session_hash = ${renewed.sessionHash}` })
    return { outcome: 'proved' }
  }
  const [attempt] = failed
  if (!attempt || attempt.attempts === MAX_ATTEMPTS) return { outcome: 'ended' }
  return { outcome: 'wrong', attemptsLeft: MAX_ATTEMPTS - attempt.attempts }
}

/** The browser that signs in: what it calls itself, and the token by which it is known afterwards. */
export type NewBrowser = { userAgent: string; browser: string }

/** Remembers the browser of a session that was just opened; nothing if it was not. */
export const rememberOwner = ({ id }: OpenedSession, { browser }: NewBrowser, now: Date): Sql =>
  rememberBrowser(browser, sql`SELECT staff_id FROM staff_sessions WHERE session_hash = ${sha256(id)}`, now)

/** A new session, which is not stored yet. */
export const newSession = (now: Date): OpenedSession => ({
  id: newToken(),
  expiresAt: new Date(now.getTime() + SESSION_MILLISECONDS),
})

/** Inserts a session for the member of staff whose id a query gives; a row where there is one. */
export function insertSession(
  { id, expiresAt }: OpenedSession,
  now: Date,
  userAgent: string,
  staffIds: Sql,
): Sql<{ staffId: string; hasPasskey: number }> {
  return sql<{ staffId: string; hasPasskey: number }>`
    INSERT INTO staff_sessions (session_hash, id, staff_id, user_agent, created_at, proved_at, expires_at)
    SELECT ${sha256(id)}, ${newId('ses', now)}, owner.*, ${userAgent.slice(0, 255)}, ${now.toISOString()},
      ${now.toISOString()}, ${expiresAt.toISOString()}
    FROM (${staffIds}) AS owner WHERE true
    RETURNING staff_id AS staffId, EXISTS (SELECT 1 FROM passkeys WHERE passkeys.staff_id = staff_sessions.staff_id) AS hasPasskey`
}

/** Deletes the sessions that have ended. */
export const sweepSessions = (db: Db, now: Date) =>
  db.delete(staffSessions).where(lte(staffSessions.expiresAt, now.toISOString()))

/** Ends a session, with its copies in other databases. One trip, if there are none. */
export async function signOut(db: Db, { sessionId }: { sessionId: string }): Promise<void> {
  const sessionHash = sha256(sessionId)
  const { ended } = await trip(db, {
    ended: sql<{ staffId: string }>`
      DELETE FROM staff_sessions WHERE session_hash = ${sessionHash} RETURNING staff_id AS staffId`,
  })
  const [session] = ended
  if (session) await endLeases(db, { staffId: session.staffId, which: sql`session_hash = ${sessionHash}` })
}
