import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Db, trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { hourOf, increment, isOver, sweepCounts, withinLimitSql } from '../../access/hourly-limits'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { endLeases } from '../places'
import { selectStaffSession, signedOut } from '../principal'
import {
  insertSession,
  type NewBrowser,
  newSession,
  type OpenedSession,
  rememberOwner,
  sweepSessions,
} from '../sign-in'
import { insertRequest, newRequest, type SignInRequest, sweepRequests } from '../sign-in-requests'
import { type Assertion, parseAssertion } from './answers'
import { CHALLENGE_MILLISECONDS, relyingPartyId } from './relying-party'
import { selectCredentials } from './stored'

/** How many challenges one caller can ask for in an hour. */
export const CHALLENGES_PER_HOUR = 60

/** What the browser keeps of a request to use a passkey, and the options that it gives to the authenticator. */
export type StartedSignIn = SignInRequest & { options: PublicKeyCredentialRequestOptionsJSON }

/** Starts to sign in with a passkey of the visitor's choice, and counts that for the caller. One trip. */
export async function startPasskeySignIn(
  db: Db,
  { now, caller, origin }: { now: Date; caller: string; origin: string },
): Promise<StartedSignIn | 'too_many'> {
  const request = newRequest(now, CHALLENGE_MILLISECONDS)
  const options = newOptions(origin)
  const byCaller = {
    hour: hourOf(now),
    subject: sha256(`passkey caller ${caller}`),
    max: CHALLENGES_PER_HOUR,
  }
  const { counts } = await trip(db, {
    swept: [sweepCounts(db, now), sweepRequests(db, now)],
    counts: increment(byCaller, sql`TRUE`),
    requested: insertRequest(request, sql`SELECT NULL WHERE ${withinLimitSql(byCaller)}`, options.challenge),
  })
  return isOver(counts, byCaller) ? 'too_many' : { ...request, options }
}

/**
 * Starts to prove again, with one of their passkeys, who uses a session. One trip. Throws `unauthenticated` if the
 * session has ended.
 */
export async function startPasskeyProof(
  db: Db,
  { now, sessionId, origin }: { now: Date; sessionId: string; origin: string },
): Promise<StartedSignIn> {
  const sessionHash = sha256(sessionId)
  const session = selectStaffSession(sessionHash, now)
  const request = newRequest(now, CHALLENGE_MILLISECONDS)
  const options = newOptions(origin)
  const tiedTo = sql`SELECT ${sessionHash} FROM ${session}`
  const { sessions, allowCredentials } = await trip(db, {
    sessions: tiedTo,
    allowCredentials: selectCredentials(session),
    swept: sweepRequests(db, now),
    requested: insertRequest(request, tiedTo, options.challenge),
  })
  if (sessions.length === 0) throw signedOut()
  return { ...request, options: { ...options, allowCredentials } }
}

const newOptions = (origin: string) => ({
  challenge: newToken(),
  rpId: relyingPartyId(origin),
  timeout: CHALLENGE_MILLISECONDS,
  userVerification: 'required' as const,
})

/** What became of a passkey's answer: it opened a session, it proved who uses one, or it was refused. */
export type PasskeySignIn =
  | { outcome: 'signed_in'; session: OpenedSession }
  | { outcome: 'proved' }
  | { outcome: 'refused' }

/**
 * Exchanges the answer of a passkey for a new session, in the browser that got the challenge; or renews the proof of the
 * session that got it. A challenge takes one answer. Unknown passkeys are refused as wrong signatures are. At most
 * two trips.
 */
export async function signInWithPasskey(
  db: Db,
  { now, requestId, answer, origin, ...browser }: SignIn,
): Promise<PasskeySignIn> {
  const assertion = parseAssertion(answer)
  if (!assertion) return REFUSED
  const requestHash = sha256(requestId)
  const { candidates } = await trip(db, {
    candidates: selectCandidate(requestHash, assertion, now),
    used: sql`DELETE FROM sign_in_requests WHERE request_hash = ${requestHash} AND challenge IS NOT NULL`,
  })
  const [passkey] = candidates
  if (!passkey) return REFUSED
  const { verifyAssertion } = await import('./verify')
  const counter = await verifyAssertion(assertion, { challenge: passkey.challenge, origin, passkey })
  if (counter === undefined) return REFUSED
  // Of two answers with one counter, or of a passkey that is being removed, the later one finds no row.
  const unchanged = sql`FROM passkeys WHERE credential_id = ${passkey.id} AND counter = ${passkey.counter}`
  const session = newSession(now)
  const { granted } = await trip(db, {
    swept: sweepSessions(db, now),
    granted: passkey.sessionHash
      ? sql<{ staffId: string }>`
          UPDATE staff_sessions SET proved_at = ${now.toISOString()}
          WHERE session_hash = ${passkey.sessionHash} AND staff_id = (SELECT staff_id ${unchanged}) RETURNING staff_id AS staffId`
      : insertSession(session, now, browser.userAgent, sql`SELECT staff_id ${unchanged}`),
    remembered: rememberOwner(session, browser, now),
    counted: sql`
      UPDATE passkeys SET counter = ${counter}, used_at = ${now.toISOString()}
      WHERE (credential_id, counter) = (SELECT credential_id, counter ${unchanged})`,
  })
  const [owner] = granted
  if (!owner) return REFUSED
  const { sessionHash } = passkey
  if (!sessionHash) return { outcome: 'signed_in', session }
  await endLeases(db, { staffId: owner.staffId, which: sql`session_hash = ${sessionHash}` })
  return { outcome: 'proved' }
}

type SignIn = NewBrowser & {
  now: Date
  requestId: string
  /** The browser's AuthenticationResponseJSON. */
  answer: string
  origin: string
}

const REFUSED = { outcome: 'refused' } as const

type Candidate = {
  id: string
  publicKey: string
  counter: number
  challenge: string
  sessionHash: string | null
}

/** The passkey of an answer, with the challenge that the browser got: for a session of its owner, or for a sign-in. */
const selectCandidate = (requestHash: string, { id, response }: Assertion, now: Date): Sql<Candidate> => {
  const owner = Buffer.from(response.userHandle ?? '', 'base64url').toString()
  return sql<Candidate>`
    SELECT credential_id AS id, public_key AS publicKey, counter, challenge, request.session_hash AS sessionHash
    FROM sign_in_requests AS request CROSS JOIN passkeys CROSS JOIN staff ON staff.id = passkeys.staff_id
    LEFT JOIN staff_sessions AS session ON session.session_hash = request.session_hash
    WHERE request.request_hash = ${requestHash} AND challenge IS NOT NULL AND request.expires_at > ${now.toISOString()}
      AND credential_id = ${id}
      AND staff.id = CASE WHEN request.session_hash IS NULL THEN ${owner} ELSE session.staff_id END`
}
