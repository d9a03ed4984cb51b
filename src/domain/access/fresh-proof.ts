import { DomainError } from '../shared/errors'
import type { Credential } from './principal'

/** How long a code or passkey opens what needs a fresh proof, in milliseconds. */
const FRESH_MILLISECONDS = 30 * 60 * 1000

/**
 * Throws `proof_required` for a session whose last code or passkey is older than half an hour. Credentials without a
 * session prove who asks in every request.
 */
export function requireFreshProof(
  { session }: Partial<Credential> & { session?: { provedAt: string } },
  now: Date,
): void {
  if (!session || session.provedAt > freshSince(now)) return
  throw new DomainError('proof_required', 'Prove again who you are.')
}

/** The instant after which a proof is fresh. */
export const freshSince = (now: Date): string => new Date(now.getTime() - FRESH_MILLISECONDS).toISOString()
