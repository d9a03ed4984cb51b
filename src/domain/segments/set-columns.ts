import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { inList } from '../access/principal'
import { query as ask } from '../access/query'
import { type BrowseQuery, writeBrowseQuery } from '../persons/browse-query'
import { requireNoErrors } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import { mayChangeSql, queryIssues, requireSegment } from './segment'
import { validColumns } from './table-columns'

type Given = { list: string; id: string; query: BrowseQuery; columns: string[] }

/**
 * Gives a segment with this query columns of its own, which everyone who opens it sees; an empty list removes them.
 * Returns its new query. One trip. Throws `not_found` for a segment that does not exist, has another query, or that the
 * principal may not change.
 */
export async function setSegmentColumns(
  principal: StaffPrincipal,
  { list, id, query, columns }: Given,
): Promise<URLSearchParams> {
  const keys = validColumns(columns)
  const changed = writeBrowseQuery({ ...query, columns: keys.length > 0 ? keys : undefined })
  requireNoErrors(queryIssues(changed.toString()))
  const { rows } = await ask(
    principal,
    {
      changed: sql`
        UPDATE segments SET query = ${changed.toString()}
        WHERE ${inList(principal.workspace(), list)} AND id = ${id} AND query = ${writeBrowseQuery(query).toString()}
          AND ${mayChangeSql(principal, list)} RETURNING id`,
    },
    (credential) => requireList(credential, list, 'read'),
  )
  requireSegment(rows.changed)
  return changed
}
