import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { CostUnitIndex } from '../../fees/expenses'
import { storedSide } from '../places/side'
import { selectLines, type Voucher, type VoucherRow } from './voucher'

/** Makes a batch fail as a conflict if a voucher or one of its lines has changed since it was read. */
export const requireUnchanged = (workspace: Sql, stored: VoucherRow[]): Sql[] =>
  jsonArrays(stored.map(({ id, text, lines }) => [id, text, lines])).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS seen
      LEFT JOIN vouchers ON vouchers.workspace_id = ${workspace} AND vouchers.id = seen.value ->> 0
      WHERE vouchers.text IS NOT seen.value ->> 1 OR (${selectLines(workspace)}) IS NOT seen.value ->> 2)`),
  )

type Line = Voucher['lines'][number]

/**
 * The text of a voucher and the lines of it that change. A cost unit that stays keeps its ids, since its name was not
 * looked up.
 */
export const storedChanges = (voucher: Voucher, before: Voucher, costUnits: CostUnitIndex) => ({
  ...voucher,
  lines: voucher.lines.flatMap((line) => {
    const previous = before.lines.find((one) => one.line === line.line)
    const isMoved = nameOf(line) !== nameOf(previous)
    if (!isMoved && previous?.sphere === line.sphere && previous.side === line.side) return []
    const costUnit = costUnits(line)
    return [
      {
        line: line.line,
        sphere: line.sphere,
        side: storedSide(line, voucher.reverses !== null),
        isMoved,
        costUnitId: costUnit?.id,
        categoryId: costUnit?.categoryId,
      },
    ]
  }),
})

const nameOf = (line: Line | undefined): string => JSON.stringify([line?.costunit_name, line?.category_name])

/**
 * Writes {@link storedChanges}. The workspace is a column of what is joined, so that SQLite looks each row up rather than
 * read the table.
 */
export const writeAssignments = (workspace: Sql, written: ReturnType<typeof storedChanges>[]): Sql[] =>
  jsonArrays(written).flatMap((array) => [
    sql`
      WITH named (tenant, id, text) AS MATERIALIZED (
        SELECT ${workspace}, value ->> 'id', value ->> 'text' FROM json_each(${array}))
      UPDATE vouchers SET text = named.text FROM named
      WHERE vouchers.workspace_id = named.tenant AND vouchers.id = named.id AND vouchers.text <> named.text`,
    sql`
      WITH changes AS MATERIALIZED (
        SELECT ${workspace} AS tenant, named.value ->> 'year' AS year, named.value ->> 'number' AS number,
          change.value ->> 'line' AS line, change.value ->> 'sphere' AS sphere, change.value ->> 'side' AS side, change.value ->> 'isMoved' AS isMoved,
          change.value ->> 'costUnitId' AS costUnitId, change.value ->> 'categoryId' AS categoryId
        FROM json_each(${array}) AS named CROSS JOIN json_each(named.value, '$.lines') AS change)
      UPDATE voucher_lines
      SET sphere = changes.sphere, side = changes.side, cost_unit_id = iif(isMoved, costUnitId, cost_unit_id),
        category_id = iif(isMoved, changes.categoryId, category_id)
      FROM changes
      WHERE voucher_lines.workspace_id = changes.tenant AND voucher_lines.year = changes.year
        AND voucher_lines.number = changes.number AND voucher_lines.line = changes.line`,
  ])
