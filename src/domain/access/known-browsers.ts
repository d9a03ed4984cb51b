import { type Sql, sql } from '../../db/sql'
import { sha256 } from '../shared/hash'

/** How long a browser is known after its last sign-in, in milliseconds. */
const KNOWN_MILLISECONDS = 365 * 24 * 60 * 60 * 1000

/** The subject of an address, for members: several of them may share it. That of staff is their id. */
export const memberSubject = (email: string): string => sha256(`member ${email.toLowerCase()}`)

/** The condition that a browser was signed in before as a subject. An empty token is never known. */
export const knownBrowserSql = (token: string, subject: string | Sql, now: Date): Sql =>
  token === ''
    ? sql`FALSE`
    : sql`EXISTS (
        SELECT 1 FROM known_browsers
        WHERE browser_hash = ${sha256(token)} AND subject = ${subject} AND expires_at > ${now.toISOString()})`

/**
 * Remembers for a year that a browser was signed in as each subject that a query gives. The token is random, stored
 * as a hash, and opens nothing: it has an allowance of mails of its own, since strangers can use up that of an
 * address.
 */
export const rememberBrowser = (token: string, subjects: Sql, now: Date): Sql => sql`
  INSERT INTO known_browsers (browser_hash, subject, expires_at)
  SELECT ${sha256(token)}, known.*, ${new Date(now.getTime() + KNOWN_MILLISECONDS).toISOString()}
  FROM (${subjects}) AS known WHERE true
  ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`

/** Deletes the browsers that were last signed in more than a year ago. */
export const sweepKnownBrowsers = (now: Date): Sql =>
  sql`DELETE FROM known_browsers WHERE expires_at <= ${now.toISOString()}`
