import { type Db, trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { requireFreshProof } from '../../access/fresh-proof'
import { sha256 } from '../../shared/hash'
import { selectStaffSession, signedOut } from '../principal'

/**
 * Whether the owner of a session has a passkey. One trip. Throws `unauthenticated` if the session has ended, and with
 * `freshProof` `proof_required` if its last code or passkey is older than half an hour.
 */
export async function hasPasskey(
  db: Db,
  { now, sessionId, freshProof }: { now: Date; sessionId: string; freshProof?: boolean },
): Promise<boolean> {
  const session = selectStaffSession(sha256(sessionId), now)
  const { sessions, ids } = await trip(db, {
    sessions: sql<{ provedAt: string }>`SELECT proved_at AS provedAt FROM ${session}`,
    ids: selectCredentials(session),
  })
  const [current] = sessions
  if (!current) throw signedOut()
  if (freshProof) requireFreshProof({ session: current }, now)
  return ids.length > 0
}

/** The ids of the passkeys of a session's owner, as WebAuthn lists credentials. */
export const selectCredentials = (session: Sql): Sql<{ type: 'public-key'; id: string }> =>
  sql<{ type: 'public-key'; id: string }>`
    SELECT 'public-key' AS type, credential_id AS id FROM passkeys WHERE staff_id = (SELECT staff_id FROM ${session})`
