import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { sha256 } from '../../shared/hash'
import { type BrowseQuery, writeBrowseQuery } from '../browse-query'
import { matchesQuery } from '../store/browsed'
import type { BulkAct } from './act'

/** Which persons of the regular area of a list an act is about: chosen ones, or all that match a query. */
export type Selection = { ids: string[] } | { query: BrowseQuery }

/** How many persons an act is about at most. */
export const MAX_BULK = 50_000

/** The condition that a person is one of a selection on a date (YYYY-MM-DD); `workspace` is the tenant filter. */
export const selectedSql = (workspace: Sql, list: string, selection: Selection, today: string): Sql =>
  'ids' in selection
    ? sql`${inList(workspace, list)} AND area = 'regular'
        AND persons.id IN (SELECT value FROM json_each(${JSON.stringify(selection.ids)}))`
    : matchesQuery(workspace, list, selection.query, today)

/**
 * What a confirmation is bound to: the act, the selection, and the mark of the persons it had when it was shown. It is an
 * unkeyed hash, so that a page which was put together wrongly does nothing.
 */
export const bulkSeal = (
  workspaceId: string,
  list: string,
  { kind, field }: Pick<BulkAct, 'kind' | 'field'>,
  selection: Selection,
  mark: string,
): string => {
  const persons = 'ids' in selection ? selection.ids : writeBrowseQuery(selection.query).toString()
  return sha256(JSON.stringify([workspaceId, list, kind, field ?? null, persons, mark]))
}
