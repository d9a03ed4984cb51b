import { type SQL, sql } from 'drizzle-orm'
import { type Answers, type Connection, type Statement, trip } from '../../db/client'
import { prepared } from '../../db/query'
import { workspaces } from '../../db/schema'
import { DomainError, unauthenticated } from '../shared/errors'
import { type Claim, claimKey, type IdempotentRequest, requireClaim } from './idempotency'
import { isList, type ListId, listsOf } from './lists'
import { rememberKey } from './recent-keys'
import { type Permission, VALID_KEY } from './tokens'

/**
 * On whose behalf statements run, and when. `workspace` is an expression for the workspace's id: put into every
 * statement, it is the wall between tenants. It is NULL where the credential behind it is not valid; behind `BY_ID` it is
 * not, and the credential must be looked at in the same trip. `values` fill its placeholders.
 */
export type Tenant = Required<Connection> & { now: Date; workspace: SQL }

/** Who asks with an API key, and perhaps once only. */
export type Caller = Tenant & { tokenHash: string; once?: IdempotentRequest }

/** The key and workspace of an admitted caller. */
export type Credential = {
  key: { id: string; name: string; permissions: Permission[]; expiresAt: string | null }
  workspace: Pick<typeof workspaces.$inferSelect, (typeof SETTINGS)[number]>
}

/** What callers see of their workspace, or are admitted by. */
const SETTINGS = [
  'id',
  'name',
  'locale',
  'timezone',
  'currency',
  'subscriptionVariant',
  'portalEnabled',
  'portalManagedBy',
  'portalFunctions',
  'portalSlug',
] as const

const BY_KEY = sql`(SELECT workspace_id FROM api_keys WHERE ${VALID_KEY})`

/** The wall of a tenant whose workspace is known: its id, in the placeholder `workspace`. */
export const BY_ID = sql`${sql.placeholder('workspace')}`

/** The tenant wall around a list, for every table that has lists; the list is in the placeholder `list`, or given. */
export const ofList = (workspace: SQL, list: unknown = sql.placeholder('list')): SQL =>
  sql`workspace_id = ${workspace} AND list_id = ${list}`

/** The caller behind a bearer key, by the key's hash. */
export const callerOf = (db: Tenant['db'], tokenHash: string, now: Date): Caller => ({
  db,
  now,
  tokenHash,
  workspace: BY_KEY,
  values: { tokenHash, now: now.toISOString() },
})

/**
 * Runs the caller's statements in one trip together with the look-up of its key, and gives the credential beside their
 * rows. Refuses as `unauthenticated` where the key is unknown, expired or revoked. Whom
 * `admit` refuses, a result that was kept for its idempotency key is not given either.
 */
export async function ask<S extends Record<string, Statement | readonly Statement[]>>(
  caller: Caller,
  statements: S,
  admit?: (credential: Credential, rows: Answers<S>) => void,
) {
  const { found, claimed, claims, ...rows } = await trip(caller, {
    found: credentials(caller, {}),
    ...claimKey(caller),
    ...statements,
  })
  const [row] = found as CredentialRow[]
  rememberKey(caller.tokenHash, row !== undefined)
  if (!row) throw unauthenticated()
  const credential = credentialFromRow(row)
  admit?.(credential, rows as Answers<S>)
  requireClaim(caller, claims as Claim[])
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
  if (!isList(listId)) throw new DomainError('not_found', 'There is no such list; use members or contacts.')
  if (!listsOf(credential.workspace.subscriptionVariant).includes(listId)) throw notSubscribed(listId)
  requirePermission(credential, `${listId}:${action}`)
}

/** Refuses a list that the workspace's subscription leaves out. */
export const notSubscribed = (list: ListId): DomainError =>
  new DomainError('list_not_subscribed', `The subscription of this workspace does not include ${list}.`)

/** Refuses a key without the permission. */
export function requirePermission(credential: Credential, permission: Permission): void {
  if (permits(credential, permission)) return
  throw new DomainError('permission_missing', `This API key lacks the permission ${permission}.`)
}

/** Whether the key of a caller has a permission. */
export const permits = (credential: Credential, permission: Permission): boolean =>
  credential.key.permissions.includes(permission)

type CredentialRow = {
  keyId: string
  keyName: string
  permissions: string
  expiresAt: string | null
} & Credential['workspace']

const settings = sql.join(
  SETTINGS.map((key) => sql`${workspaces[key]} AS ${sql.identifier(key)}`),
  sql`, `,
)

const credentials = prepared<CredentialRow>(
  () => sql`
    SELECT ${settings}, k.id AS "keyId", k.name AS "keyName", permissions, expires_at AS "expiresAt"
    FROM api_keys AS k JOIN workspaces ON workspaces.id = workspace_id WHERE ${VALID_KEY}`,
)

function credentialFromRow({
  keyId,
  keyName,
  permissions,
  expiresAt,
  ...workspace
}: CredentialRow): Credential {
  return {
    key: { id: keyId, name: keyName, permissions: JSON.parse(permissions), expiresAt },
    workspace: { ...workspace, portalEnabled: Boolean(workspace.portalEnabled) },
  }
}
