import { z } from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import {
  answerPage,
  type Cursors,
  type PageRequest,
  type Position,
  pageRequest,
  pagingQuery,
} from '../shared/paging'
import { singleLine } from '../shared/text'
import { afterEvent, EVENT_ROW, type Event, type EventRow, numberOf, toApi } from './event'

/** The query of a page of events. */
export const eventsQuery = z.strictObject({
  ...pagingQuery,
  after: afterEvent.optional().describe('Only events after this one, such as the last that you have seen'),
  subject_id: singleLine(255)
    .optional()
    .describe('Only events of this person, fee or other thing. By index.'),
})

/** Lists a page of events in their order. One trip; the rows of the page. Throws `permission_missing`. */
export async function listEvents(
  principal: Principal,
  { query: { cursor, per_page, after, subject_id } }: { query: z.infer<typeof eventsQuery> },
): Promise<{ events: Event[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest({ cursor, per_page })
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), { after, subject_id }, request) },
    (credential) => requirePermission(credential, 'audit:read'),
  )
  const scope = [credential.workspace.id, 'events', after, subject_id]
  const events = rows.page.map(toApi)
  const { rows: page, ...paging } = answerPage(request, events, { scope, keyOf: ({ id }) => id })
  return { events: page, ...paging }
}

function selectPage(
  workspace: Sql,
  { after, subject_id }: { after: string | undefined; subject_id: string | undefined },
  { position, order, limit }: PageRequest,
): Sql<EventRow> {
  const conditions = [sql`workspace_id = ${workspace}`, sql`number > ${numberOf(after ?? '')}`]
  if (subject_id !== undefined) conditions.push(sql`subject_id = ${subject_id}`)
  if (position) conditions.push(isBeyond(position))
  // Left to itself the planner reads all events of the workspace and picks those of the subject.
  const index = sql.raw(subject_id === undefined ? '' : 'INDEXED BY events_of_subject')
  return sql<EventRow>`
    SELECT ${EVENT_ROW} FROM events ${index} WHERE ${sql.join(conditions, ' AND ')}
    ORDER BY number ${order} LIMIT ${limit}`
}

// A key that ends with `~` lies after the event whose id it begins with.
function isBeyond({ direction, key }: Position): Sql {
  const number = numberOf(key.replace('~', ''))
  if (direction === 'next') return sql`number > ${number}`
  return key.endsWith('~') ? sql`number <= ${number}` : sql`number < ${number}`
}
