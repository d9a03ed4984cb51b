import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { keyset } from '../../shared/keyset'
import type { Position } from '../../shared/paging'
import { asSeenSql, type SeenState } from '../page-version'
import { PERSON_ROW, type PersonRow } from '../person'

/** A row of a page of persons. */
export type PageRow = PersonRow & { updatedAt: string }

/**
 * Which persons of an area of a list a page has: those behind or before a position, by creation, or by their last change
 * where they are wanted `since` an instant; none if the list is as it was `seen`.
 */
export type PageRequest = {
  list: string
  area: string
  since: string | undefined
  position: Position | undefined
  limit: number
  /** What persons must match, and the index that finds those, as `INDEXED BY`. */
  condition: Sql | undefined
  index: Sql
  seen: SeenState | undefined
}

/** The rows of a page of persons. */
export function selectPage(workspace: Sql, request: PageRequest): Sql<PageRow> {
  const { list, area, since, position, limit, condition, index, seen } = request
  const order = since === undefined ? BY_ID : BY_CHANGE
  const followingSql = sql`${order.beyondSql(position)} ${since === undefined ? sql`` : sql`AND updated_at >= ${since}`}`
  return sql<PageRow>`
    SELECT ${PERSON_ROW}, updated_at AS updatedAt FROM persons ${index}
    WHERE ${inList(workspace, list)} AND area = ${area} AND ${followingSql} ${condition ? sql`AND ${condition}` : sql``}
    ORDER BY ${order.by(position)}
    ${seen ? sql`LIMIT CASE WHEN ${asSeenSql(workspace, list, area, seen)} THEN 0 ELSE ${limit} END` : sql`LIMIT ${limit}`}`
}

const BY_ID = keyset([sql`persons.id`])
const BY_CHANGE = keyset([sql`updated_at`, sql`persons.id`])
