import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../../db/client'
import { apiKeys } from '../../db/schema'
import { PERMISSIONS, type Permission } from '../access/permissions'
import { mintToken, sha256 } from '../access/tokens'
import { DomainError } from '../shared/errors'
import { newId } from '../shared/ids'
import { arrayOf, hasNoDuplicates, instant, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { requireFound, withId } from './workspace'

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

/** Issues a key for a workspace. The database keeps only the hash of its token. */
export async function issueApiKey(
  db: Db,
  now: Date,
  workspaceId: string,
  body: unknown,
): Promise<IssuedApiKey> {
  requireFound((await trip({ db }, { found: withId(db, workspaceId) })).found)
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
  await trip({ db }, { issued: db.insert(apiKeys).values(row) })
  return { ...issued, token }
}

/** Reads the keys of a workspace, in the order in which they were issued, the revoked ones too. */
export async function listApiKeys(db: Db, workspaceId: string): Promise<ApiKey[]> {
  const { found, keys } = await trip(
    { db },
    {
      found: withId(db, workspaceId),
      keys: db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId)).orderBy(asc(apiKeys.id)),
    },
  )
  requireFound(found)
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    permissions: JSON.parse(key.permissions) as Permission[],
    expires_at: key.expiresAt,
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  }))
}

/** Revokes a key, at once and for good. Revoking it again changes nothing. */
export async function revokeApiKey(db: Db, now: Date, workspaceId: string, keyId: string): Promise<void> {
  const which = and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId))
  const { found } = await trip(
    { db },
    {
      revoked: db
        .update(apiKeys)
        .set({ revokedAt: now.toISOString() })
        .where(and(which, isNull(apiKeys.revokedAt))),
      found: db
        .select({ id: sql<string>`${apiKeys.id}`.as('id') })
        .from(apiKeys)
        .where(which),
    },
  )
  if (found.length === 0) throw new DomainError('not_found', 'The workspace has no such API key.')
}
