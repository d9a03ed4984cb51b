import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { selectColumns } from '../custom-columns/query-list'
import { firstNumber } from '../events/batch'
import { EVENT_ROW, type Event, eventId, numberOf } from '../events/event'
import { CHANGED_NAMES } from '../persons/payers/told-events'
import {
  isOffered,
  type OfferedEvent,
  type OfferedRow,
  selectOffer,
  toOffered,
  undoState,
} from '../persons/undo-offer'
import { indexOf, isScan, type LogQuery, matchesLogQuery, rangeOf } from './log-query'

/** Events of a batch that follow each other with the same action, newest first: those on the page, and how many there are. */
export type LogEntry = { events: [OfferedEvent, ...OfferedEvent[]]; count: number }

/** Someone who may have acted: a member of staff or a key. */
export type LogActor = { id: string; name: string; kind: 'staff' | 'key' }

export type LogPage = {
  entries: LogEntry[]
  /** The event before which the next page begins; undefined on the last one. */
  before: string | undefined
  actors: LogActor[]
  columns: CustomColumn[]
  /** Whether the act that led to the page can be taken back. */
  isOffered: boolean
}

/** How many events a page has at most. */
const PER_PAGE = 100

/** How many events a page looks through at most for those that match. */
const MAX_SCANNED = 10_000

/**
 * Reads a page of the log, newest first. Events of a batch with the same action come as one entry, unless the page is about
 * one subject or one batch. Reads the rows of the page and a few to find its edges; up to {@link MAX_SCANNED} where a filter
 * has no index, so that a page may have fewer entries than match and yet not be the last. One trip, a second if the time
 * zone of the workspace is not the expected one. `batchId` is the act that led to the page. Throws `permission_missing`.
 */
export async function viewLog(
  principal: Principal,
  given: { query: LogQuery; batchId?: string | undefined },
): Promise<LogPage> {
  const { query: asked, batchId } = given
  const workspace = principal.workspace()
  const range = rangeOf(workspace, asked, expectedZone(principal))
  const isFolded = !asked.subject && !asked.batch
  const { credential, rows } = await query(
    principal,
    {
      range: sql<Range>`SELECT ${range.first} AS first, ${range.last} AS last`,
      page: selectPage(workspace, asked, range, isFolded, undoState(principal)),
      offer: selectOffer(principal, batchId),
      actors: selectActors(workspace),
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
    },
    (credential) => requirePermission(credential, 'audit:read'),
  )
  if (!isExpectedZone(principal, credential) && (asked.from || asked.to)) return viewLog(principal, given)
  const [{ first, last }] = rows.range as [Range]
  const edge = rows.page[0]?.edge ?? 0
  const floor = Number(last) - MAX_SCANNED + 1
  const isFull = rows.page.length > PER_PAGE
  const columns = [...columnsFromRows('members', rows.members), ...columnsFromRows('contacts', rows.contacts)]
  const events = rows.page.slice(0, PER_PAGE).map((row) => toOffered(row, columns))
  return {
    entries: isFolded ? fold(events, edge) : events.map((event) => ({ events: [event], count: 1 })),
    before:
      isFull && edge > Number(first)
        ? eventId(edge)
        : !isFull && isScan(asked) && floor > Number(first)
          ? eventId(floor)
          : undefined,
    actors: rows.actors,
    columns,
    isOffered: isOffered(rows.offer, columns),
  }
}

/** How many acts {@link recentEntries} has at most. */
const MAX_RECENT = 8

/** Selects the last events of a workspace, for {@link recentEntries}: a statement for the trip of another verb. */
export const selectRecent = (workspace: Sql): Sql<PageRow> =>
  selectPage(workspace, {}, rangeOf(workspace, {}, 'UTC'), true, sql`NULL AS state, ${CHANGED_NAMES}`)

/** The last acts among the last {@link PER_PAGE} events of a workspace, newest first. */
export const recentEntries = (rows: PageRow[]): LogEntry[] =>
  fold(
    rows.slice(0, PER_PAGE).map((row) => toOffered(row, [])),
    rows[0]?.edge ?? 0,
  ).slice(0, MAX_RECENT)

/** The numbers of the first and last event that can match; null in a workspace without events. */
type Range = { first: number | null; last: number | null }

/** `edge` is the number of the first event of the last entry, which may lie behind the page. */
type PageRow = OfferedRow & { edge: number }

function selectPage(
  workspace: Sql,
  asked: LogQuery,
  { first, last }: { first: Sql; last: Sql },
  isFolded: boolean,
  state: Sql,
): Sql<PageRow> {
  const floor = isScan(asked) ? sql`max(first, last - ${MAX_SCANNED - 1})` : sql`first`
  const sameActSql = sql`number >= (SELECT number FROM edge) OR
    (batch_id = (SELECT batchId FROM edge) AND action = (SELECT action FROM edge)
      AND subject_kind = (SELECT subjectKind FROM edge))`
  return sql<PageRow>`
    WITH range (first, last) AS MATERIALIZED (SELECT ${first}, ${last}),
      page AS MATERIALIZED (
        SELECT ${EVENT_ROW}, ${state} FROM events ${indexOf(asked)}
        WHERE ${matchesLogQuery(workspace, asked)}
          AND events.number BETWEEN (SELECT ${floor} FROM range) AND (SELECT last FROM range)
        ORDER BY events.number DESC LIMIT ${PER_PAGE + 1}
      ),
      edge AS MATERIALIZED (SELECT * FROM (SELECT * FROM page LIMIT ${PER_PAGE}) ORDER BY number LIMIT 1)
    SELECT page.*, ${isFolded ? firstNumber(workspace, sameActSql) : sql`(SELECT number FROM edge)`} AS edge
    FROM page ORDER BY number DESC`
}

/** Puts events that follow each other in a batch with the same action into entries; the last reaches down to `edge`. */
function fold(events: OfferedEvent[], edge: number): LogEntry[] {
  const entries: LogEntry[] = []
  for (const event of events) {
    const entry = entries.at(-1)
    if (entry && isSameAct(entry.events[0], event)) {
      entry.events.push(event)
      entry.count += 1
    } else entries.push({ events: [event], count: 1 })
  }
  const last = entries.at(-1)
  if (last) last.count = numberOf(last.events[0].id) - edge + 1
  return entries
}

const isSameAct = (one: Event, other: Event): boolean =>
  one.batch_id === other.batch_id && one.action === other.action && one.subject.kind === other.subject.kind

const selectActors = (workspace: Sql): Sql<LogActor> => sql<LogActor>`
  SELECT staff.id, staff.name, 'staff' AS kind FROM memberships CROSS JOIN staff ON staff.id = staff_id
  WHERE workspace_id = ${workspace} AND accepted_at IS NOT NULL
  UNION ALL
  SELECT id, name, 'key' FROM api_keys WHERE workspace_id = ${workspace}
  ORDER BY kind DESC, name LIMIT 200`
