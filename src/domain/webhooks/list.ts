import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { restoresOf } from '../shared/restores'
import { requireEndpoint, selectEndpoints, toApi, type WebhookEndpoint } from './endpoint'

/** Lists the endpoints of a workspace. One trip. Throws `permission_missing`. */
export async function listEndpoints(principal: Principal): Promise<WebhookEndpoint[]> {
  const { credential, rows } = await query(
    principal,
    { endpoints: selectEndpoints(principal.workspace()) },
    (credential) => requirePermission(credential, 'webhooks:write'),
  )
  return rows.endpoints.map((row) => toApi(row, restoresOf(credential.workspace)))
}

/** Gets an endpoint. One trip. Throws `permission_missing` and `not_found`. */
export async function getEndpoint(principal: Principal, { id }: { id: string }): Promise<WebhookEndpoint> {
  const { credential, rows } = await query(
    principal,
    { endpoints: selectEndpoints(principal.workspace(), sql`id = ${id}`) },
    (credential) => requirePermission(credential, 'webhooks:write'),
  )
  return toApi(requireEndpoint(rows.endpoints), restoresOf(credential.workspace))
}
