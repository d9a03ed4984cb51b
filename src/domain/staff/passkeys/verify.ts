// Verbs load this file when they need it: evaluating the library takes milliseconds that no other request should pay.
// Without attestation: an alias in `wrangler.toml` leaves the certificates of the library out of the bundle.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Assertion, Registration } from './answers'
import { ALGORITHMS, relyingPartyId } from './relying-party'

/** What an answer must have signed: the challenge, on a page of the origin. */
type Expected = { challenge: string; origin: string }

/** A passkey to store; the key is COSE in base64url. */
type NewPasskey = { id: string; publicKey: string; counter: number; transports: string[] }

/** The passkey that an authenticator made, where its answer is valid. */
export async function verifyRegistration(
  answer: Registration,
  { challenge, origin }: Expected,
): Promise<NewPasskey | undefined> {
  const result = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!result?.verified) return undefined
  const { id, publicKey, counter } = result.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: answer.response.transports,
  }
}

/** The new counter of a passkey, where its answer is valid. */
export async function verifyAssertion(
  answer: Assertion,
  { challenge, origin, passkey }: Expected & { passkey: { publicKey: string; counter: number } },
): Promise<number | undefined> {
  const { userHandle: _, ...response } = answer.response
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId(origin),
    requireUserVerification: true,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(refused)
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}

// The library throws an Error for each check that fails.
const refused = () => undefined
