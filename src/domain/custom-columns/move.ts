import { WriteConflict } from '../../db/client'
import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { inList, type Principal } from '../access/principal'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import { dropCachedColumns, incrementVersion, queryList, writableList } from './query-list'
import { requireColumn, UPDATED } from './update'

type Move = { list: string; id: string; direction: 'up' | 'down' }

/**
 * Moves a custom column one place up or down in its list. Two trips, one if it already is at the end. Throws
 * `not_found` and what `requireList` throws.
 */
export async function moveColumn(principal: Principal, { list, id, direction }: Move): Promise<void> {
  await act(principal, CHECKED_BY_READS, async (tx) => {
    const { context } = await queryList(tx, list, 'write', {})
    requireColumn(context, id)
    const ids = context.columns.map((column) => column.id)
    const order = moved(ids, ids.indexOf(id), direction === 'up' ? -1 : 1)
    if (!order) return
    const subjects = context.columns.map((column, index) => ({
      id: column.id,
      name: column.name,
      changes: changesBetween({ place: index + 1 }, { place: order.indexOf(column.id) + 1 }),
    }))
    const { updated } = await tx.write({
      recorded: recordEvents(tx.actor, writableList(tx, context), UPDATED, subjects),
      // Below zero, so that columns that are added later come last, with the default of zero.
      updated: sql<{ id: string }>`
        UPDATE custom_columns SET position = (
          SELECT key - ${order.length} FROM json_each(${JSON.stringify(order)}) WHERE value = custom_columns.id)
        WHERE ${inList(writableList(tx, context), context.list)} RETURNING id`,
      version: incrementVersion(tx, context),
    })
    if (updated.length === 0) throw new WriteConflict()
    dropCachedColumns(context)
  })
}

/** The ids with one moved; undefined if there is no place to move it to. */
function moved(ids: string[], from: number, by: number): string[] | undefined {
  const [id, neighbour] = [ids[from], ids[from + by]]
  if (id === undefined || neighbour === undefined) return undefined
  return ids.with(from, neighbour).with(from + by, id)
}
