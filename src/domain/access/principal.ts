import type { Db, Statement } from '../../db/client'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { currentWork } from '../../db/work'
import type { Actor } from './actor'
import type { Variant } from './lists'
import type { Permission } from './permissions'
import type { PortalRight } from './session-rights'

/**
 * Who asks: an API key, a portal session, a member of staff. A principal brings its workspace as SQL and the statement
 * that looks its credential up, so that every trip proves the credential and asks in the same batch.
 */
export type Principal<C extends Credential = Credential> = {
  db: Db
  now: Date
  /** Tells principals apart in the versions of pages, and reveals no secret: the hash of a token, for example. */
  id: string
  /** Names the principal in events. */
  actor: Actor
  /** The id of the workspace, if known before the lookup. Each `query` proves it. Without it, no cached columns are used. */
  hintedWorkspace?: string | undefined
  /** The id of the workspace that the address names. Each `query` proves it. Who staff are is only known after a trip. */
  namedWorkspace?: string | undefined
  idempotent?: IdempotentRequest
  /** The tenant filter of a read: the id of the workspace, for statements that `query` or a trip after it runs. */
  workspace(): Sql
  /** The tenant filter of a write: NULL unless the credential is valid and meets the need, so that a write finds nothing. */
  writableWorkspace(need: Need): Sql
  lookup: Statement
  /** What the rows of {@link lookup} say. Throws `unauthenticated` if the credential is not valid. */
  credential(rows: unknown[]): C
}

/**
 * A request that takes effect once, however often it is sent: its idempotency key, what it asks (operation and fingerprint
 * of the body), and a name of this attempt. `replayed` tells afterwards that the result of an earlier one was given.
 */
export type IdempotentRequest = {
  operation: string
  key: string
  fingerprint: string
  owner: string
  replayed: boolean
}

/** What a write needs besides a valid credential. */
export type Need = {
  /** One on a list includes that the subscription has the list. */
  permission?: Permission
  columns?: ColumnsVersion | undefined
  /** That staff have proved who they are within the last half hour. Keys and portal sessions never meet it. */
  freshProof?: boolean
  /** What a portal session must have a right to. Keys and staff never meet it. */
  portalRights?: readonly PortalRight[]
}

/** A state of all custom columns of a workspace. Each change of one increments the version. */
export type ColumnsVersion = { workspaceId: string; version: number }

/**
 * What the rows of the lookup say, which the log names by workspace and door. Throws `unauthenticated`, and what else the
 * principal throws.
 */
export function prove<C extends Credential>(principal: Principal<C>, rows: unknown[]): C {
  const credential = principal.credential(rows)
  const work = currentWork()
  if (work) {
    work.workspaceId = credential.workspace.id
    work.provedAt = principal.actor.door
    work.hasWebhooks = credential.workspace.hasWebhooks
  }
  return credential
}

/** What a credential opens, and what it may do there. */
export type Credential = {
  workspace: {
    id: string
    locale: string
    timezone: string
    subscriptionVariant: Variant
    columnsVersion: number
    restores: string
    hasWebhooks: boolean
  }
  permissions: readonly Permission[]
}

/** CTE that looks the workspace up once for a statement that needs it often; refer to it as {@link TENANT}. */
export const workspaceCte = (workspace: Sql): Sql => sql`tenant (id) AS MATERIALIZED (SELECT ${workspace})`
export const TENANT = sql`(SELECT id FROM tenant)`

/** The tenant filter of a list, for every table that has lists. */
export const inList = (workspace: Sql, listId: string): Sql =>
  sql`workspace_id = ${workspace} AND list_id = ${listId}`

/** A principal that knows every setting of its workspace: the operator, and staff. */
export type SettingsPrincipal = Principal<Credential & { workspace: WorkspaceRow }>
