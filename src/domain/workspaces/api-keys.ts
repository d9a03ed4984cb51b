import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { apiKeys } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requireNeed, requirePermission } from '../access/authorize'
import { PERMISSIONS } from '../access/permissions'
import type { Need, Principal } from '../access/principal'
import { query } from '../access/query'
import { mintToken } from '../access/tokens'
import type { EventKind } from '../events/actions'
import { changesBetween } from '../events/changes'
import { insertEvents, recordEvents } from '../events/record'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { newId } from '../shared/ids'
import { arrayOf, givenInstant, hasNoDuplicates, instant, inUtc, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { needsProof } from '../staff/proofs'

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
        .refine(hasNoDuplicates, {
          error: 'must not name a permission twice',
          params: { code: 'given_twice' },
        })
        .nullish()
        .describe(
          'All, where left out. A permission to write a list includes reading what is written: the answer to an update has the whole person, with its bank account. `fees:write` also needs the permission to read the list of each person.',
        ),
      expires_at: givenInstant
        .refine((instant) => new Date(instant) > now, {
          error: 'must be in the future',
          params: { code: 'invalid_value' },
        })
        .nullable()
        .optional(),
    })
    .meta({ examples: [{ name: 'CRM', permissions: ['members:read'], expires_at: '2030-01-01T00:00:00Z' }] })

const CREATED: EventKind = { action: 'api_key.created', subject: 'api_key' }
const REVOKED: EventKind = { action: 'api_key.revoked', subject: 'api_key' }

/** What issuing and revoking keys needs. */
export const TO_MANAGE_KEYS: Need = {
  permission: 'api_keys:write',
  freshProof: needsProof('manage_api_keys'),
}

/**
 * Issues a key for the principal's workspace. The database keeps only the hash of its token. Two trips. Throws
 * `permission_missing`, `proof_required` and `invalid`.
 */
export async function issueApiKey(principal: Principal, { body }: { body: unknown }): Promise<IssuedApiKey> {
  return act(principal, TO_MANAGE_KEYS, async (tx) => {
    const { db, now } = tx
    await tx.read({})
    const input = validate(newApiKey(now), body)
    const token = mintToken(principal.db.place)
    const issued = {
      id: newId('key', now),
      name: input.name,
      permissions: input.permissions ?? [...PERMISSIONS],
      expires_at: input.expires_at ? inUtc(input.expires_at) : null,
    }
    const row = {
      tokenHash: sha256(token),
      id: issued.id,
      workspaceId: tx.writable().getSQL(),
      name: issued.name,
      permissions: JSON.stringify(issued.permissions),
      expiresAt: issued.expires_at,
      createdAt: now.toISOString(),
    }
    const { id, ...shown } = issued
    const subject = { id, name: issued.name, changes: changesBetween({}, shown) }
    await tx.write({
      issued: db.insert(apiKeys).values(row),
      recorded: recordEvents(tx.actor, tx.workspace(), CREATED, [subject]),
    })
    return { ...issued, token }
  })
}

/**
 * Lists the keys of the principal's workspace, the revoked ones too, in the order in which they were issued. One trip.
 * Throws `permission_missing`.
 */
export async function listApiKeys(principal: Principal): Promise<ApiKey[]> {
  const { rows } = await query(
    principal,
    {
      keys: principal.db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.workspaceId, principal.workspace()))
        .orderBy(asc(apiKeys.id)),
    },
    (credential) => requirePermission(credential, 'api_keys:write'),
  )
  return rows.keys.map((key) => ({
    id: key.id,
    name: key.name,
    permissions: JSON.parse(key.permissions),
    expires_at: key.expiresAt,
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  }))
}

/**
 * Revokes a key for good; revoking it again changes nothing. One trip. Throws `permission_missing`, `proof_required` and
 * `not_found`.
 */
export async function revokeApiKey(principal: Principal, { keyId }: { keyId: string }): Promise<void> {
  const { db } = principal
  const namedSql = sql`${apiKeys.id} = ${keyId}`
  const { rows } = await query(
    principal,
    {
      ...revokeKeys(principal, principal.writableWorkspace(TO_MANAGE_KEYS), namedSql),
      keys: db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(sql`${apiKeys.workspaceId} = ${principal.workspace()} AND ${namedSql}`)),
    },
    requireNeed(principal, TO_MANAGE_KEYS),
  )
  if (rows.keys.length === 0) throw new DomainError('not_found', 'The workspace has no such API key.')
}

/** The statements that revoke those keys of a condition that are valid, with an event for each. */
export function revokeKeys({ db, now, actor, workspace }: Principal, writable: Sql, condition: Sql) {
  const revokedAt = now.toISOString()
  const validSql = sql`${apiKeys.workspaceId} = ${writable} AND ${condition} AND ${apiKeys.revokedAt} IS NULL`
  return {
    recorded: insertEvents(
      actor,
      workspace(),
      REVOKED,
      sql`SELECT id, name, ${JSON.stringify({ revoked_at: [null, revokedAt] })} FROM ${apiKeys} WHERE ${validSql}`,
    ),
    revoked: db.update(apiKeys).set({ revokedAt }).where(and(validSql)),
  }
}
