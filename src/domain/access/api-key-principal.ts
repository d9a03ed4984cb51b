import { LRUCache } from 'lru-cache'
import { type Db, WriteConflict } from '../../db/client'
import type { workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { unauthenticated } from '../shared/errors'
import { type ActingRequest, actorOf } from './actor'
import { requireInUse } from './in-use'
import { type KeyPermission, listOfPermission, type Permission } from './permissions'
import type { Credential, Need, Principal } from './principal'

/** A principal with an API key. */
export type ApiKeyPrincipal = Principal<ApiKeyCredential>

/** A valid API key and its workspace. */
export type ApiKeyCredential = Credential & {
  workspace: Pick<
    typeof workspaces.$inferSelect,
    | 'name'
    | 'currency'
    | 'isSandbox'
    | 'portalEnabled'
    | 'suspendedAt'
    | 'movingTo'
    | 'portalManagedBy'
    | 'portalFunctions'
    | 'portalSlug'
    | 'keepsBook'
    | 'bookBeginsOn'
    | 'leavingNoticeWeeks'
    | 'leavingEnd'
    | 'resignationsTakeEffect'
  >
  permissions: readonly KeyPermission[]
  /** `replacedLists` has the last day on which the key used `delete_omitted`, by list. */
  key: { id: string; name: string; expiresAt: string | null; replacedLists: Record<string, string> }
}

/** The principal behind an API key, by the hash of its token. A request that changes nothing `opensSuspended` workspaces. */
export function apiKeyPrincipal(
  db: Db,
  {
    tokenHash,
    opensSuspended = false,
    ...request
  }: ActingRequest & { tokenHash: string; opensSuspended?: boolean },
): ApiKeyPrincipal {
  const { now } = request
  const validSql = sql`token_hash = ${tokenHash} AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ${now.toISOString()})`
  let hint = recentKeys.get(tokenHash)
  return {
    db,
    now,
    id: tokenHash,
    actor: actorOf(request, {
      kind: 'key',
      door: 'api',
      id: sql`(SELECT id FROM api_keys WHERE token_hash = ${tokenHash})`,
      name: sql`(SELECT name FROM api_keys WHERE token_hash = ${tokenHash})`,
    }),
    hintedWorkspace: hint,
    workspace: () =>
      hint === undefined ? sql`(SELECT workspace_id FROM api_keys WHERE ${validSql})` : sql`${hint}`,
    writableWorkspace: (need) => writableWorkspace(validSql, need),
    lookup: sql<CredentialRow>`${SELECT_CREDENTIAL} WHERE ${validSql}`,
    credential: ([row]) => {
      if (!row) recentKeys.delete(tokenHash)
      const credential = credentialFromRow(row as CredentialRow | undefined)
      const { id } = credential.workspace
      recentKeys.set(tokenHash, id)
      const isWrongHint = hint !== undefined && hint !== id
      hint = id
      // The rows are those of another workspace; a retry asks for the right one.
      if (isWrongHint) throw new WriteConflict()
      if (!opensSuspended) requireInUse(credential.workspace)
      return credential
    },
  }
}

/** Whether a key was valid when this isolate last looked it up. Only a hint that a large body is worth reading. */
export const wasValid = ({ hintedWorkspace }: Principal): boolean => hintedWorkspace !== undefined

// The workspaces of the keys that were valid when this isolate last looked them up, by the hash of the key. A hint
// that each query proves: if it was wrong, the request is answered 503, and the next one works.
const recentKeys = new LRUCache<string, string>({ max: 1000 })

function writableWorkspace(validSql: Sql, { permission, columns, freshProof }: Need): Sql {
  if (freshProof) return sql`NULL`
  if (!columns && (!permission || !listOfPermission(permission)))
    return sql`(
      SELECT workspace_id FROM api_keys
      WHERE ${validSql} ${permission ? sql`AND ${permittedSql(permission)}` : sql``})`
  return sql`(
    SELECT workspaces.id FROM api_keys JOIN workspaces ON workspaces.id = workspace_id
    WHERE ${validSql} ${permission ? sql`AND ${permittedSql(permission)}` : sql``} ${
      columns
        ? sql`AND workspaces.id = ${columns.workspaceId} AND columns_version = ${columns.version}`
        : sql``
    } AND suspended_at IS NULL AND moving_to IS NULL)`
}

function permittedSql(permission: Permission): Sql {
  const list = listOfPermission(permission)
  return sql`instr(permissions, ${`"${permission}"`}) ${
    list ? sql`AND subscription_variant IN (${list}, 'complete')` : sql``
  }`
}

type CredentialRow = Omit<
  ApiKeyCredential['workspace'],
  'isSandbox' | 'portalEnabled' | 'keepsBook' | 'hasWebhooks'
> & {
  isSandbox: number
  portalEnabled: number
  hasWebhooks: number
  keepsBook: number
  keyId: string
  keyName: string
  permissions: string
  expiresAt: string | null
  replacedLists: string | null
}

const SELECT_CREDENTIAL = sql`
  SELECT workspaces.id, workspaces.name, locale, timezone, currency, subscription_variant AS subscriptionVariant,
    columns_version AS columnsVersion, restores, has_webhooks AS hasWebhooks, portal_enabled AS portalEnabled, portal_managed_by AS portalManagedBy,
    portal_functions AS portalFunctions, portal_slug AS portalSlug, keeps_book AS keepsBook, book_begins_on AS bookBeginsOn,
    leaving_notice_weeks AS leavingNoticeWeeks, leaving_end AS leavingEnd, resignations_take_effect AS resignationsTakeEffect,
    suspended_at AS suspendedAt, moving_to AS movingTo, is_sandbox AS isSandbox, api_keys.id AS keyId, api_keys.name AS keyName, permissions, expires_at AS expiresAt,
    replaced_lists AS replacedLists
  FROM api_keys JOIN workspaces ON workspaces.id = workspace_id`

function credentialFromRow(row: CredentialRow | undefined): ApiKeyCredential {
  if (!row) throw unauthenticated()
  const {
    keyId,
    keyName,
    permissions,
    expiresAt,
    replacedLists,
    isSandbox,
    portalEnabled,
    keepsBook,
    hasWebhooks,
    ...workspace
  } = row
  return {
    workspace: {
      ...workspace,
      isSandbox: Boolean(isSandbox),
      portalEnabled: Boolean(portalEnabled),
      keepsBook: Boolean(keepsBook),
      hasWebhooks: Boolean(hasWebhooks),
    },
    permissions: JSON.parse(permissions),
    key: { id: keyId, name: keyName, expiresAt, replacedLists: JSON.parse(replacedLists ?? '{}') },
  }
}
