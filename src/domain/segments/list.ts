import { type ListContext, queryList } from '../custom-columns/query-list'
import type { StaffPrincipal } from '../staff/principal'
import { type Segment, segmentFromRow, selectSegments } from './segment'
import { columnChoices, selectTableColumns, tableColumns } from './table-columns'

/** How a member of staff looks at a list: the saved queries, the columns of the table, and those to choose from. */
export type ListViews = { segments: Segment[]; columns: string[]; choices: string[]; context: ListContext }

/** Reads the views of a list that a member of staff has. One trip. Throws what `requireList` throws. */
export async function viewSegments(
  principal: StaffPrincipal,
  { list, columns: given }: { list: string; columns: string[] | undefined },
): Promise<ListViews> {
  const { context, credential, rows } = await queryList(principal, list, 'read', {
    segments: selectSegments(principal, list),
    chosen: selectTableColumns(principal, list),
  })
  const { permissions } = credential
  return {
    segments: rows.segments.map(segmentFromRow),
    columns: tableColumns(context, { given, chosen: rows.chosen, permissions }),
    choices: columnChoices(context, permissions),
    context,
  }
}
