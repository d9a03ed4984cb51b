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
import { type Delivery, deliveriesOf, type HeardRow } from './delivery'
import { hearing } from './heard'
import { selectEvents } from './run'
import type { Post } from './send'
import { permissionsOf, type Sending, selectSending } from './sending'

/** How long an endpoint may take to answer a person who waits, in milliseconds. */
const PATIENCE = 10_000

/**
 * Lists the last attempts of an endpoint, the newest first, with its address. One trip. Throws `permission_missing` and `not_found`.
 */
export async function listAttempts(
  principal: Principal,
  { id }: { id: string },
): Promise<{ attempts: WebhookAttempt[]; url: string }> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { endpoints: selectOne(workspace, id), attempts: selectAttempts(workspace, id) },
    (credential) => requirePermission(credential, 'webhooks:write'),
  )
  const { url } = requireOne(rows.endpoints)
  return { attempts: rows.attempts.map(toApi), url }
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
 * parked no longer is once it is taken. Two trips. Throws `permission_missing`, `proof_required` and `not_found`.
 */
export async function sendAgain(
  principal: Principal,
  { id, attemptId, post }: { id: string; attemptId: string; post: Post },
): Promise<WebhookAttempt> {
  return act(principal, needOf(principal), async (tx) => {
    const workspace = tx.workspace()
    const { endpoints, attempts, events } = await tx.read(selectAttempt(workspace, { id, attemptId }))
    const endpoint = requireOne(endpoints)
    const delivery = rebuilt(endpoint, requireAttempt(attempts), events)
    if (!delivery)
      throw new DomainError(
        'not_found',
        'The endpoint no longer hears of these events, or they were deleted.',
      )
    return attempt(principal.db, endpoint, { delivery, post, now: tx.now })
  })
}

/** An attempt, and the body that would be sent now; undefined if its events were deleted or are of no interest any more. */
export type ShownAttempt = WebhookAttempt & { body: string | undefined }

/** Gets an attempt with its body. One trip. Throws `permission_missing` and `not_found`. */
export async function getAttempt(
  principal: Principal,
  named: { id: string; attemptId: string },
): Promise<{ attempt: ShownAttempt; url: string }> {
  const { rows } = await query(principal, selectAttempt(principal.workspace(), named), (credential) =>
    requirePermission(credential, 'webhooks:write'),
  )
  const endpoint = requireOne(rows.endpoints)
  const stored = requireAttempt(rows.attempts)
  const body = rebuilt(endpoint, stored, rows.events)?.body
  return { attempt: { ...toApi(stored), body }, url: endpoint.url }
}

/** The statements that read an attempt, its endpoint and its events: those of the action and kind of the first one. */
function selectAttempt(workspace: Sql, { id, attemptId }: { id: string; attemptId: string }) {
  const ofAttempt = (column: 'first' | 'last') => sql`(
    SELECT ${sql.raw(column)} FROM webhook_attempts
    WHERE workspace_id = ${workspace} AND endpoint_id = ${id} AND id = ${attemptId})`
  return {
    endpoints: selectOne(workspace, id),
    attempts: selectAttempts(workspace, id, sql`id = ${attemptId}`),
    events: selectEvents(sql`
      workspace_id = ${workspace} AND number BETWEEN ${ofAttempt('first')} AND ${ofAttempt('last')}
      AND (action, subject_kind) = (
        SELECT one.action, one.subject_kind FROM events AS one
        WHERE one.workspace_id = ${workspace} AND one.number = ${ofAttempt('first')})`),
  }
}

/** The delivery of an attempt as it is sent again; undefined if its events were deleted, or the endpoint does not hear of them. */
function rebuilt(endpoint: Sending, stored: AttemptRow, events: readonly HeardRow[]): Sent | undefined {
  if (stored.first === null) return testOf(stored)
  const isHeard = hearing(JSON.parse(endpoint.events), permissionsOf(endpoint))
  const of = { endpointId: endpoint.id, restores: restoresOf(endpoint) }
  return deliveriesOf(events.filter(isHeard), of)[0]
}

function requireAttempt([attempt]: AttemptRow[]): AttemptRow {
  if (attempt) return attempt
  throw new DomainError('not_found', 'There is no such attempt.')
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
