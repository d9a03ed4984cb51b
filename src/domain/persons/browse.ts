import type { Answers, Statements } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { isList, type ListId } from '../access/lists'
import { type Credential, inList, type Principal, TENANT, workspaceCte } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import type { Issues } from '../shared/errors'
import { type Cursors, cutPage, readCursor, requireOwnCursor } from '../shared/paging'
import { type BrowseQuery, conditionIssues, writeBrowseQuery } from './browse-query'
import { maskedFor } from './mask'
import { PERSON_ROW, type Person, type PersonRow, parsePerson } from './person'
import { queryToday } from './query-today'
import { hasStatus, matchesSearch, meets } from './store/conditions'
import { order } from './store/order'

/** How many matches are counted at most. */
export const MAX_COUNTED = 50_000

/** A page of the table of a list. `count` is one more than {@link MAX_COUNTED} where there are more matches than that. */
export type BrowsedPage<C, S> = {
  persons: Person[]
  count: number
  cursors: Cursors
  /** What is wrong with the conditions of the query; then there are no persons. */
  issues: Issues
  context: ListContext
  credential: C
  /** The rows of the statements that were asked beside. */
  rows: Answers<S>
}

/**
 * Reads a page of the table of a list for staff: the persons of the regular area that match a query, in its order, with
 * the number of all matches. In the order of names, without conditions, the page reads its own rows and the count those
 * of the list up to {@link MAX_COUNTED}. IBANs are masked unless the principal may read them. One trip, with the
 * statements `beside` it; a second where the date in the workspace is not the expected one. Throws what `queryList`
 * throws, and `invalid` for a cursor of another query.
 */
export async function browsePersons<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  { list, query, beside }: { list: string; query: BrowseQuery; beside: S },
): Promise<BrowsedPage<C, S>> {
  const position = readCursor(query.cursor)?.position
  const { credential, context, rows } = await queryToday(principal, list, 'read', (today) => ({
    ...(beside as Statements),
    page: selectBrowsed(principal, list, query, today),
    counts: countMatches(principal.workspace(), list, query, today, MAX_COUNTED + 1),
  }))
  const { page, counts, ...besides } = rows as unknown as Answers<S> & {
    page: PersonRow[]
    counts: { count: number }[]
  }
  const scope = JSON.stringify([credential.workspace.id, list, writeBrowseQuery(query).toString()])
  await requireOwnCursor(query.cursor, scope)
  // The person at the edge of the page before was deleted.
  if (position && page.length === 0)
    return browsePersons(principal, { list, query: { ...query, cursor: undefined }, beside })
  const issues = conditionIssues(query, context, credential.permissions)
  const isInvalid = Object.keys(issues).length > 0
  const cut = await cutPage(isInvalid ? [] : page, {
    perPage: query.per_page,
    position,
    scope,
    keyOf: ({ id }) => id,
  })
  return {
    persons: cut.rows.map((row) => maskedFor(credential.permissions, parsePerson(row, context))),
    count: isInvalid ? 0 : (counts[0]?.count ?? 0),
    cursors: cut.cursors,
    issues,
    context,
    credential,
    rows: besides as unknown as Answers<S>,
  }
}

/** The condition that a person of the regular area matches a query on a date; `workspace` is the tenant filter. */
export function matchesQuery(
  workspace: Sql,
  list: string,
  { status, search, conditions }: BrowseQuery,
  today: string,
): Sql {
  const scope = { workspace, list: listOf(list), today }
  const matching = [
    sql`${inList(workspace, list)} AND area = 'regular'`,
    hasStatus(status, scope),
    matchesSearch(search),
    ...conditions.map((condition) => meets(scope, condition)),
  ]
  return sql.join(
    matching.flatMap((condition) => condition ?? []),
    ' AND ',
  )
}

/** Counts the matches of a query, up to `max`. */
export const countMatches = (
  workspace: Sql,
  list: string,
  query: BrowseQuery,
  today: string,
  max: number,
): Sql<{ count: number }> => sql<{ count: number }>`
  WITH ${workspaceCte(workspace)}
  SELECT count(*) AS count FROM (
    SELECT 1 FROM persons WHERE ${matchesQuery(TENANT, list, query, today)} LIMIT ${max})`

function selectBrowsed(
  principal: Principal,
  list: string,
  query: BrowseQuery,
  today: string,
): Sql<PersonRow> {
  const position = readCursor(query.cursor)?.position
  const sorted = order(query.sort, { workspace: TENANT, list, area: 'regular' })
  return sql<PersonRow>`
    WITH ${workspaceCte(principal.workspace())}
    SELECT ${PERSON_ROW} FROM persons
    WHERE ${matchesQuery(TENANT, list, query, today)} ${position ? sql`AND ${sorted.isBeyond(position)}` : sql``}
    ORDER BY ${sorted.by(position ?? { direction: 'next' })} LIMIT ${query.per_page + 1}`
}

// `queryList` refuses a list that does not exist, after its statements have run.
const listOf = (list: string): ListId => (isList(list) ? list : 'members')
