import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { query } from '../access/query'
import { refusedAt } from '../shared/error-list'
import { keyset } from '../shared/keyset'
import { requireKnownSince } from '../shared/known-since'
import {
  answerPage,
  type Cursors,
  type PageRequest,
  type PageScope,
  type Position,
  pageRequest,
  pagingQuery,
  scopeText,
  writeCursor,
} from '../shared/paging'
import { epochOf, type Restored, restoresOf } from '../shared/restores'
import { givenInstant, singleLine } from '../shared/text'
import { firstNumberSince } from './batch'
import {
  actionFilter,
  afterEvent,
  EVENT_ROW,
  type Event,
  type EventRow,
  eventId,
  isLost,
  numberOf,
  toApi,
} from './event'

/** The query of a page of events. */
export const eventsQuery = z.strictObject({
  ...pagingQuery,
  after: z
    .union([z.literal('latest'), afterEvent])
    .optional()
    .describe(
      'Only events after this one, such as the last that you have seen. `latest` answers no event and the ' +
        '`next_cursor` of those that will follow.',
    ),
  since: givenInstant.optional().describe('Only events at this instant or later. By index.'),
  action: z
    .union([actionFilter, z.array(actionFilter).min(1).max(20)])
    .optional()
    .describe('Only events with this action, or with one of several; `fee.*` stands for all of fees. Scans.'),
  subject_id: singleLine(255)
    .optional()
    .describe('Only events of this person, fee or other thing. By index.'),
})

type EventsQuery = z.infer<typeof eventsQuery>
type Filter = Omit<EventsQuery, 'cursor' | 'per_page'>
type EventsPage = { events: Event[]; perPage: number; cursors: Cursors }

/**
 * Lists a page of events in their order. One trip; the rows of the page, and with `action` those looked through. Throws
 * `permission_missing`, and `invalid` for a cursor of another list.
 */
export async function listEvents(
  principal: Principal,
  { query: { cursor, per_page, ...filter } }: { query: EventsQuery },
): Promise<EventsPage> {
  const request = pageRequest({ cursor, per_page })
  if (filter.after === 'latest' && !request.position) return enterAtLatest(principal, filter, request)
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), filter, request) },
    (credential) => requirePermission(credential, 'audit:read'),
  )
  const { workspace } = credential
  requireKnown(filter, workspace)
  const restores = restoresOf(workspace)
  const events = rows.page.map((row) => ({ ...toApi(row), id: eventId(row.number, restores) }))
  const { rows: page, ...paging } = answerPage(request, events, {
    ...pagedIn(credential, filter),
    keyOf: ({ id }) => id,
  })
  return { events: page, ...paging }
}

/** The empty page after the last event, from which a reader goes on. */
async function enterAtLatest(
  principal: Principal,
  filter: Filter,
  request: PageRequest,
): Promise<EventsPage> {
  const { credential, rows } = await query(
    principal,
    { last: selectLastNumber(principal.workspace()) },
    (credential) => requirePermission(credential, 'audit:read'),
  )
  const paged = pagedIn(credential, filter)
  requireKnown(filter, credential.workspace)
  const { perPage } = answerPage<Event>(request, [], { ...paged, keyOf: ({ id }) => id })
  const key = eventId(rows.last[0]?.last ?? 0, restoresOf(credential.workspace))
  return {
    events: [],
    perPage,
    cursors: {
      next: writeCursor({ direction: 'next', key }, scopeText(paged), epochOf(credential.workspace)),
      prev: null,
    },
  }
}

/** Selects the number of the last event of a workspace; 0 if there is none. */
export const selectLastNumber = (workspace: Sql): Sql<{ last: number }> =>
  sql`SELECT coalesce(max(number), 0) AS last FROM events WHERE workspace_id = ${workspace}`

const pagedIn = ({ workspace }: Credential, filter: Filter): PageScope => ({
  workspace,
  scope: ['events', filter],
})

/** Throws `invalid` for an event or an instant in the time that a restore made undone: what came then is gone. */
function requireKnown({ after, since }: Filter, workspace: Restored): void {
  if (after !== undefined && after !== 'latest' && isLost(after, restoresOf(workspace)))
    throw refusedAt('after', { code: 'event_before_restore' })
  requireKnownSince('since', since, workspace)
}

function selectPage(workspace: Sql, filter: Filter, { position, limit }: PageRequest): Sql<EventRow> {
  // Left to itself the planner reads all events of the workspace and picks those of the subject.
  const index = sql.raw(filter.subject_id === undefined ? '' : 'INDEXED BY events_of_subject')
  return sql<EventRow>`
    SELECT ${EVENT_ROW} FROM events ${index} WHERE ${sql.join([...conditions(workspace, filter, position)], ' AND ')}
    ORDER BY ${IN_ORDER.by(position)} LIMIT ${limit}`
}

function* conditions(
  workspace: Sql,
  { after, since, action, subject_id }: Filter,
  position: Position | undefined,
): Iterable<Sql> {
  yield sql`workspace_id = ${workspace}`
  if (after !== undefined) yield sql`number > ${numberOf(after)}`
  if (since !== undefined) yield sql`number >= ${firstNumberSince(workspace, new Date(since))}`
  if (action !== undefined) {
    const namedSql = [action].flat().map((name) => sql`action GLOB ${name}`)
    yield sql`(${sql.join(namedSql, ' OR ')})`
  }
  if (subject_id !== undefined) yield sql`subject_id = ${subject_id}`
  yield IN_ORDER.beyondSql(position)
}

const IN_ORDER = keyset([{ column: sql`number`, read: numberOf }])
