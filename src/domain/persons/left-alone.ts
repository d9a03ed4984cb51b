import { type Sql, sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { LISTS } from '../access/lists'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { selectColumns } from '../custom-columns/query-list'
import { ofBatchSql } from '../events/batch'
import { EVENT_ROW, type Event, type EventRow, toApi } from '../events/event'
import { SUBJECT } from './subject'
import { requireSomeList } from './undo'

/** An event that an undo did not take back in full, and the fields that stayed. */
export type LeftAlone = { event: Event; fields: string[] }

/** What an undo left alone: the first of it, how many events in all, and how many persons were restored. */
export type UndoReport = { leftAlone: LeftAlone[]; count: number; restored: number; columns: CustomColumn[] }

/** How many events a report has at most. */
const MAX_REPORTED = 100

/**
 * Reports what an undo left alone of a batch, from the events of both. One trip. Throws `permission_missing` unless
 * the principal may write to the lists. So no address holds personal data.
 */
export async function reportUndo(
  principal: Principal,
  { batchId, undoId }: { batchId: string; undoId: string },
): Promise<UndoReport> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      leftAlone: selectLeftAlone(workspace, batchId, undoId),
      restored: sql<{
        count: number
      }>`SELECT count(*) AS count FROM events WHERE ${ofBatchSql(workspace, undoId)}`,
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
    },
    requireSomeList,
  )
  for (const list of LISTS)
    if (rows.leftAlone.some(({ subjectKind }) => subjectKind === SUBJECT[list]))
      requireList(credential, list, 'write')
  return {
    leftAlone: rows.leftAlone.map(({ fields, ...row }) => ({
      event: toApi(row),
      fields: JSON.parse(fields),
    })),
    count: rows.leftAlone[0]?.count ?? 0,
    restored: rows.restored[0]?.count ?? 0,
    columns: LISTS.flatMap((list) => columnsFromRows(list, rows[list])),
  }
}

type LeftAloneRow = EventRow & { fields: string; count: number }

const selectLeftAlone = (
  workspace: Sql,
  batchId: string,
  undoId: string,
): Sql<LeftAloneRow> => sql<LeftAloneRow>`
  SELECT *, count(*) OVER () AS count FROM (
    SELECT ${EVENT_ROW}, undo.number IS NULL AS isLeft, (
      SELECT json_group_array(key) FROM json_each(events.changes)
      WHERE key NOT IN (SELECT key FROM json_each(coalesce(undo.changes, '{}')))) AS fields
    FROM events LEFT JOIN events AS undo INDEXED BY events_of_subject
      ON undo.workspace_id = events.workspace_id AND undo.subject_id = events.subject_id
        AND undo.number > events.number AND undo.batch_id = ${undoId}
    WHERE ${ofBatchSql(workspace, batchId)} AND events.subject_kind IN ('member', 'contact')
  ) WHERE isLeft OR fields <> '[]'
  ORDER BY number LIMIT ${MAX_REPORTED}`
