import { vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { type Namesake, namesakeOf } from '../../persons/namesake'
import { keyset } from '../../shared/keyset'
import type { PageRequest, Position } from '../../shared/paging'
import { balanceWhere, basesCte } from '../accounts/balances'
import { sideOf } from '../places/side'
import type { Voucher } from '../vouchers/voucher'
import { type Edge, edgeOf, type JournalQuery, lineConditions, voucherCondition } from './query'

/** What a line is booked to. */
export type Place = Pick<Voucher['lines'][number], 'costunit_name' | 'category_name' | 'sphere'>

/** A voucher in the journal. `partner` is the number of the one that reverses it, or that it reverses. */
export type JournalRow = Omit<
  Voucher,
  'lines' | 'external_id' | 'bank_line_id' | 'met_line_id' | 'other_met_line_id' | 'created_at'
> & {
  partner: string | null
  /** Cents of income and of expenses, as the report counts them: negative if the voucher takes some back. */
  in: number
  out: number
  places: Place[]
  /** Cents after this voucher; undefined if the journal leaves vouchers out. */
  balance: number | undefined
  /** Of the party, where the voucher books a fee of a person. */
  namesake: Namesake
}

export type StoredRow = Omit<JournalRow, 'places' | 'balance' | 'in' | 'out'> & {
  places: string
  sides: string
}

/** Income and expenses of the lines that a query matches, in cents. */
export type JournalSums = { count: number; in: number; out: number }

// Of a voucher with thousands of lines, the first ones tell what it is for.
const MAX_LINES = 20

const ROW = sql`
  vouchers.id, vouchers.year, vouchers.number, kind, account_id, other_account_id, vouchers.booked_on, vouchers.amount,
  vouchers.text, party, vouchers.reverses, vouchers.reversed_by, (
    SELECT partner.year || '-' || partner.number FROM vouchers AS partner INDEXED BY vouchers_by_id
    WHERE partner.workspace_id = ${TENANT}
      AND partner.id = coalesce(vouchers.reverses, vouchers.reversed_by)) AS partner, (
    SELECT json_group_array(DISTINCT json_object('costunit_name', cost_units.name, 'category_name', category.name,
      'sphere', booked.sphere))
    FROM (
      SELECT cost_unit_id, category_id, sphere FROM voucher_lines
      WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = vouchers.year
        AND voucher_lines.number = vouchers.number
      ORDER BY line LIMIT ${MAX_LINES}) AS booked
    LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = booked.cost_unit_id
    LEFT JOIN cost_unit_categories AS category ON category.workspace_id = ${TENANT}
      AND category.cost_unit_id = booked.cost_unit_id AND category.id = booked.category_id) AS places, (
    SELECT json_array(coalesce(sum(amount) FILTER (WHERE ${sideOf()} = 'in'), 0),
      coalesce(-sum(amount) FILTER (WHERE ${sideOf()} = 'out'), 0))
    FROM voucher_lines
    WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = vouchers.year
      AND voucher_lines.number = vouchers.number) AS sides,
  ${namesakeOf(
    TENANT,
    sql`(
    SELECT fees.person_id FROM voucher_lines CROSS JOIN fees
    WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = vouchers.year
      AND voucher_lines.number = vouchers.number AND line = 1
      AND fees.workspace_id = ${TENANT} AND fees.id = voucher_lines.fee_id AND fees.person_name = vouchers.party)`,
  )} AS namesake`

const datesCte = (year: number): Sql => sql`dates (first, next) AS MATERIALIZED (
  SELECT printf('%04d-%02d-01', ${year}, year_start), printf('%04d-%02d-01', ${year + 1}, year_start)
  FROM workspaces WHERE id = ${TENANT})`

const NEWEST_FIRST = keyset([vouchers.bookedOn, { column: sql`vouchers.number`, read: Number }], {
  isDescending: true,
})

/** The vouchers of a page, newest first, or oldest first for a page before a position. */
export function selectJournal(workspace: Sql, asked: JournalQuery, request: PageRequest): Sql<StoredRow> {
  const { position, limit } = request
  const condition = voucherCondition(asked)
  const inOrder = sql`ORDER BY ${NEWEST_FIRST.by(position)} LIMIT ${limit}`
  if (asked.account === '')
    return sql<StoredRow>`
      WITH ${workspaceCte(workspace)}
      SELECT ${ROW} FROM vouchers INDEXED BY vouchers_by_date
      WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = ${asked.year} AND vouchers.number > 0
        AND ${NEWEST_FIRST.beyondSql(position)} AND ${condition}
      ${inOrder}`
  const branch = (index: string, column: string): Sql => sql`
    SELECT * FROM (
      SELECT vouchers.year, vouchers.number, vouchers.booked_on
      FROM vouchers INDEXED BY ${sql.raw(index)}
      WHERE vouchers.workspace_id = ${TENANT} AND ${sql.raw(column)} = ${asked.account}
        AND vouchers.year = ${asked.year} AND ${NEWEST_FIRST.beyondSql(position)} AND ${condition}
      ${inOrder})`
  return sql<StoredRow>`
    WITH ${workspaceCte(workspace)}, moves (year, number, booked_on) AS MATERIALIZED (
      ${branch('vouchers_by_account', 'account_id')}
      UNION ALL ${branch('vouchers_by_other_account', 'other_account_id')})
    SELECT ${ROW} FROM moves CROSS JOIN vouchers
    WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = moves.year AND vouchers.number = moves.number
    ORDER BY ${NEWEST_FIRST.by(position)} LIMIT ${limit}`
}

/**
 * The balance of an account, or of all of them, at the edge of a page: after its first voucher, or before its last one for a
 * page before a position. Whole days are summed already; only the vouchers on the day of the edge are looked at one by one.
 */
export function selectStart(
  workspace: Sql,
  { year, account }: JournalQuery,
  position: Position | undefined,
): Sql<{ balance: number | null }> {
  const edge = edgeOf(position)
  const ofDay = (index: string, condition: Sql): Sql => sql`coalesce((
    SELECT sum(amount) FROM vouchers INDEXED BY ${sql.raw(index)}
    WHERE vouchers.workspace_id = ${TENANT} AND ${condition} AND vouchers.year = ${year}
      AND booked_on = ${edge?.date ?? ''} AND ${olderSql(position)}), 0)`
  const days = balanceWhere(edge ? sql`booked_on < ${edge.date}` : sql`booked_on < next`)
  const sums =
    account === ''
      ? sql`coalesce((SELECT sum(${days}) FROM bases), 0) + ${ofDay('vouchers_by_date', sql`number > 0 AND kind = 'money'`)}`
      : sql`
        (SELECT ${days} FROM bases WHERE bases.id = ${account})
        + ${ofDay('vouchers_by_account', sql`account_id = ${account}`)}
        - ${ofDay('vouchers_by_other_account', sql`other_account_id = ${account}`)}`
  return sql<{ balance: number | null }>`
    WITH ${basesCte(workspace, year)}, ${datesCte(year)} SELECT ${sums} AS balance FROM dates`
}

/** The sums of the lines that a narrowed query matches. */
export const selectNarrowedSums = (workspace: Sql, asked: JournalQuery): Sql<JournalSums> => sql<JournalSums>`
  WITH ${workspaceCte(workspace)}
  SELECT count(DISTINCT vouchers.number) AS count,
    coalesce(sum(voucher_lines.amount) FILTER (WHERE ${sideOf()} = 'in'), 0) AS "in",
    coalesce(-sum(voucher_lines.amount) FILTER (WHERE ${sideOf()} = 'out'), 0) AS out
  FROM voucher_lines CROSS JOIN vouchers
  WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = ${asked.year}
    AND vouchers.workspace_id = ${TENANT} AND vouchers.year = voucher_lines.year
    AND vouchers.number = voucher_lines.number AND ${voucherCondition(asked)}
    AND ${sql.join([sql`TRUE`, ...lineConditions(asked)], ' AND ')}
    AND ${asked.account === '' ? sql`TRUE` : sql`account_id = ${asked.account}`}`

/** What a voucher does to an account, or to all of them together, in cents. */
export function effectOn(
  account: string,
  row: Pick<JournalRow, 'kind' | 'amount' | 'other_account_id'>,
): number {
  if (account === '') return row.kind === 'money' ? row.amount : 0
  return row.other_account_id === account ? -row.amount : row.amount
}

/** Rows with the balance after each, from that at their edge, and the balance before the last of them. */
export function withBalances(
  rows: StoredRow[],
  account: string,
  { start, isBackwards }: { start: number | undefined; isBackwards: boolean },
): { rows: JournalRow[]; opening: number | undefined } {
  const total = rows.reduce((sum, row) => sum + effectOn(account, row), 0)
  let balance = start === undefined ? undefined : isBackwards ? start + total : start
  const balanced = rows.map(({ places, sides, ...row }): JournalRow => {
    const after = balance
    if (balance !== undefined) balance -= effectOn(account, row)
    const [income, expenses] = JSON.parse(sides)
    return { ...row, in: income, out: expenses, places: JSON.parse(places), balance: after }
  })
  return { rows: balanced, opening: balance }
}

/** The condition that a voucher counts into the balance at a position. */
function olderSql(position: Position | undefined): Sql {
  const edge = edgeOf(position)
  if (!position || !edge) return sql`TRUE`
  return compared(position.direction === 'prev' && !edge.isInclusive ? '<=' : '<', edge)
}

const compared = (operator: string, { date, number }: Edge): Sql =>
  sql`(booked_on, vouchers.number) ${sql.raw(operator)} (${date}, ${number})`
