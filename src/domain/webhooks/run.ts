import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { lastNumber } from '../events/batch'
import { newId } from '../shared/ids'
import { type Restore, restoresOf } from '../shared/restores'
import { type Answer, insertAttempt } from './attempts'
import { type Delivery, deliveriesOf, type HeardRow, truncation } from './delivery'
import { hearing } from './heard'
import { permissionsOf, type Sending, selectSending } from './sending'

/** For how long no other run sends to an endpoint: longer than a run takes. */
const CLAIM_SECONDS = 60

/** How many events a trip looks through. */
const PAGE = 500

type Endpoint = { workspaceId: string; endpointId: string }

/** A parked delivery that is due, and when the next one is. */
export type Parked = { first: number; delivery: string; failures: number; nextAt: string }

/**
 * A run that sends to an endpoint, and which no other run does meanwhile. It stores each delivery before it is sent, so that one that
 * was killed sends the same bytes with the same id.
 */
export class Run {
  /** Whether the endpoint is this run's: it was neither given free nor changed by others. */
  isHeld = true
  /** The parked delivery that is due next, as far as the last trip knows. */
  parked: Parked | undefined
  private waiting: Delivery[] = []
  /** The number up to which events were looked through, and whether there may be later ones. */
  private looked: number
  private hasMore = true
  private readonly restores: Restore[]
  private readonly isHeard: ReturnType<typeof hearing>

  private constructor(
    private readonly db: Db,
    private readonly claim: string,
    readonly endpoint: Sending,
    readonly now: () => Date,
  ) {
    this.restores = restoresOf(endpoint)
    this.isHeard = hearing(JSON.parse(endpoint.events), permissionsOf(endpoint))
    const stored = [endpoint.sending, endpoint.trying].flatMap((text) =>
      text ? [JSON.parse(text) as Delivery] : [],
    )
    // What the key may no longer read is looked for again, and left out.
    if (stored.every((delivery) => this.hears(delivery))) this.waiting = stored
    else Object.assign(endpoint, { sending: null, trying: null })
    this.looked = this.waiting.at(-1)?.last ?? endpoint.cursor
  }

  /** Whether the endpoint still hears of what a stored delivery tells. */
  hears({ type, kind }: Delivery): boolean {
    return kind === null || this.isHeard({ action: type, subjectKind: kind })
  }

  /** Claims an endpoint that is due, and reads what waits for it. One trip. Undefined if it is not due, or another run's. */
  static async begin(
    db: Db,
    { workspaceId, endpointId }: Endpoint,
    now: () => Date,
  ): Promise<Run | undefined> {
    const at = now()
    const claim = newId('wha', at)
    const { endpoints, rows, parked } = await trip(db, {
      claimed: sql`
        UPDATE webhook_endpoints SET claim = ${claim}, claimed_until = ${claimEnd(at)}
        WHERE workspace_id = ${workspaceId} AND id = ${endpointId} AND ${dueSql(at)}
          AND (SELECT suspended_at IS NULL AND moving_to IS NULL FROM workspaces WHERE workspaces.id = ${workspaceId})`,
      endpoints: selectSending(sql`webhook_endpoints.workspace_id = ${workspaceId}
        AND webhook_endpoints.id = ${endpointId} AND claim = ${claim}`),
      rows: selectEventsAfter(
        workspaceId,
        sql`(
          SELECT cursor FROM webhook_endpoints
          WHERE workspace_id = ${workspaceId} AND id = ${endpointId} AND claim = ${claim} AND sending IS NULL)`,
      ),
      parked: selectParked(workspaceId, endpointId),
    })
    const [endpoint] = endpoints
    if (!endpoint) return undefined
    const run = new Run(db, claim, endpoint, now)
    run.parked = parked[0]
    if (rows.length > 0 || endpoint.cursor < endpoint.eventsSweptTo) run.take(rows)
    return run
  }

  /** The next delivery, which is stored; undefined if none is left, or the endpoint is no longer this run's. */
  async next(): Promise<Delivery | undefined> {
    while (this.waiting.length === 0 && this.hasMore && this.isHeld) await this.read()
    const [delivery] = this.waiting
    if (!delivery || !this.isHeld) return undefined
    if (this.endpoint.sending === null) {
      this.endpoint.sending = JSON.stringify(delivery)
      await this.update(sql`sending = ${this.endpoint.sending}, ${this.extended()}`)
    }
    return this.isHeld ? delivery : undefined
  }

  /** The delivery after the one that is being sent, which is stored, too; undefined if there is none yet. */
  async second(): Promise<Delivery | undefined> {
    const { endpoint } = this
    if (this.waiting.length === 1) await this.read()
    const second = this.waiting[1]
    if (second && endpoint.trying === null) {
      endpoint.trying = JSON.stringify(second)
      await this.update(sql`trying = ${endpoint.trying}, ${this.extended()}`)
    }
    return this.isHeld ? second : undefined
  }

  /** Keeps that the first delivery was taken, and gives the endpoint free if nothing else waits. One trip. */
  async keepSent(answer: Answer): Promise<void> {
    const delivery = this.waiting.shift()
    if (!delivery) return
    await this.keep(delivery.last, insertAttempt(this.endpoint, { delivery, answer, at: this.now() }))
  }

  /** Parks the first delivery, and keeps that the second one was taken. One trip. */
  async park({ refused, taken }: { refused: Answer; taken: Answer }): Promise<void> {
    const { endpoint } = this
    const [delivery, second] = this.waiting.splice(0, 2)
    if (!delivery || !second) return
    const at = this.now()
    await this.keep(
      second.last,
      insertAttempt(endpoint, { delivery, answer: refused, at }),
      insertAttempt(endpoint, { delivery: second, answer: taken, at }),
      sql`
        INSERT INTO parked_deliveries (workspace_id, endpoint_id, first, delivery, failures, next_at, parked_at)
        VALUES (${endpoint.workspaceId}, ${endpoint.id}, ${delivery.first}, ${JSON.stringify(delivery)}, 1, ${at.toISOString()},
          ${at.toISOString()})
        ON CONFLICT DO UPDATE SET delivery = excluded.delivery, failures = 1, next_at = excluded.next_at`,
    )
  }

  /** Changes the endpoint and gives it free, with other statements. One trip. */
  async release(values = sql`state = state`, ...also: Sql[]): Promise<void> {
    const looked = this.waiting.length === 0 ? sql`, cursor = ${this.looked}` : sql``
    await this.update(sql`${values}, claim = NULL, claimed_until = NULL ${looked}`, ...also)
    this.isHeld = false
  }

  private async keep(last: number, ...also: Sql[]): Promise<void> {
    const { endpoint, db } = this
    const { workspaceId, id } = endpoint
    const [next] = this.waiting
    const cursor = next ? last : Math.max(last, this.looked)
    Object.assign(endpoint, {
      cursor,
      sending: next ? JSON.stringify(next) : null,
      trying: null,
      failures: 0,
    })
    const isLeftSql = sql`(${next ? 1 : 0} OR ${cursor} < ${lastNumber(sql`${workspaceId}`)} OR EXISTS (
      SELECT 1 FROM parked_deliveries WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND next_at <= ${this.now().toISOString()}))`
    const { kept, parked } = await trip(db, {
      also,
      kept: sql<{ claim: string | null }>`
        UPDATE webhook_endpoints
        SET cursor = ${cursor}, sending = ${endpoint.sending}, trying = NULL, failing_since = NULL, failures = 0, next_at = NULL,
          notices = 0, claimed_until = ${claimEnd(this.now())}, claim = CASE WHEN ${isLeftSql} THEN claim END
        WHERE ${this.own()} RETURNING claim`,
      parked: selectParked(workspaceId, id),
    })
    this.isHeld = kept[0]?.claim != null
    this.parked = parked[0]
    this.looked = Math.max(this.looked, cursor)
    this.hasMore = true
  }

  private async read(): Promise<void> {
    const { rows } = await trip(this.db, {
      rows: selectEventsAfter(this.endpoint.workspaceId, sql`${this.looked}`),
    })
    this.take(rows)
  }

  /** Adds the deliveries of the events that were read. */
  private take(rows: readonly HeardRow[]): void {
    const { endpoint, restores } = this
    const of = { endpointId: endpoint.id, restores }
    const { eventsSweptTo } = endpoint
    if (this.looked < eventsSweptTo) {
      const range = { first: this.looked + 1, last: eventsSweptTo }
      this.waiting.push(truncation(range, this.now().toISOString(), of))
      this.looked = eventsSweptTo
      return
    }
    this.waiting.push(...deliveriesOf(rows.filter(this.isHeard), of))
    this.looked = rows.at(-1)?.number ?? this.looked
    this.hasMore = rows.length === PAGE
  }

  /** Changes the endpoint, with other statements, if it is still this run's. */
  private async update(values: Sql, ...also: Sql[]): Promise<void> {
    const { kept } = await trip(this.db, {
      also,
      kept: sql<{ id: string }>`UPDATE webhook_endpoints SET ${values} WHERE ${this.own()} RETURNING id`,
    })
    this.isHeld = kept.length > 0
  }

  private own(): Sql {
    const { workspaceId, id } = this.endpoint
    return sql`workspace_id = ${workspaceId} AND id = ${id} AND claim = ${this.claim}`
  }

  private extended(): Sql {
    return sql`claimed_until = ${claimEnd(this.now())}`
  }
}

const claimEnd = (now: Date): string => new Date(now.getTime() + CLAIM_SECONDS * 1000).toISOString()

const selectEventsAfter = (workspaceId: string, after: Sql): Sql<HeardRow> =>
  selectEvents(sql`workspace_id = ${workspaceId} AND number > ${after}`)

/** The events that match a condition, in their order, as deliveries read them: a page at most. */
export const selectEvents = (condition: Sql): Sql<HeardRow> => sql<HeardRow>`
  SELECT number, at, action, subject_kind AS subjectKind, subject_id AS subjectId, door, request_id AS requestId,
    batch_id AS batchId, CASE WHEN changes IS NOT NULL THEN (
      SELECT json_group_array(key) FROM json_each(changes)) END AS changed
  FROM events WHERE ${condition} ORDER BY number LIMIT ${PAGE}`

const selectParked = (workspaceId: string, endpointId: string): Sql<Parked> => sql<Parked>`
  SELECT first, delivery, failures, next_at AS nextAt FROM parked_deliveries
  WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND next_at IS NOT NULL ORDER BY next_at LIMIT 1`

/** The condition that a row of `webhook_endpoints` may be sent to. */
export const dueSql = (now: Date): Sql => sql`
  state = 'active' AND (claim IS NULL OR claimed_until < ${now.toISOString()})
  AND (next_at IS NULL OR next_at <= ${now.toISOString()})`
