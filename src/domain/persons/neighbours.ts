import type { Credential } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { writeCursor } from '../shared/paging'
import { epochOf } from '../shared/restores'
import { type BrowseQuery, hasUnmetCondition } from './browse-query'
import { sortIn } from './sorts'
import type { NeighbourRow } from './store/browsed'
import { viewScope } from './view-list'

/**
 * The ids of the persons before and after one, in the order of a query and among its matches; the cursors of the page that
 * begins with the person, and of the one that ends with it.
 */
export type Neighbours = {
  previous: string | undefined
  next: string | undefined
  pageFrom: string | undefined
  pageTo: string | undefined
}

/** The neighbours that the rows hold; undefined if a condition of the query does not apply or is not permitted. */
export function neighboursIn(
  rows: NeighbourRow[],
  query: BrowseQuery,
  { context, credential }: { context: ListContext; credential: Credential },
): Neighbours | undefined {
  if (hasUnmetCondition({ query }, context, credential.permissions)) return undefined
  const idOf = (direction: 'next' | 'prev') => rows.find((row) => row.direction === direction)?.id
  const scope = viewScope(credential, context.list, { ...query, sort: sortIn(context, query.sort) })
  const epoch = epochOf(credential.workspace)
  const [previous, next] = [idOf('prev'), idOf('next')]
  return {
    previous,
    next,
    pageFrom: previous && writeCursor({ direction: 'next', key: previous }, scope, epoch),
    pageTo: next && writeCursor({ direction: 'prev', key: next }, scope, epoch),
  }
}
