import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { serviceActor } from '../access/actor'
import { recordEvents } from '../events/record'
import { newId } from '../shared/ids'
import { type Answer, insertAttempt, isOk } from './attempts'
import type { Delivery } from './delivery'
import { DISABLED_AFTER, nextAttempt, PARKS_AFTER, TOLD_AFTER } from './retries'
import { dueSql, Run } from './run'
import { isPermitted, type Sending } from './sending'

/** What sends a delivery to an endpoint. */
export type Post = (
  endpoint: Sending,
  delivery: Pick<Delivery, 'id' | 'body'>,
  milliseconds: number,
) => Promise<Answer>

/** What is told to the owners: an endpoint has failed since a while, and was perhaps disabled. */
export type WebhookNotice = {
  workspace_id: string
  endpoint_id: string
  host: string
  failing_since: string
  failure: string
  is_disabled: boolean
}

/** What a run has left: nothing, or when it goes on; and what to tell the owners. */
export type Rest = { state: 'done' | 'more' | 'later'; at?: string; notice?: WebhookNotice }

const DONE: Rest = { state: 'done' }
const MORE: Rest = { state: 'more' }

/** How long an endpoint may take to answer, and one that has failed before, in milliseconds. */
const PATIENCE = 10_000
const SHORT_PATIENCE = 5_000

/** Returns the workspaces with an endpoint that is due and behind. One trip. Five rows read an endpoint. */
export async function listWorkspacesBehind(db: Db, now: Date): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{
      id: string
    }>`SELECT DISTINCT workspace_id AS id FROM webhook_endpoints WHERE ${behindSql(now)}`,
  })
  return found.map(({ id }) => id)
}

/** Returns the endpoints of a workspace that are due and behind. One trip. */
export async function listEndpointsBehind(db: Db, workspaceId: string, now: Date): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT id FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND ${behindSql(now)}`,
  })
  return found.map(({ id }) => id)
}

const behindSql = (now: Date): Sql => sql`${dueSql(now)} AND (
  cursor < (SELECT max(number) FROM events WHERE events.workspace_id = webhook_endpoints.workspace_id)
  OR EXISTS (
    SELECT 1 FROM parked_deliveries
    WHERE parked_deliveries.workspace_id = webhook_endpoints.workspace_id AND endpoint_id = webhook_endpoints.id
      AND parked_deliveries.next_at <= ${now.toISOString()}))`

/**
 * Sends an endpoint what it has not heard of, in order, until nothing is left, time is up or it fails; then what it had refused.
 * Three trips, and one for each further delivery that was read together with another.
 */
export async function sendEvents(
  db: Db,
  endpoint: { workspaceId: string; endpointId: string },
  { post, isTimeUp, now }: { post: Post; isTimeUp: () => boolean; now: () => Date },
): Promise<Rest> {
  const run = await Run.begin(db, endpoint, now)
  if (!run) return DONE
  if (!isPermitted(run.endpoint, now())) return stop(run, { state: 'paused', reason: 'key' })
  for (let delivery = await run.next(); delivery; delivery = await run.next()) {
    const answer = await post(run.endpoint, delivery, run.endpoint.failures > 0 ? SHORT_PATIENCE : PATIENCE)
    if (!isOk(answer)) return fail(run, { delivery, answer, post })
    await run.keepSent(answer)
    if (run.isHeld && isTimeUp()) return release(run, MORE)
  }
  return run.isHeld ? sendParked(run, post) : DONE
}

async function release(run: Run, rest: Rest): Promise<Rest> {
  await run.release()
  return rest
}

type Failed = { delivery: Delivery; answer: Answer }

/** What is done about a delivery that failed: after half an hour the one after it is tried, after days the endpoint is disabled. */
async function fail(run: Run, { delivery, answer, post }: Failed & { post: Post }): Promise<Rest> {
  const { endpoint } = run
  const now = run.now()
  const attempt = insertAttempt(endpoint, { delivery, answer, at: now })
  if (answer.status === 410) return stop(run, { state: 'paused', reason: 'gone' }, attempt)
  const since = endpoint.failingSince ?? now.toISOString()
  const failing = now.getTime() - Date.parse(since)
  if (failing >= PARKS_AFTER) {
    const second = await run.second()
    const taken = second && (await post(endpoint, second, SHORT_PATIENCE))
    if (taken && isOk(taken)) {
      await run.park({ refused: answer, taken })
      return run.isHeld ? release(run, MORE) : DONE
    }
  }
  const told = TOLD_AFTER.filter((time) => failing >= time).length
  const isDisabled = failing >= DISABLED_AFTER
  const notice = {
    workspace_id: endpoint.workspaceId,
    endpoint_id: endpoint.id,
    host: hostOf(endpoint),
    failing_since: since,
    failure: failureOf(answer),
    is_disabled: isDisabled,
  }
  const rest = told > endpoint.notices ? { notice } : {}
  if (isDisabled) return { ...(await stop(run, { state: 'disabled', reason: 'failing' }, attempt)), ...rest }
  const failures = endpoint.failures + 1
  const at = nextAttempt(failures, now, answer.retryAfter)
  await run.release(
    sql`failing_since = ${since}, failures = ${failures}, next_at = ${at}, notices = ${told}`,
    attempt,
  )
  return { state: 'later', at, ...rest }
}

/** Why an attempt failed, in a word or a number. */
const failureOf = ({ status, failure }: Answer): string => failure ?? String(status)

const hostOf = ({ url }: Sending): string => new URL(url).host

/** Sends the parked delivery that is due next, or says when it is. After five days one waits for somebody to send it. */
async function sendParked(run: Run, post: Post): Promise<Rest> {
  const { endpoint, parked } = run
  const now = run.now()
  if (!parked) return release(run, DONE)
  if (parked.nextAt > now.toISOString()) return release(run, { state: 'later', at: parked.nextAt })
  const delivery: Delivery = JSON.parse(parked.delivery)
  const own = sql`workspace_id = ${endpoint.workspaceId} AND endpoint_id = ${endpoint.id} AND first = ${parked.first}`
  if (!run.hears(delivery)) {
    await run.release(undefined, sql`DELETE FROM parked_deliveries WHERE ${own}`)
    return MORE
  }
  const answer = await post(endpoint, delivery, SHORT_PATIENCE)
  const failures = parked.failures + 1
  await run.release(
    undefined,
    insertAttempt(endpoint, { delivery, answer, at: now }),
    isOk(answer)
      ? sql`DELETE FROM parked_deliveries WHERE ${own}`
      : sql`
        UPDATE parked_deliveries SET failures = ${failures}, next_at = CASE
          WHEN parked_at > ${new Date(now.getTime() - DISABLED_AFTER).toISOString()}
          THEN ${nextAttempt(failures, now, answer.retryAfter)} END
        WHERE ${own}`,
  )
  return MORE
}

/** Stops an endpoint until somebody switches it on again, and records that. */
async function stop(
  run: Run,
  { state, reason }: { state: 'paused' | 'disabled'; reason: 'gone' | 'key' | 'failing' },
  ...also: Sql[]
): Promise<Rest> {
  const { endpoint } = run
  const actor = serviceActor({ requestId: newId('run', run.now()), now: run.now() })
  const changes = { state: ['active', state], reason: [null, reason] } as const
  await run.release(
    sql`state = ${state}, reason = ${reason}, state_at = ${NOW}, next_at = NULL`,
    ...also,
    ...recordEvents(
      actor,
      sql`${endpoint.workspaceId}`,
      { action: `webhook_endpoint.${state}`, subject: 'webhook_endpoint' },
      [
        {
          id: endpoint.id,
          name: hostOf(endpoint),
          changes: { ...changes, state: [...changes.state], reason: [...changes.reason] },
        },
      ],
    ),
  )
  return DONE
}
