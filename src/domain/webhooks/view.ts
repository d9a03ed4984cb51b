import { sql } from '../../db/sql'
import { requireNeed, requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { firstNumberSince } from '../events/batch'
import { daysFrom } from '../shared/dates'
import { restoresOf } from '../shared/restores'
import { selectAttempts, toApi as toApiAttempt, type WebhookAttempt } from './attempts'
import { MISSED_DAYS, needOf } from './change'
import { requireEndpoint, type ShownRow, selectEndpoints, toApi, type WebhookEndpoint } from './endpoint'
import { hearing } from './heard'
import { permissionsOf, type Sending, selectSending } from './sending'

/** How many events after the last one that was handled are looked through, and how many attempts and parked deliveries a page shows. */
const MAX_MISSED = 1000
const SHOWN_ATTEMPTS = 10
const SHOWN_PARKED = 50

/** A webhook as its page shows it. */
export type Webhook = WebhookEndpoint & {
  /** The name of the API key that created it; null if staff did. */
  key: string | null
  /** What its last attempt that failed got: a status or a reason; null if none is kept. */
  failure: string | null
  /** How many of the events that it has not been sent it hears of; at least so many with `isMore`. */
  missed: { count: number; isMore: boolean }
  /** Whether it has been off for so long that it can only go on from now. */
  goesOnFromNow: boolean
  secret_version: number
  rotated_at: string | null
  state_at: string
}

/** A delivery that an endpoint refused while it took others. `attempt_id` is the last attempt to send it, if it is kept. */
export type ParkedDelivery = {
  webhook_id: string
  type: string
  parked_at: string
  next_attempt_at: string | null
  attempt_id: string | null
}

/** Lists the webhooks of a workspace, in the order in which they were created. One trip. Throws `permission_missing`. */
export async function listWebhooks(principal: Principal): Promise<Webhook[]> {
  const { rows } = await query(principal, selectWebhooks(principal), toWebhooks)
  return webhooksFrom(rows, principal.now)
}

/** Gets a webhook for who may change it. One trip. Throws `permission_missing`, `proof_required` and `not_found`. */
export async function getWebhookToChange(principal: Principal, { id }: { id: string }): Promise<Webhook> {
  const authorize = requireNeed(principal, needOf(principal))
  const { rows } = await query(principal, selectWebhooks(principal, id), authorize)
  return only(webhooksFrom(rows, principal.now), rows.endpoints)
}

/** Gets a webhook with its last attempts and what is parked. One trip. Throws `permission_missing` and `not_found`. */
export async function viewWebhook(
  principal: Principal,
  { id }: { id: string },
): Promise<{ webhook: Webhook; attempts: WebhookAttempt[]; parked: ParkedDelivery[] }> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      ...selectWebhooks(principal, id),
      attempts: selectAttempts(workspace, id, sql`TRUE`, SHOWN_ATTEMPTS),
      parked: sql<ParkedDelivery>`
        SELECT delivery ->> 'id' AS webhook_id, delivery ->> 'type' AS type, parked_at, next_at AS next_attempt_at, (
          SELECT id FROM webhook_attempts
          WHERE workspace_id = ${workspace} AND endpoint_id = ${id} AND delivery_id = delivery ->> 'id'
          ORDER BY id DESC LIMIT 1) AS attempt_id
        FROM parked_deliveries WHERE workspace_id = ${workspace} AND endpoint_id = ${id} ORDER BY first LIMIT ${SHOWN_PARKED}`,
    },
    toWebhooks,
  )
  const webhook = only(webhooksFrom(rows, principal.now), rows.endpoints)
  return { webhook, attempts: rows.attempts.map(toApiAttempt), parked: rows.parked }
}

/** What the pages of webhooks need. */
const toWebhooks = (credential: Parameters<typeof requirePermission>[0]) =>
  requirePermission(credential, 'webhooks:write')

function only([webhook]: Webhook[], rows: ShownRow[]): Webhook {
  requireEndpoint(rows)
  return webhook as Webhook
}

/** The statements of one webhook, or of all. The events that are missed are looked through by the range of their numbers. */
function selectWebhooks(principal: Principal, id?: string) {
  const workspace = principal.workspace()
  const own = id === undefined ? sql`TRUE` : sql`webhook_endpoints.id = ${id}`
  const since = firstNumberSince(workspace, daysFrom(principal.now, -MISSED_DAYS))
  const after = sql`max(cursor, ${since} - 1)`
  return {
    endpoints: selectEndpoints(workspace, own),
    sending: selectSending(sql`webhook_endpoints.workspace_id = ${workspace} AND ${own}`),
    keys: sql<{ id: string; key: string }>`
      SELECT webhook_endpoints.id, api_keys.name AS key FROM webhook_endpoints
      JOIN api_keys ON api_keys.workspace_id = webhook_endpoints.workspace_id AND api_keys.id = key_id
      WHERE webhook_endpoints.workspace_id = ${workspace} AND ${own}`,
    failures: sql<{ id: string; failure: string | null }>`
      SELECT id, CASE WHEN failing_since IS NOT NULL OR state = 'disabled' THEN (
        SELECT coalesce(failure, CAST(status AS TEXT)) FROM webhook_attempts
        WHERE webhook_attempts.workspace_id = webhook_endpoints.workspace_id AND endpoint_id = webhook_endpoints.id
          AND (status IS NULL OR status NOT BETWEEN 200 AND 299)
        ORDER BY webhook_attempts.id DESC LIMIT 1) END AS failure
      FROM webhook_endpoints WHERE workspace_id = ${workspace} AND ${own}`,
    missed: sql<Missed>`
      SELECT webhook_endpoints.id, action, subject_kind AS subjectKind, count(*) AS count
      FROM webhook_endpoints CROSS JOIN events ON events.workspace_id = webhook_endpoints.workspace_id
        AND number > ${after} AND number <= ${after} + ${MAX_MISSED}
      WHERE webhook_endpoints.workspace_id = ${workspace} AND ${own} GROUP BY webhook_endpoints.id, action, subject_kind`,
  }
}

type Missed = { id: string; action: string; subjectKind: string; count: number }

type Rows = {
  endpoints: ShownRow[]
  sending: Sending[]
  keys: { id: string; key: string }[]
  failures: { id: string; failure: string | null }[]
  missed: Missed[]
}

function webhooksFrom({ endpoints, sending, keys, failures, missed }: Rows, now: Date): Webhook[] {
  const longAgo = daysFrom(now, -MISSED_DAYS).toISOString()
  const of = <Row extends { id: string }>(rows: Row[], id: string) => rows.find((row) => row.id === id)
  return endpoints.flatMap((row) => {
    const read = of(sending, row.id)
    if (!read) return []
    const isHeard = hearing(JSON.parse(row.events), permissionsOf(read))
    const counts = missed.filter((one) => one.id === row.id && isHeard(one)).map(({ count }) => count)
    return {
      ...toApi(row, restoresOf(read)),
      key: of(keys, row.id)?.key ?? null,
      failure: of(failures, row.id)?.failure ?? null,
      missed: {
        count: counts.reduce((sum, count) => sum + count, 0),
        isMore: row.lastNumber - row.cursor > MAX_MISSED,
      },
      goesOnFromNow: row.state !== 'active' && row.stateAt < longAgo,
      secret_version: row.secretVersion,
      rotated_at: row.rotatedAt,
      state_at: row.stateAt,
    }
  })
}

/** A webhook that was created just now, as its page shows it. */
export const asNew = (endpoint: WebhookEndpoint): Webhook => ({
  ...endpoint,
  key: null,
  failure: null,
  missed: { count: 0, isMore: false },
  goesOnFromNow: false,
  secret_version: 1,
  rotated_at: null,
  state_at: endpoint.created_at,
})
