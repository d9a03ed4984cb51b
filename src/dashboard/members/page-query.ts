import type { Context } from 'hono'
import { type ListId, listNamed } from '../../domain/access/lists'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Condition } from '../../domain/persons/filter-fields'
import { isOperator } from '../../domain/persons/filter-fields'
import type { Segment } from '../../domain/segments/segment'
import type { Env } from '../../env'
import { pathIn } from '../paths'

/** The list that the path names. */
export const listOf = (c: Context<Env>): ListId => listNamed(c.req.param('list') ?? '')

/** The address of a page of a list with a query. */
export function listPath(
  workspace: { id: string; portalSlug: string | null },
  list: ListId,
  page: string,
  query: BrowseQuery | URLSearchParams,
): string {
  const text = (query instanceof URLSearchParams ? query : writeBrowseQuery(query)).toString()
  return pathIn(workspace, `/${list}${page}${text ? `?${text}` : ''}`)
}

/** A query with other values; a page with another query begins at the start. */
export const withQuery = (query: BrowseQuery, changes: Partial<BrowseQuery>): BrowseQuery => ({
  ...query,
  cursor: undefined,
  ...changes,
})

/** The query of the address of a page of the list that begins at a cursor or at a letter. */
export function queryAt(
  query: BrowseQuery,
  start: Pick<BrowseQuery, 'cursor' | 'from' | 'letter'>,
): URLSearchParams {
  const address = writeBrowseQuery(query)
  for (const [name, value] of Object.entries(start)) if (value !== undefined) address.set(name, String(value))
  return address
}

/** The query that a saved view holds. */
export const segmentQuery = ({ query }: Segment): BrowseQuery =>
  readBrowseQuery(Object.fromEntries(new URLSearchParams(query)))

/** A query with all its parts as the fields of a form, but those that the form has itself. */
export function hiddenQuery(query: BrowseQuery, ...own: string[]): Record<string, string> {
  const entries = [...writeBrowseQuery(query)].filter(([name]) => !own.includes(name))
  return Object.fromEntries(entries)
}

/** The name of an input in the row of a condition. */
export const rowName = (part: 'field' | 'operator' | 'value' | 'number' | 'day', row: number): string =>
  `row.${row}.${part}`

const ROW = /^row\.(\d+)\.field$/

/**
 * The query that the filter form means, whose rows hold a field, an operator and a value; undefined if the address is
 * not one of that form. `empty` and `not_empty` need no value, another row without one is left out.
 */
export function queryOfForm(given: Record<string, string>): BrowseQuery | undefined {
  const rows = rowsIn(given)
  if (rows.length === 0) return undefined
  const conditions = rows.flatMap((row) => conditionOfRow(given, row))
  return { ...readBrowseQuery(given), conditions }
}

/** The numbers of the rows that a form with conditions has. */
export const rowsIn = (given: Record<string, string>): number[] =>
  Object.keys(given).flatMap((name) => {
    const row = ROW.exec(name)?.[1]
    return row === undefined ? [] : [Number(row)]
  })

/** The condition that a row of a form means; none if its value is missing. */
export function conditionOfRow(given: Record<string, string>, row: number): Condition[] {
  const [field = '', name = '', text = '', number = '', day = ''] = (
    ['field', 'operator', 'value', 'number', 'day'] as const
  ).map((part) => given[rowName(part, row)])
  if (name === 'empty' || name === 'not_empty')
    return [{ field, operator: 'empty', value: String(name === 'empty') }]
  // A German keyboard has a decimal comma.
  const value = (number.replace(',', '.') || text).trim()
  return isOperator(name) && value !== ''
    ? [{ field, operator: name, value: day ? `${value}@${day}` : value }]
    : []
}
