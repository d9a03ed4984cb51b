import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { newId, randomBase62 } from '../shared/ids'
import { restoresOf } from '../shared/restores'
import { type AttemptRow, insertAttempt, isOk, selectAttempts, toApi, type WebhookAttempt } from './attempts'
import { needOf } from './change'
import { type Delivery, deliveriesOf } from './delivery'
import { hearing } from './heard'
import { selectEvents } from './run'
import type { Post } from './send'
import { permissionsOf, type Sending, selectSending } from './sending'

/** How long an endpoint may take to answer a person who waits, in milliseconds. */
const PATIENCE = 10_000

/** Lists the last attempts of an endpoint, the newest first. One trip. Throws `permission_missing` and `not_found`. */
export async function listAttempts(principal: Principal, { id }: { id: string }): Promise<WebhookAttempt[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { endpoints: selectOne(workspace, id), attempts: selectAttempts(workspace, id) },
    (credential) => requirePermission(credential, 'webhooks:write'),
  )
  requireOne(rows.endpoints)
  return rows.attempts.map(toApi)
}

/**
 * Sends a test to an endpoint, which may be paused, and returns the attempt. Two trips. Throws `permission_missing`, `proof_required`
 * and `not_found`.
 */
export async function sendTest(
  principal: Principal,
  { id, post }: { id: string; post: Post },
): Promise<WebhookAttempt> {
  return act(principal, needOf(principal), async (tx) => {
    const { endpoints } = await tx.read({ endpoints: selectOne(tx.workspace(), id) })
    const endpoint = requireOne(endpoints)
    const type = 'webhook.test'
    const delivery = {
      id: `${id}_test_${randomBase62(16)}`,
      type,
      body: JSON.stringify({ type, timestamp: tx.now.toISOString(), data: {} }),
    }
    return attempt(principal.db, endpoint, { delivery, post, now: tx.now })
  })
}

/**
 * Sends the events of an attempt again, as far as the endpoint still hears of them, and returns the new attempt. A delivery that was
 * parked no longer is once it is taken. Three trips. Throws `permission_missing`, `proof_required` and `not_found`.
 */
export async function sendAgain(
  principal: Principal,
  { id, attemptId, post }: { id: string; attemptId: string; post: Post },
): Promise<WebhookAttempt> {
  return act(principal, needOf(principal), async (tx) => {
    const workspace = tx.workspace()
    const ofAttempt = (column: 'first' | 'last') => sql`(
      SELECT ${sql.raw(column)} FROM webhook_attempts
      WHERE workspace_id = ${workspace} AND endpoint_id = ${id} AND id = ${attemptId})`
    const { endpoints, attempts, events } = await tx.read({
      endpoints: selectOne(workspace, id),
      attempts: selectAttempts(workspace, id, sql`id = ${attemptId}`),
      events: selectEvents(
        sql`workspace_id = ${workspace} AND number BETWEEN ${ofAttempt('first')} AND ${ofAttempt('last')}`,
      ),
    })
    const endpoint = requireOne(endpoints)
    const [stored] = attempts
    if (!stored) throw new DomainError('not_found', 'There is no such attempt.')
    if (stored.first === null)
      return attempt(principal.db, endpoint, { delivery: testOf(stored), post, now: tx.now })
    const isHeard = hearing(JSON.parse(endpoint.events), permissionsOf(endpoint))
    const deliveries = deliveriesOf(events.filter(isHeard), {
      endpointId: id,
      restores: restoresOf(endpoint),
    })
    const [delivery] = deliveries
    if (!delivery)
      throw new DomainError(
        'not_found',
        'The endpoint no longer hears of these events, or they were deleted.',
      )
    return attempt(principal.db, endpoint, { delivery, post, now: tx.now })
  })
}

type Sent = Pick<Delivery, 'id' | 'type' | 'body'> & Partial<Delivery>

const testOf = ({ deliveryId: id, type, at }: AttemptRow): Sent => ({
  id,
  type,
  body: JSON.stringify({ type, timestamp: at, data: {} }),
})

async function attempt(
  db: Db,
  endpoint: Sending,
  { delivery, post, now }: { delivery: Sent; post: Post; now: Date },
): Promise<WebhookAttempt> {
  const answer = await post(endpoint, delivery, PATIENCE)
  const { workspaceId, id } = endpoint
  const attemptId = newId('wha', now)
  const { stored } = await trip(db, {
    kept: insertAttempt(endpoint, { id: attemptId, delivery, answer, at: now }),
    parked:
      isOk(answer) && delivery.first !== undefined
        ? sql`
          DELETE FROM parked_deliveries
          WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND first = ${delivery.first}`
        : [],
    stored: selectAttempts(sql`${workspaceId}`, id, sql`id = ${attemptId}`),
  })
  const [row] = stored
  if (!row) throw new DomainError('not_found', 'The endpoint was deleted meanwhile.')
  return toApi(row)
}

const selectOne = (workspace: Sql, id: string): Sql<Sending> =>
  selectSending(sql`webhook_endpoints.workspace_id = ${workspace} AND webhook_endpoints.id = ${id}`)

function requireOne([endpoint]: Sending[]): Sending {
  if (endpoint) return endpoint
  throw new DomainError('not_found', 'There is no such endpoint.')
}
