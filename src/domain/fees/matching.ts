import { type Sql, sql } from '../../db/sql'
import { firstIdAt } from '../shared/ids'
import { keyset } from '../shared/keyset'
import type { Position } from '../shared/paging'
import { type FeeQuery, isReference, statusesOf } from './browse-query'
import { BY_PERSON } from './open-amount'
import { matchesFeeSearch } from './search-words'

/**
 * How many fees a list looks through, sums and acts on at most: the newest of the segment, the year or the person,
 * which it finds by index. Only a list in the order of claims without further conditions is paged through to its end.
 * An index by due date would be one more row to write for each change of a fee.
 */
export const MAX_FEES_MATCHED = 10_000

/** Where and in which order fees are read: the fees of a page, or the newest. */
type Reading = { position?: Position | undefined; limit: number }

/** The rows of `fees` that match a query on a date, in its order, as a subquery to be named `fees`. */
export function selectMatching(
  workspace: Sql,
  query: FeeQuery,
  today: string,
  { position, limit }: Reading,
): Sql {
  const order = orderOf(query)
  const [by, beyondSql] = [order.by(position), order.beyondSql(position)]
  const conditions = scanned(query, today)
  if (!isScanned(query)) return sql`(${candidates(workspace, query, { limit, by, condition: beyondSql })})`
  return sql`(
    SELECT * FROM (${newest(workspace, query)}) AS fees
    WHERE ${sql.join([...conditions, beyondSql], ' AND ')} ORDER BY ${by} LIMIT ${limit})`
}

/** The newest fees that the index finds for a query, before its further conditions. */
export const newest = (workspace: Sql, query: FeeQuery, limit = MAX_FEES_MATCHED): Sql =>
  candidates(workspace, query, { limit, by: sql`id DESC`, condition: sql`TRUE` })

/** The conditions of a query that no index finds. */
export function scanned({ search, status, due_before, cost_unit }: FeeQuery, today: string): Sql[] {
  const found = isReference(search) ? undefined : matchesFeeSearch(search)
  return [
    sql`TRUE`,
    ...(found ? [found] : []),
    ...(status === 'overdue' ? [overdueSql(today)] : []),
    ...(status === 'part' ? [PART_SQL] : []),
    ...(due_before ? [sql`fees.due_on < ${due_before}`] : []),
    ...(cost_unit ? [sql`fees.cost_unit_id = ${cost_unit}`] : []),
  ]
}

/** The condition that a fee is due before a date. */
export const overdueSql = (today: string): Sql => sql`fees.due_on < ${today}`

/** The condition that a part of a fee is paid. */
export const PART_SQL = sql.raw('fees.paid_amount > 0')

/** Whether a query has conditions or an order that no index finds, so that it looks through {@link newest}. */
const isScanned = (query: FeeQuery): boolean => scanned(query, '').length > 1 || query.sort.endsWith('due')

/** The order of a query. Fees without a due date are the last to be due. `table` ends with a dot. */
export function orderOf({ sort }: FeeQuery, table = '') {
  const [id, due] = [sql.raw(`${table}id`), sql.raw(`coalesce(${table}due_on, '${NEVER}')`)]
  return keyset(sort.endsWith('due') ? [due, id] : [id], { isDescending: sort.startsWith('-') })
}

/** The key of a fee in the order of a query, for cursors. */
export const keyIn = ({ sort }: FeeQuery, { id, due_on }: { id: string; due_on: string | null }): string =>
  sort.endsWith('due') ? `${due_on ?? NEVER}.${id}` : id

const NEVER = '9999-12-31'

/** Fees by index. Each status is in the order of ids in it, so that SQLite merges them and stops at the limit. */
function candidates(
  workspace: Sql,
  query: FeeQuery,
  { limit, by, condition }: { limit: number; by: Sql; condition: Sql },
): Sql {
  const { person, year, search } = query
  const reference = isReference(search) ? matchesFeeSearch(search) : undefined
  const conditions = sql.join(
    [
      sql`workspace_id = ${workspace} AND ${condition}`,
      ...(year ? [ofYearSql(year)] : []),
      ...(reference ? [reference] : []),
      ...(person ? [sql`person_id = ${person}`] : []),
    ],
    ' AND ',
  )
  const statuses = statusesOf(query.status)
  const end = sql`ORDER BY ${by} LIMIT ${limit}`
  if (!statuses || person) {
    const inStatusSql = statuses ? sql`status IN (${sql.join(statuses)})` : sql`TRUE`
    return sql`SELECT * FROM fees ${person ? BY_PERSON : sql``} WHERE ${conditions} AND ${inStatusSql} ${end}`
  }
  const selections = statuses.map(
    (status) => sql`SELECT * FROM fees INDEXED BY fees_by_status WHERE ${conditions} AND status = ${status}`,
  )
  return sql`${sql.join(selections, ' UNION ALL ')} ${end}`
}

/** The condition that a fee was claimed in a year (UTC). */
const ofYearSql = (year: number): Sql => sql`
  id >= ${firstIdAt('fee', new Date(Date.UTC(year, 0)))} AND id < ${firstIdAt('fee', new Date(Date.UTC(year + 1, 0)))}`
