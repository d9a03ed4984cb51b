import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import type { Credential, Need, Principal } from '../access/principal'
import type { EventKind } from '../events/actions'
import { firstNumberSince, lastNumber } from '../events/batch'
import { changesBetween } from '../events/changes'
import { isLost, numberOf } from '../events/event'
import { recordEvents } from '../events/record'
import { daysFrom, startOfDay } from '../shared/dates'
import { type Issue, refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { newId } from '../shared/ids'
import { type Restore, restoresOf } from '../shared/restores'
import { date } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import { needsProof } from '../staff/proofs'
import { refusalOf } from './address'
import {
  type EndpointChange,
  endpointChange,
  MAX_ENDPOINTS,
  newEndpoint,
  newReplay,
  requireEndpoint,
  type ShownRow,
  selectEndpoints,
  TO_WEBHOOKS,
  toApi,
  type WebhookEndpoint,
} from './endpoint'
import { heardBy, isHeard } from './heard'

/** Where webhooks may lead: see `refusalOf`. */
export type Where = Parameters<typeof refusalOf>[1]

type Body = Record<string, unknown>

/** How far a replay and an endpoint that is switched on again reach back, in days. */
export const REPLAY_DAYS = 30
export const MISSED_DAYS = 90

/** What changes endpoints: staff prove who they are, since events tell what happens in the workspace. */
export const needOf = ({ actor }: Principal): Need => ({
  ...TO_WEBHOOKS,
  freshProof: actor.door === 'dashboard' && needsProof('manage_webhooks'),
})

/**
 * Creates an endpoint, which hears of what happens from now on. It has the permissions of the API key that creates it, as long as the
 * key has them; one that staff create hears of everything. Two trips. Throws `permission_missing`, `proof_required` and `invalid`.
 */
export async function createEndpoint(
  principal: Principal,
  { body, where }: { body: Body; where: Where },
): Promise<WebhookEndpoint> {
  return act(principal, needOf(principal), async (tx) => {
    const { counts, credential } = await tx.read({
      counts: sql<{ count: number }>`
        SELECT count(*) AS count FROM webhook_endpoints WHERE workspace_id = ${tx.workspace()}`,
    })
    const input = validate(newEndpoint, body, function* (given) {
      if ((counts[0]?.count ?? 0) >= MAX_ENDPOINTS)
        yield [['url'], { code: 'too_many_endpoints', max: MAX_ENDPOINTS }]
      yield* issuesOf(given, where)
    })
    requireHeard(credential, input.events)
    const id = newId('whk', tx.now)
    const workspace = tx.writable()
    const { endpoints } = await tx.write({
      room: failUnless(
        sql`(SELECT count(*) FROM webhook_endpoints WHERE workspace_id = ${workspace}) < ${MAX_ENDPOINTS}`,
      ),
      created: sql`
        INSERT INTO webhook_endpoints (workspace_id, id, url, description, events, key_id, state, cursor, state_at, created_at)
        VALUES (${workspace}, ${id}, ${input.url}, ${input.description ?? null}, ${JSON.stringify(input.events)},
          ${tx.actor.door === 'api' ? tx.actor.id : sql`NULL`}, 'active', ${lastNumber(workspace)}, ${NOW}, ${NOW})`,
      recorded: record(
        tx,
        'webhook_endpoint.created',
        { id, url: input.url },
        changesBetween({}, told(input)),
      ),
      known: sql`UPDATE workspaces SET has_webhooks = 1 WHERE id = ${workspace}`,
      endpoints: selectEndpoints(tx.workspace(), sql`id = ${id}`),
    })
    return toApi(only(endpoints), restoresOf(credential.workspace))
  })
}

/**
 * Changes an endpoint, pauses it or switches it on again. Then it is sent what it missed in 90 days, unless `skip_missed`. Two trips.
 * Throws `permission_missing`, `proof_required`, `not_found` and `invalid`.
 */
export async function changeEndpoint(
  principal: Principal,
  { id, body, where }: { id: string; body: Body; where: Where },
): Promise<WebhookEndpoint> {
  return act(principal, needOf(principal), async (tx) => {
    const { credential, stored } = await read(tx, id)
    const change = validate(endpointChange, body, function* (given) {
      yield* issuesOf(given, where)
      if (isGiven(given.skip_missed) && given.state !== 'active')
        yield [['skip_missed'], { code: 'only_with_active' }]
    })
    if (change.events) requireHeard(credential, change.events)
    const workspace = tx.writable()
    const next = {
      url: change.url ?? stored.url,
      description: change.description === undefined ? stored.description : change.description,
      events: change.events ?? (JSON.parse(stored.events) as string[]),
      state: change.state ?? stored.state,
    }
    const { changed, endpoints } = await tx.write({
      recorded: record(
        tx,
        'webhook_endpoint.updated',
        { id, url: next.url },
        changesBetween(told(stored), told(next)),
      ),
      changed: sql<{ id: string }>`
        UPDATE webhook_endpoints
        SET url = ${next.url}, description = ${next.description}, events = ${JSON.stringify(next.events)},
          ${change.state ? stateSql(tx, workspace, change) : sql`state = state`}, claim = NULL, claimed_until = NULL
        WHERE workspace_id = ${workspace} AND id = ${id} RETURNING id`,
      endpoints: selectEndpoints(tx.workspace(), sql`id = ${id}`),
    })
    only(changed)
    return toApi(only(endpoints), restoresOf(credential.workspace))
  })
}

/** The columns of an endpoint that is paused or switched on. Switched on, it is tried at once. */
function stateSql(tx: Tx, workspace: Sql, { state, skip_missed }: EndpointChange): Sql {
  if (state === 'paused') return sql`state = 'paused', reason = NULL, state_at = ${NOW}, next_at = NULL`
  const missed = firstNumberSince(workspace, daysFrom(tx.now, -MISSED_DAYS))
  const isSkippedSql = sql`(${skip_missed ? 1 : 0} OR state_at < ${daysFrom(tx.now, -MISSED_DAYS).toISOString()} AND state <> 'active')`
  return sql`
    state = 'active', reason = NULL, state_at = ${NOW}, next_at = NULL, failing_since = NULL, failures = 0, notices = 0,
    sending = CASE WHEN ${isSkippedSql} THEN NULL ELSE sending END, trying = NULL,
    cursor = CASE WHEN ${isSkippedSql} THEN ${lastNumber(workspace)} ELSE max(cursor, ${missed} - 1) END`
}

/** Deletes an endpoint with its attempts and parked deliveries. Two trips. Throws as {@link changeEndpoint} does. */
export async function deleteEndpoint(principal: Principal, { id }: { id: string }): Promise<void> {
  return act(principal, needOf(principal), async (tx) => {
    const { stored } = await read(tx, id)
    const workspace = tx.writable()
    const { deleted } = await tx.write({
      recorded: record(tx, 'webhook_endpoint.deleted', stored, changesBetween(told(stored), NOTHING)),
      parked: sql`DELETE FROM parked_deliveries WHERE workspace_id = ${workspace} AND endpoint_id = ${id}`,
      attempts: sql`DELETE FROM webhook_attempts WHERE workspace_id = ${workspace} AND endpoint_id = ${id}`,
      deleted: sql<{ id: string }>`
        DELETE FROM webhook_endpoints WHERE workspace_id = ${workspace} AND id = ${id} RETURNING id`,
      known: sql`
        UPDATE workspaces SET has_webhooks = 0 WHERE id = ${workspace}
          AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE workspace_id = workspaces.id)`,
    })
    only(deleted)
  })
}

/**
 * Sends the events after one, or since an instant or a day of the workspace, again, of at most 30 days, and goes on with those that
 * follow. Deliveries of the same events have the ids that they had. Two trips. Throws `permission_missing`, `proof_required`,
 * `not_found` and `invalid`.
 */
export async function replayEvents(
  principal: Principal,
  { id, body }: { id: string; body: Body },
): Promise<WebhookEndpoint> {
  return act(principal, needOf(principal), async (tx) => {
    const { credential, stored, oldest } = await read(tx, id)
    const restores = restoresOf(credential.workspace)
    const given = validate(newReplay, body)
    const workspace = tx.writable()
    const last =
      given.since === undefined
        ? sql`${numberAfter(given.after ?? '', { stored, oldest, restores })}`
        : sql`${firstNumberSince(workspace, instantSince(given.since, tx.now, credential))} - 1`
    const { changed, endpoints } = await tx.write({
      recorded: record(
        tx,
        'webhook_endpoint.replayed',
        stored,
        given.since === undefined ? { after: [null, given.after] } : { since: [null, given.since] },
      ),
      changed: sql<{ id: string }>`
        UPDATE webhook_endpoints SET cursor = min(cursor, ${last}), sending = NULL, trying = NULL, claim = NULL, claimed_until = NULL, next_at = NULL
        WHERE workspace_id = ${workspace} AND id = ${id} RETURNING id`,
      endpoints: selectEndpoints(tx.workspace(), sql`id = ${id}`),
    })
    only(changed)
    return toApi(only(endpoints), restores)
  })
}

const NOT_REPLAYED = { code: 'event_not_replayed', days: REPLAY_DAYS } as const

type Reach = { stored: ShownRow; oldest: number; restores: Restore[] }

/** The number of the event that a replay goes back to. Throws `invalid` if it is older, still to be sent, or lost. */
function numberAfter(after: string, { stored, oldest, restores }: Reach): number {
  const number = numberOf(after)
  if (isLost(after, restores)) throw refusedAt('after', { code: 'event_before_restore' })
  if (number < oldest - 1 || number > stored.cursor) throw refusedAt('after', NOT_REPLAYED)
  return number
}

/** The instant that a replay goes back to. Throws `invalid` if it is older, or in the future. */
function instantSince(since: string, now: Date, { workspace }: Credential): Date {
  const instant = isDate(since) ? startOfDay(since, workspace.timezone) : new Date(since)
  if (instant < daysFrom(now, -REPLAY_DAYS) || instant > now) throw refusedAt('since', NOT_REPLAYED)
  return instant
}

const isDate = (text: string): boolean => date.safeParse(text).success

/** An endpoint whose secret is shown, and its workspace. */
type Shown = { endpoint: ShownRow; workspace: Credential['workspace'] }

/**
 * Gives an endpoint a new secret; the one before signs for 24 hours more. With `from`, the version that is replaced, a request that is
 * sent twice renews it once, and the second one shows it. Two trips. Throws as {@link changeEndpoint} does.
 */
export async function rotateSecret(
  principal: Principal,
  { id, from }: { id: string; from?: number | undefined },
): Promise<Shown> {
  return act(principal, needOf(principal), async (tx) => {
    const { credential, stored } = await read(tx, id)
    if (from !== undefined && stored.secretVersion !== from) return show(tx, { credential, stored })
    const { changed, endpoints } = await tx.write({
      recorded: record(tx, 'webhook_endpoint.secret_rotated', stored, {
        secret_version: [stored.secretVersion, stored.secretVersion + 1],
      }),
      changed: sql<{ id: string }>`
        UPDATE webhook_endpoints SET secret_version = ${stored.secretVersion + 1}, rotated_at = ${NOW}
        WHERE workspace_id = ${tx.writable()} AND id = ${id} AND secret_version = ${stored.secretVersion} RETURNING id`,
      endpoints: selectEndpoints(tx.workspace(), sql`id = ${id}`),
    })
    only(changed)
    return { endpoint: only(endpoints), workspace: credential.workspace }
  })
}

/** Records that the secret of an endpoint is shown, and returns the endpoint. Two trips. Throws as {@link changeEndpoint} does. */
export async function showSecret(principal: Principal, { id }: { id: string }): Promise<Shown> {
  return act(principal, needOf(principal), async (tx) => show(tx, await read(tx, id)))
}

async function show(
  tx: Tx,
  { credential, stored }: { credential: Credential; stored: ShownRow },
): Promise<Shown> {
  await tx.write({ recorded: record(tx, 'webhook_endpoint.secret_shown', stored, { shown: [null, true] }) })
  return { endpoint: stored, workspace: credential.workspace }
}

async function read(tx: Tx, id: string) {
  const { endpoints, since, credential } = await tx.read({
    endpoints: selectEndpoints(tx.workspace(), sql`id = ${id}`),
    since: sql<{ oldest: number }>`
      SELECT ${firstNumberSince(tx.workspace(), daysFrom(tx.now, -REPLAY_DAYS))} AS oldest`,
  })
  return { credential, stored: requireEndpoint(endpoints), oldest: since[0]?.oldest ?? 1 }
}

function* issuesOf({ url, events }: Body, where: Where): Iterable<Issue> {
  if (typeof url === 'string') {
    const address = URL.parse(url.trim())
    const code = address ? refusalOf(address, where) : 'address_malformed'
    if (code) yield [['url'], { code }]
  }
  if (Array.isArray(events))
    for (const [index, filter] of events.entries())
      if (typeof filter === 'string' && !isHeard(filter))
        yield [['events', `${index}`], { code: 'not_an_event' }]
}

/** Throws `permission_missing` for a filter that lets through nothing of what the credential may read. */
function requireHeard({ permissions }: Credential, filters: readonly string[]): void {
  for (const filter of filters)
    if (heardBy([filter], permissions).length === 0)
      throw new DomainError('permission_missing', `This API key may not read what ${filter} is about.`)
}

type Told = {
  url: string
  description?: string | null | undefined
  events: string | string[]
  state?: string
}

/** An endpoint as events tell it: a query may hold a secret of the receiver. */
const told = ({ url, description, events, state }: Told) => ({
  url: shownUrl(url),
  description: description ?? null,
  events: typeof events === 'string' ? (JSON.parse(events) as string[]) : events,
  ...(state && { state }),
})

const NOTHING = { url: null, description: null, events: null, state: null }

/** An address without its query, which may hold a secret of the receiver. */
export const shownUrl = (url: string): string => url.replace(/\?.*$/, '?…')

const record = (
  tx: Tx,
  action: EventKind['action'] & `webhook_endpoint.${string}`,
  { id, url }: { id: string; url: string },
  changes: Parameters<typeof recordEvents>[3][number]['changes'],
): Sql[] =>
  recordEvents(tx.actor, tx.writable(), { action, subject: 'webhook_endpoint' }, [
    { id, name: new URL(url).host, changes },
  ])
