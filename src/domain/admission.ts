import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, type Statement, trip } from '../db/client'
import { apiKeys, workspaces } from '../db/schema'
import type { Permission } from './credentials'
import { type Claim, claim, heed, type Once } from './idempotency'
import { isList, type ListId, listsOf } from './lists'
import { Refusal, unauthenticated } from './refusal'

/**
 * On whose behalf statements run, and when. `workspace` is a subselect of the workspace's id, NULL where the credential
 * behind it is not valid: put into every statement, it is the wall between tenants.
 */
export type Tenant = { db: Db; now: Date; workspace: SQL }

/** Who asks with an API key, and perhaps once only. */
export type Caller = Tenant & { tokenHash: string; key: SQL; once?: Once }

/** The key and workspace of an admitted caller. */
export type Credential = Awaited<ReturnType<typeof credentialOf>>[number]

/** The caller behind a bearer key, by the key's hash. */
export function callerOf(db: Db, tokenHash: string, now: Date): Caller {
  const key = sql`token_hash = ${tokenHash} AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ${now.toISOString()})`
  return { db, now, tokenHash, key, workspace: sql`(SELECT workspace_id FROM api_keys WHERE ${key})` }
}

/**
 * Runs the caller's statements in one trip together with the look-up of its key, and gives the credential beside their
 * rows. Refuses as `unauthenticated` where the key is unknown, expired or revoked; no statement found anything then. Whom
 * `admit` refuses, a result that was kept for its idempotency key is not given either.
 */
export async function ask<S extends Record<string, Statement | readonly Statement[]>>(
  caller: Caller,
  statements: S,
  admit?: (credential: Credential) => void,
) {
  const { credentials, claimed, claims, ...rows } = await trip(caller.db, {
    credentials: credentialOf(caller),
    ...claim(caller),
    ...statements,
  })
  const [credential] = credentials as Credential[]
  if (!credential) throw unauthenticated()
  admit?.(credential)
  heed(caller, claims as Claim[])
  return { credential, rows }
}

/** Refuses a caller without a valid key or without the permission. One trip. */
export async function admitTo(caller: Caller, permission: Permission): Promise<void> {
  const { credential } = await ask(caller, {})
  requirePermission(credential, permission)
}

/** Refuses, in this order, a list that does not exist, is not in the subscription, or is not open to the key. */
export function admitToList(
  credential: Credential,
  listId: string,
  action: 'read' | 'write',
): asserts listId is ListId {
  if (!isList(listId)) throw new Refusal('not_found', 'There is no such list; use members or contacts.')
  if (!listsOf(credential.workspace.subscriptionVariant).includes(listId)) throw notSubscribed(listId)
  requirePermission(credential, `${listId}:${action}`)
}

/** Refuses a list that the workspace's subscription leaves out. */
export const notSubscribed = (list: ListId): Refusal =>
  new Refusal('list_not_subscribed', `The subscription of this workspace does not include ${list}.`)

/** Refuses a key without the permission. */
export function requirePermission(credential: Credential, permission: Permission): void {
  if (permits(credential, permission)) return
  throw new Refusal('permission_missing', `This API key lacks the permission ${permission}.`)
}

/** Whether the key of a caller has a permission. */
export const permits = (credential: Credential, permission: Permission): boolean =>
  credential.key.permissions.includes(permission)

function credentialOf(caller: Caller) {
  return caller.db
    .select({
      key: {
        id: sql<string>`${apiKeys.id}`.as('key_id'),
        name: sql<string>`${apiKeys.name}`.as('key_name'),
        permissions: sql`${apiKeys.permissions}`
          .mapWith((text: string): Permission[] => JSON.parse(text))
          .as('permissions'),
        expiresAt: apiKeys.expiresAt,
      },
      workspace: workspaces,
    })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(caller.key)
}
