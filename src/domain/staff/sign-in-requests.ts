import { lte } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { signInRequests } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { sha256 } from '../shared/hash'
import { newToken } from '../shared/token'

/** A request to sign in or to prove again who asks: its id, which only the browser keeps, and when it ends. */
export type SignInRequest = { requestId: string; requestHash: string; expiresAt: Date }

/** A new request, which ends after some milliseconds. */
export function newRequest(now: Date, milliseconds: number): SignInRequest {
  const requestId = newToken()
  const expiresAt = new Date(now.getTime() + milliseconds)
  return { requestId, requestHash: sha256(requestId), expiresAt }
}

/**
 * Inserts a request for each row of a query: the hash of the session that it is tied to, or NULL. `challenge` is what a
 * passkey has to sign.
 */
export const insertRequest = (
  { requestHash, expiresAt }: SignInRequest,
  sessionHashes: Sql,
  challenge: string | null = null,
): Sql => sql`
  INSERT INTO sign_in_requests (request_hash, session_hash, challenge, expires_at)
  SELECT ${requestHash}, session.*, ${challenge}, ${expiresAt.toISOString()} FROM (${sessionHashes}) AS session`

/** Deletes the requests that have ended. */
export const sweepRequests = (db: Db, now: Date) =>
  db.delete(signInRequests).where(lte(signInRequests.expiresAt, now.toISOString()))
