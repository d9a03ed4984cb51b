import { type FeeQuery, writeFeeQuery } from '../../domain/fees/browse-query'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The address of the list of fees, or of a page below it, with a query. */
export function feesPath(
  { staff }: Viewer,
  query: FeeQuery | URLSearchParams = new URLSearchParams(),
  page = '',
): string {
  const parameters = query instanceof URLSearchParams ? query : writeFeeQuery(query)
  return pathIn(staff.workspace, `/fees${page}${parameters.size > 0 ? `?${parameters}` : ''}`)
}

/** A query with other values; a page with another query begins at the start. */
export const withFeeQuery = (query: FeeQuery, changes: Partial<FeeQuery>): FeeQuery => ({
  ...query,
  cursor: undefined,
  from: undefined,
  ...changes,
})
