import type { Permission } from '../access/permissions'
import type { ListColumns } from '../custom-columns/query-list'
import { refusedAt } from '../shared/error-list'
import { type BrowseQuery, hasUnmetCondition, readBrowseQuery, writeBrowseQuery } from './browse-query'

/** What the query of a segment narrows by, as the text of an address: without its order and the columns of a table. */
export const narrowingText = ({ status, search, conditions }: BrowseQuery): string =>
  writeBrowseQuery({ ...readBrowseQuery({}), status, search, conditions }).toString()

/** Throws `invalid` for a segment with a condition that the list cannot meet, or that the caller may not ask. */
export function requireMeetable(
  segment: BrowseQuery,
  context: ListColumns,
  permissions: readonly Permission[],
): void {
  if (hasUnmetCondition({ query: segment }, context, permissions))
    throw refusedAt('segment_id', { code: 'segment_unmet' })
}
