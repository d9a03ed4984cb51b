import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { type Db, trip } from '../../../db/client'
import { sql } from '../../../db/sql'
import { freshSince, requireFreshProof } from '../../access/fresh-proof'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { selectStaffSession, signedOut } from '../principal'
import { insertRequest, newRequest, type SignInRequest, sweepRequests } from '../sign-in-requests'
import { deviceOf } from '../user-agent'
import { parseRegistration } from './answers'
import type { PasskeyNotice } from './notice'
import { ALGORITHMS, CHALLENGE_MILLISECONDS, relyingPartyId } from './relying-party'
import { selectCredentials } from './stored'

/** What the browser keeps of a request for a new passkey, and the options that it gives to the authenticator. */
export type StartedRegistration = SignInRequest & { options: PublicKeyCredentialCreationOptionsJSON }

/**
 * Starts to register a passkey for the owner of a session. One trip. Throws `unauthenticated` if the session has ended,
 * `proof_required` unless it was proved within the last half hour: a passkey opens the dashboard until it is removed.
 */
export async function startRegistration(
  db: Db,
  { now, sessionId, origin }: { now: Date; sessionId: string; origin: string },
): Promise<StartedRegistration> {
  const sessionHash = sha256(sessionId)
  const session = selectStaffSession(sessionHash, now)
  const request = newRequest(now, CHALLENGE_MILLISECONDS)
  const challenge = newToken()
  const tiedTo = sql`SELECT ${sessionHash} FROM ${session} WHERE proved_at > ${freshSince(now)}`
  const { owners, excludeCredentials } = await trip(db, {
    owners: sql<Owner>`
      SELECT staff.id, email, name, proved_at AS provedAt
      FROM ${session} AS session CROSS JOIN staff ON staff.id = session.staff_id`,
    excludeCredentials: selectCredentials(session),
    swept: sweepRequests(db, now),
    requested: insertRequest(request, tiedTo, challenge),
  })
  const [owner] = owners
  if (!owner) throw signedOut()
  requireFreshProof({ session: owner }, now)
  const rpId = relyingPartyId(origin)
  const options: PublicKeyCredentialCreationOptionsJSON = {
    rp: { id: rpId, name: rpId },
    user: { id: Buffer.from(owner.id).toString('base64url'), name: owner.email, displayName: owner.name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MILLISECONDS,
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
  return { ...request, options }
}

type Owner = { id: string; email: string; name: string; provedAt: string }

/**
 * Stores the passkey with which a browser answered {@link startRegistration}, in the same session; a challenge takes one
 * answer. Returns the mail to its owner; undefined if the answer is refused, or the passkey is already stored. At most
 * two trips.
 */
export async function finishRegistration(
  db: Db,
  { now, sessionId, requestId, answer, origin, userAgent }: Registration,
): Promise<PasskeyNotice | undefined> {
  const registration = parseRegistration(answer)
  if (!registration) return undefined
  const requestHash = sha256(requestId)
  const sessionHash = sha256(sessionId)
  const { requests } = await trip(db, {
    requests: sql<{ challenge: string }>`
      DELETE FROM sign_in_requests
      WHERE request_hash = ${requestHash} AND session_hash = ${sessionHash} AND challenge IS NOT NULL
        AND expires_at > ${now.toISOString()}
      RETURNING challenge`,
  })
  const [request] = requests
  if (!request) return undefined
  const { verifyRegistration } = await import('./verify')
  const credential = await verifyRegistration(registration, { challenge: request.challenge, origin })
  if (!credential) return undefined
  const { added } = await trip(db, {
    added: sql<Pick<PasskeyNotice, 'email' | 'locale' | 'passkey'>>`
      INSERT INTO passkeys (credential_id, staff_id, public_key, counter, transports, name, created_at)
      SELECT ${credential.id}, staff_id, ${credential.publicKey}, ${credential.counter},
        ${JSON.stringify(credential.transports)}, ${deviceOf(userAgent) || 'Passkey'}, ${now.toISOString()}
      FROM ${selectStaffSession(sessionHash, now)} WHERE true
      ON CONFLICT DO NOTHING
      RETURNING name AS passkey, (SELECT email FROM staff WHERE id = staff_id) AS email,
        (SELECT locale FROM staff WHERE id = staff_id) AS locale`,
  })
  const [owner] = added
  return owner && { ...owner, change: 'added', requested_at: now.toISOString() }
}

type Registration = {
  now: Date
  sessionId: string
  requestId: string
  /** The browser's RegistrationResponseJSON. */
  answer: string
  origin: string
  userAgent: string
}
