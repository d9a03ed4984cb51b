import { type Sql, sql } from '../../../db/sql'
import { listNamed } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { openAmountOf } from '../../fees/open-amount'
import { readCursor } from '../../shared/paging'
import { type BrowseQuery, isAlphabetical } from '../browse-query'
import { PERSON_ROW, type PersonRow } from '../person'
import { hasStatusSql, matchesSearch, meets } from './conditions'
import { order } from './order'

/** How many matches are counted at most. */
export const MAX_COUNTED = 50_000

/** The condition that a person of the regular area matches a query on a date; `workspace` is the tenant filter. */
export function matchesQuery(
  workspace: Sql,
  list: string,
  { status, search, conditions }: BrowseQuery,
  today: string,
): Sql {
  const scope = { workspace, list: listNamed(list), today }
  const matching = [
    sql`${inList(workspace, list)} AND area = 'regular'`,
    hasStatusSql(status, scope),
    matchesSearch(search),
    ...conditions.map((condition) => meets(scope, condition)),
  ]
  return sql.join(
    matching.flatMap((condition) => condition ?? []),
    ' AND ',
  )
}

/** The letter at which a page begins; undefined if it begins elsewhere. */
export const letterOf = (query: BrowseQuery): string | undefined =>
  !readCursor(query.cursor) && isAlphabetical(query) ? query.letter : undefined

/** The rows of a page of the table of a list, and one more where there are more. */
export function selectBrowsed(
  workspace: Sql,
  list: string,
  query: BrowseQuery,
  today: string,
): Sql<PersonRow> {
  const { cte, page } = pageOf(list, query, today)
  return sql<PersonRow>`WITH ${workspaceCte(workspace)}${cte} SELECT ${PERSON_ROW} ${page}`
}

/** The open amounts of the fees of the persons on a page, in cents. Where they are not wanted, it reads no rows. */
export function selectOpenFees(
  workspace: Sql,
  list: string,
  query: BrowseQuery,
  today: string,
  wantedSql: Sql,
): Sql<{ id: string; amount: number }> {
  const { cte, page } = pageOf(list, query, today, wantedSql)
  return sql<{ id: string; amount: number }>`
    WITH ${workspaceCte(workspace)}${cte}, page (id) AS MATERIALIZED (SELECT persons.id ${page})
    SELECT id, ${openAmountOf(TENANT, sql`page.id`)} AS amount FROM page`
}

/** The persons of a page in their order, from `FROM` on, and the CTE that the order needs. */
function pageOf(list: string, query: BrowseQuery, today: string, condition = sql`TRUE`) {
  const position = readCursor(query.cursor)?.position
  const letter = letterOf(query)
  const sorted = order(query.sort, { workspace: TENANT, list: listNamed(list), area: 'regular' })
  return {
    cte: sorted.cte,
    page: sql`FROM persons
      WHERE ${condition} AND ${matchesQuery(TENANT, list, query, today)}
        ${position ? sql`AND ${sorted.beyondSql(position)}` : sql``} ${letter ? sql`AND last_name_key >= ${letter}` : sql``}
      ORDER BY ${sorted.by(position ?? { direction: 'next' })} LIMIT ${query.per_page + 1}`,
  }
}

/**
 * The ids of the persons before and after one among the matches of a query, in its order. In the order of names they read
 * the index from the person to the next match, in other orders the list.
 */
export function selectNeighbours(
  workspace: Sql,
  list: string,
  query: BrowseQuery,
  id: string,
  today: string,
): Sql<NeighbourRow>[] {
  const sorted = order(query.sort, { workspace: TENANT, list: listNamed(list), area: 'regular' })
  return (['prev', 'next'] as const).map(
    (direction) => sql<NeighbourRow>`
      WITH ${workspaceCte(workspace)}${sorted.cte}
      SELECT ${direction} AS direction, persons.id FROM persons
      WHERE ${matchesQuery(TENANT, list, query, today)} AND ${sorted.beyondSql({ direction, key: id })}
      ORDER BY ${sorted.by({ direction })} LIMIT 1`,
  )
}

export type NeighbourRow = { direction: 'next' | 'prev'; id: string }

/**
 * How many persons match, up to one more than {@link MAX_COUNTED}; how many of them come before the letter of the page,
 * NULL where not all are counted; and the first and the last folded name of an alphabetical list.
 */
export type Summary = { count: number; before: number | null; first: string | null; last: string | null }

/** Reads the matches up to {@link MAX_COUNTED}; the names are those at the ends of the index. */
export function selectSummary(workspace: Sql, list: string, query: BrowseQuery, today: string): Sql<Summary> {
  const letter = letterOf(query)
  const matchSql = matchesQuery(TENANT, list, query, today)
  const edge = (direction: string) =>
    isAlphabetical(query)
      ? sql`(SELECT last_name_key FROM persons WHERE ${matchSql} ORDER BY last_name_key ${sql.raw(direction)} LIMIT 1)`
      : sql`NULL`
  return sql<Summary>`
    WITH ${workspaceCte(workspace)}
    SELECT count(*) AS count, CASE WHEN count(*) <= ${MAX_COUNTED} THEN total(is_before) END AS before,
      ${edge('ASC')} AS first, ${edge('DESC')} AS last
    FROM (
      SELECT ${letter ? sql`last_name_key < ${letter}` : sql`0`} AS is_before
      FROM persons WHERE ${matchSql} LIMIT ${MAX_COUNTED + 1})`
}
