import { type Db, trip } from '../../db/client'
import { apiKeys } from '../../db/schema'
import { sql } from '../../db/sql'
import { mintToken } from '../access/tokens'
import { sha256 } from '../shared/hash'
import { newId } from '../shared/ids'

/** How long the key of a canary lives: a run takes seconds. */
const KEY_SECONDS = 300

const NAME = 'Canary'

/**
 * Mints the key with which the canary uses its workspace, in place of the one before. Returns its token; undefined if the
 * workspace does not exist. No event records it, as there would be one an hour. One trip.
 */
export async function mintCanaryKey(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<string | undefined> {
  const token = mintToken(db.place)
  const expiresAt = new Date(now.getTime() + KEY_SECONDS * 1000).toISOString()
  const { minted } = await trip(db, {
    ended: sql`DELETE FROM ${apiKeys} WHERE workspace_id = ${workspaceId} AND name = ${NAME} AND expires_at IS NOT NULL`,
    minted: sql<{ id: string }>`
      INSERT INTO ${apiKeys} (token_hash, id, workspace_id, name, permissions, expires_at, created_at)
      SELECT ${sha256(token)}, ${newId('key', now)}, id, ${NAME}, '["members:read","members:write"]', ${expiresAt},
        ${now.toISOString()}
      FROM workspaces WHERE id = ${workspaceId} RETURNING id`,
  })
  return minted.length > 0 ? token : undefined
}
