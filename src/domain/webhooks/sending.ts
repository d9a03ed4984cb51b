import { webhookEndpoints } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { PERMISSIONS } from '../access/permissions'
import type { EndpointRow } from './endpoint'

/** An endpoint that is sent to, with what the workspace and its key say. */
export type Sending = EndpointRow & {
  restores: string
  eventsSweptTo: number
  workspaceName: string
  keyPermissions: string | null
  keyExpiresAt: string | null
  keyRevokedAt: string | null
}

/** The endpoints that match a condition, as runs read them. */
export const selectSending = (condition: Sql): Sql<Sending> => sql<Sending>`
  SELECT ${allColumns(webhookEndpoints)}, workspaces.restores, workspaces.events_swept_to AS eventsSweptTo,
    workspaces.name AS workspaceName, api_keys.permissions AS keyPermissions, api_keys.expires_at AS keyExpiresAt,
    api_keys.revoked_at AS keyRevokedAt
  FROM webhook_endpoints JOIN workspaces ON workspaces.id = webhook_endpoints.workspace_id
  LEFT JOIN api_keys ON api_keys.workspace_id = webhook_endpoints.workspace_id AND api_keys.id = key_id
  WHERE ${condition}`

/** What an endpoint may read: what its key may, or everything if staff created it. */
export const permissionsOf = ({ keyId, keyPermissions }: Sending): readonly string[] =>
  keyId === null ? PERMISSIONS : JSON.parse(keyPermissions ?? '[]')

/** Whether an endpoint may be sent to: its key, if it has one, is valid and may have webhooks. */
export function isPermitted(endpoint: Sending, now: Date): boolean {
  const { keyId, keyRevokedAt, keyExpiresAt } = endpoint
  if (keyId === null) return true
  return (
    keyRevokedAt === null &&
    (keyExpiresAt === null || keyExpiresAt > now.toISOString()) &&
    permissionsOf(endpoint).includes('webhooks:write')
  )
}
