import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { addressQuery, optional } from '../../shared/address-query'
import type { Position } from '../../shared/paging'
import { lineIsUnassigned } from '../places/is-unassigned'

const ADDRESS = addressQuery(
  {
    account: z
      .string()
      .regex(/^acc_\w{1,50}$/)
      .catch(''),
    place: z
      .string()
      .regex(/^cst_\w{1,50}(\.cat_\w{1,50})?$/)
      .catch(''),
    sphere: z.enum(['', ...SPHERES]).catch(''),
    unassigned: z.enum(['', '1']).catch(''),
    text: z
      .string()
      .transform((text) => text.trim().slice(0, 100))
      .catch(''),
    cursor: optional(z.string()),
  },
  { start: ['cursor'] },
)

/** What of a fiscal year the journal shows. `place` is the id of a cost unit, or with a dot that of one of its categories. */
export type JournalQuery = ReturnType<typeof ADDRESS.read> & { year: number }

/** Whether the query filters by more than the account, so that the rows have no running balance. */
export const isNarrowed = ({ place, sphere, unassigned, text }: JournalQuery): boolean =>
  [place, sphere, unassigned, text].some((filter) => filter !== '')

/** The query in an address; everything that is not understood counts as absent. */
export const readJournalQuery = (given: Record<string, string>, year: number): JournalQuery => ({
  year,
  ...ADDRESS.read(given),
})

/** The address of a query, without its cursor. */
export const writeJournalQuery = ({ year, ...query }: JournalQuery): URLSearchParams =>
  new URLSearchParams([['year', `${year}`], ...ADDRESS.write(query)])

/** The conditions over `voucher_lines` of a query. */
export function* lineConditions({ place, sphere, unassigned }: JournalQuery): Iterable<Sql> {
  const [costUnitId = '', categoryId = ''] = place.split('.')
  if (costUnitId) yield sql`voucher_lines.cost_unit_id = ${costUnitId}`
  if (categoryId) yield sql`voucher_lines.category_id = ${categoryId}`
  if (sphere) yield sql`voucher_lines.sphere = ${sphere}`
  if (unassigned) yield lineIsUnassigned(TENANT)
}

// SQLite folds the case of ASCII alone, so that a text is also looked for as it was typed.
const contains = (column: Sql, text: string): Sql => sql`(
  instr(lower(coalesce(${column}, '')), ${text.toLowerCase()}) > 0 OR instr(coalesce(${column}, ''), ${text}) > 0)`

/** The condition over `vouchers` of a query, but for its year and account. */
export function voucherCondition(query: JournalQuery): Sql {
  const lines = [...lineConditions(query)]
  const conditions = [
    ...(query.text
      ? [sql`(${contains(sql`vouchers.text`, query.text)} OR ${contains(sql`party`, query.text)})`]
      : []),
    ...(lines.length > 0
      ? [
          sql`EXISTS (
            SELECT 1 FROM voucher_lines
            WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = vouchers.year
              AND voucher_lines.number = vouchers.number AND ${sql.join(lines, ' AND ')})`,
        ]
      : []),
  ]
  return sql.join([sql`TRUE`, ...conditions], ' AND ')
}

/** The day and the number of a voucher, as the key of its place in the journal. */
export const journalKey = ({ booked_on, number }: { booked_on: string; number: number }): string =>
  `${booked_on}.${number}`

/** The place of a voucher in the journal, by date and number. */
export type Edge = { date: string; number: number; isInclusive: boolean }

/** The voucher at which a page begins. A key that ends with `~` lies beyond the voucher that it names. */
export function edgeOf(position: Position | undefined): Edge | undefined {
  if (!position) return undefined
  const [date = '', number = ''] = position.key.replace('~', '').split('.')
  return { date, number: Number(number), isInclusive: position.key.endsWith('~') }
}
