import type { Context } from 'hono'
import { type BrowseQuery, readBrowseQuery } from '../../domain/persons/browse-query'
import type { Neighbours } from '../../domain/persons/neighbours'
import type { Env } from '../../env'
import { queryAt } from './page-query'

/** The row of a page of a list that a person was opened from: the query of the page, and the number of the row on it. */
export type RowPlace = { query: BrowseQuery; row: number }

/** The query of the address of the page. */
export const writePage = ({ query }: RowPlace): URLSearchParams => {
  const { cursor, letter, from } = query
  return queryAt(query, { cursor, letter, from: from === 1 ? undefined : from })
}

/** Reads the row of a list that the address of a person names: `row`, and in `from` the query of the page. */
export function readRowPlace({ row = '', from }: Record<string, string>): RowPlace | undefined {
  if (!/^\d{1,3}$/.test(row)) return undefined
  return { query: readBrowseQuery(Object.fromEntries(new URLSearchParams(from))), row: Number(row) }
}

/** The query of an address that {@link readRowPlace} reads as this. */
export function writeRowPlace(place: RowPlace): URLSearchParams {
  const from = writePage(place).toString()
  return new URLSearchParams({ row: String(place.row), ...(from && { from }) })
}

/**
 * Moves a row that is beyond the edge of its page to the page that has it: row 0 becomes the last row of the page before,
 * and one more than a page has becomes the first row of the next page.
 */
export function onItsPage({ query, row }: RowPlace, { pageFrom, pageTo }: Neighbours): RowPlace {
  const { per_page, cursor, letter, from = cursor || letter ? undefined : 1 } = query
  const turned = { ...query, letter: undefined }
  if (row > per_page && pageFrom)
    return { query: { ...turned, cursor: pageFrom, from: from && from + per_page }, row: 1 }
  if (row < 1 && pageTo)
    return { query: { ...turned, cursor: pageTo, from: from && Math.max(1, from - per_page) }, row: per_page }
  return { query, row }
}

/** The row of a list that the address of a page about a person names, for the addresses of the pages that it leads to. */
export function placeOf(c: Context<Env>): URLSearchParams {
  const place = readRowPlace(c.req.query())
  return place ? writeRowPlace(place) : new URLSearchParams()
}
