import { and, asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../../db/client'
import { apiKeys } from '../../db/schema'
import { PERMISSIONS } from '../access/permissions'
import { mintToken } from '../access/tokens'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { newId } from '../shared/ids'
import { arrayOf, hasNoDuplicates, instant, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { requireWorkspace, selectWorkspace } from './workspace'

/** An API key as it can be shown again: without its token. */
export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    expires_at: instant.nullable(),
    created_at: instant,
    revoked_at: instant.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKey>

/** An API key as it is issued; `token` is shown this once. */
export const issuedApiKey = apiKey
  .omit({ created_at: true, revoked_at: true })
  .extend({ token: z.string() })
  .meta({ id: 'IssuedApiKey' })
export type IssuedApiKey = z.infer<typeof issuedApiKey>

/** The body that issues a key. */
export const newApiKey = (now = new Date()) =>
  z
    .strictObject({
      name: singleLine(255),
      permissions: arrayOf(z.enum(PERMISSIONS), PERMISSIONS.length, 1)
        .refine(hasNoDuplicates, { error: 'must not name a permission twice' })
        .nullish()
        .describe('All, where left out'),
      expires_at: z.iso
        .datetime()
        .refine((instant) => new Date(instant) > now, { error: 'must be in the future' })
        .nullable()
        .optional(),
    })
    .meta({ examples: [{ name: 'CRM', permissions: ['members:read'], expires_at: '2030-01-01T00:00:00Z' }] })

/**
 * Issues a key for a workspace. The database keeps only the hash of its token. Two trips. Throws `not_found` and
 * `invalid`.
 */
export async function issueApiKey(
  db: Db,
  { now, workspaceId, body }: { now: Date; workspaceId: string; body: unknown },
): Promise<IssuedApiKey> {
  const { workspace } = await trip(db, { workspace: selectWorkspace(db, workspaceId) })
  requireWorkspace(workspace)
  const input = validate(newApiKey(now), body)
  const token = mintToken()
  const issued = {
    id: newId('key', now),
    name: input.name,
    permissions: input.permissions ?? [...PERMISSIONS],
    expires_at: input.expires_at ? new Date(input.expires_at).toISOString() : null,
  }
  const row = {
    tokenHash: await sha256(token),
    id: issued.id,
    workspaceId,
    name: issued.name,
    permissions: JSON.stringify(issued.permissions),
    expiresAt: issued.expires_at,
    createdAt: now.toISOString(),
  }
  await trip(db, { issued: db.insert(apiKeys).values(row) })
  return { ...issued, token }
}

/**
 * Lists the keys of a workspace, the revoked ones too, in the order in which they were issued. One trip. Throws
 * `not_found`.
 */
export async function listApiKeys(db: Db, { workspaceId }: { workspaceId: string }): Promise<ApiKey[]> {
  const { workspace, keys } = await trip(db, {
    workspace: selectWorkspace(db, workspaceId),
    keys: db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId)).orderBy(asc(apiKeys.id)),
  })
  requireWorkspace(workspace)
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    permissions: JSON.parse(key.permissions),
    expires_at: key.expiresAt,
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  }))
}

/** Revokes a key for good; revoking it again changes nothing. One trip. Throws `not_found`. */
export async function revokeApiKey(
  db: Db,
  { now, workspaceId, keyId }: { now: Date; workspaceId: string; keyId: string },
): Promise<void> {
  const isNamed = and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId))
  const { keys } = await trip(db, {
    revoked: db
      .update(apiKeys)
      .set({ revokedAt: now.toISOString() })
      .where(and(isNamed, isNull(apiKeys.revokedAt))),
    keys: db.select({ id: apiKeys.id }).from(apiKeys).where(isNamed),
  })
  if (keys.length === 0) throw new DomainError('not_found', 'The workspace has no such API key.')
}
