import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'
import { DomainError } from '../shared/errors'
import { singleLine } from '../shared/text'
import type { StaffPrincipal } from '../staff/principal'

/** A saved query of a list: of one member of staff, or shared with all. `query` is that of an address. */
export type Segment = { id: string; name: string; query: string; isShared: boolean }

export const segmentName = singleLine(64)

/** How many segments of a list one member of staff has, and how many are shared. */
export const MAX_SEGMENTS = 50

/** How many characters a saved query has at most. */
const MAX_QUERY_CHARACTERS = 5000

/** The issues of the text of a query that is to be saved. */
export function* queryIssues(text: string) {
  if (text.length > MAX_QUERY_CHARACTERS)
    yield [['query'], { code: 'query_too_long', max: MAX_QUERY_CHARACTERS }] as const
}

type SegmentRow = Omit<Segment, 'isShared'> & { isShared: number }

/** The segments of a list that a member of staff sees, the shared ones first: a statement for the trip that reads the table. */
export const selectSegments = (principal: StaffPrincipal, list: string): Sql<SegmentRow> => sql<SegmentRow>`
  SELECT id, name, query, staff_id IS NULL AS isShared FROM segments
  WHERE ${inList(principal.workspace(), list)} AND (staff_id IS NULL OR staff_id = ${principal.staffId()})
  ORDER BY staff_id IS NOT NULL, name, id`

/** A segment from its row. */
export const segmentFromRow = (row: SegmentRow): Segment => ({ ...row, isShared: row.isShared === 1 })

/** The condition that a segment is the principal's own, or a shared one that the principal may change. */
export const mayChangeSql = (principal: StaffPrincipal, list: string): Sql => {
  const sharedSql = sql`staff_id IS NULL AND ${principal.writableWorkspace({ permission: writeOf(list) })} IS NOT NULL`
  return sql`(staff_id = ${principal.staffId()} OR (${sharedSql}))`
}

/** The permission without which shared segments of a list stay as they are. */
export const writeOf = (list: string) => (list === 'contacts' ? 'contacts:write' : 'members:write')

/** Throws `not_found` if a write found no segment that the principal may change. */
export function requireSegment(changed: unknown[]): void {
  if (changed.length === 0)
    throw new DomainError('not_found', 'There is no such saved view, or it is not yours to change.')
}
