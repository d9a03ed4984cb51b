import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import type { PageRequest, Position } from '../shared/paging'
import { balanceWhere, basesCte } from './balances'
import { edgeOf, type JournalQuery, lineConditions, voucherCondition } from './journal-query'
import type { Voucher } from './voucher'

/** What a line is booked to. */
export type Place = Pick<Voucher['lines'][number], 'costunit_name' | 'category_name' | 'sphere'>

/** A voucher in the journal. `partner` is the number of the one that reverses it, or that it reverses. */
export type JournalRow = Omit<Voucher, 'lines' | 'external_id' | 'bank_line_id' | 'created_at'> & {
  partner: string | null
  places: Place[]
  /** Cents after this voucher; undefined where the journal leaves vouchers out. */
  balance: number | undefined
}

export type StoredRow = Omit<JournalRow, 'places' | 'balance'> & { places: string }

/** Income and expenses of the lines that a query matches, in cents. */
export type JournalSums = { count: number; in: number; out: number }

// Of a voucher with thousands of lines, the first ones tell what it is for.
const MAX_LINES = 20

const ROW = sql`
  vouchers.id, vouchers.year, vouchers.number, kind, account_id, other_account_id, vouchers.booked_on, vouchers.amount,
  vouchers.text, party, reverses, reversed_by, (
    SELECT partner.year || '-' || partner.number FROM vouchers AS partner INDEXED BY vouchers_by_id
    WHERE partner.workspace_id = ${TENANT}
      AND partner.id = coalesce(vouchers.reverses, vouchers.reversed_by)) AS partner, (
    SELECT json_group_array(DISTINCT json_object('costunit_name', cost_units.name, 'category_name', category.name,
      'sphere', sphere))
    FROM (
      SELECT cost_unit_id, category_id, sphere FROM voucher_lines
      WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = vouchers.year
        AND voucher_lines.number = vouchers.number
      ORDER BY line LIMIT ${sql.raw(`${MAX_LINES}`)}) AS booked
    LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = booked.cost_unit_id
    LEFT JOIN cost_unit_categories AS category ON category.workspace_id = ${TENANT}
      AND category.cost_unit_id = booked.cost_unit_id AND category.id = booked.category_id) AS places`

const datesCte = (year: number): Sql => sql`dates (first, next) AS MATERIALIZED (
  SELECT printf('%04d-%02d-01', ${year}, year_start), printf('%04d-%02d-01', ${year + 1}, year_start)
  FROM workspaces WHERE id = ${TENANT})`

/** The vouchers of a page, newest first, or oldest first for a page before a position. */
export function selectJournal(workspace: Sql, asked: JournalQuery, request: PageRequest): Sql<StoredRow> {
  const { position, limit } = request
  const isBackwards = position?.direction === 'prev'
  const order = sql.raw(isBackwards ? 'ASC' : 'DESC')
  const condition = voucherCondition(asked)
  if (asked.account === '')
    return sql<StoredRow>`
      WITH ${workspaceCte(workspace)}
      SELECT ${ROW} FROM vouchers
      WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = ${asked.year}
        AND ${beyond(position, ({ number }) => [sql`vouchers.number`, sql`${number}`])} AND ${condition}
      ORDER BY vouchers.number ${order} LIMIT ${limit}`
  const branch = (index: string, column: string): Sql => sql`
    SELECT * FROM (
      SELECT vouchers.year, vouchers.number, vouchers.booked_on
      FROM vouchers INDEXED BY ${sql.raw(index)}
      WHERE vouchers.workspace_id = ${TENANT} AND ${sql.raw(column)} = ${asked.account}
        AND vouchers.year = ${asked.year} AND ${beyond(position, byDate)} AND ${condition}
      ORDER BY booked_on ${order}, vouchers.number ${order} LIMIT ${limit})`
  return sql<StoredRow>`
    WITH ${workspaceCte(workspace)}, moves (year, number, booked_on) AS MATERIALIZED (
      ${branch('vouchers_by_account', 'account_id')}
      UNION ALL ${branch('vouchers_by_other_account', 'other_account_id')})
    SELECT ${ROW} FROM moves CROSS JOIN vouchers
    WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = moves.year AND vouchers.number = moves.number
    ORDER BY moves.booked_on ${order}, moves.number ${order} LIMIT ${limit}`
}

/** The balance at the edge of a page: after its first voucher, or before its last one for a page before a position. */
export function selectStart(
  workspace: Sql,
  { year, account }: JournalQuery,
  position: Position | undefined,
): Sql<{ balance: number | null }> {
  if (account !== '') return selectStartOf(workspace, { year, account }, position)
  const isBefore = isOlder(position, ({ number }) => [sql`vouchers.number`, sql`${number}`])
  return sql<{ balance: number | null }>`
    WITH ${basesCte(workspace, year)}, ${datesCte(year)}
    SELECT coalesce((SELECT sum(${balanceWhere(sql`booked_on < first`)}) FROM bases), 0) + coalesce((
        SELECT sum(amount) FROM vouchers
        WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = ${year} AND kind = 'money' AND ${isBefore}), 0)
      AS balance
    FROM dates`
}

// Whole days are summed already; only those of the day of the edge are looked at one by one.
function selectStartOf(
  workspace: Sql,
  { year, account }: Pick<JournalQuery, 'year' | 'account'>,
  position: Position | undefined,
): Sql<{ balance: number | null }> {
  const edge = edgeOf(position)
  const isBefore = isOlder(position, ({ number }) => [sql`vouchers.number`, sql`${number}`])
  const ofDay = (index: string, column: string): Sql => sql`coalesce((
    SELECT sum(amount) FROM vouchers INDEXED BY ${sql.raw(index)}
    WHERE vouchers.workspace_id = ${TENANT} AND ${sql.raw(column)} = ${account} AND vouchers.year = ${year}
      AND booked_on = ${edge?.date ?? ''} AND ${isBefore}), 0)`
  return sql<{ balance: number | null }>`
    WITH ${basesCte(workspace, year)}, ${datesCte(year)}
    SELECT ${balanceWhere(edge ? sql`booked_on < ${edge.date}` : sql`booked_on < next`)}
      + ${ofDay('vouchers_by_account', 'account_id')} - ${ofDay('vouchers_by_other_account', 'other_account_id')}
      AS balance
    FROM dates CROSS JOIN bases WHERE bases.id = ${account}`
}

/** The sums of the lines that a narrowed query matches. A reversal is less of what it takes back. */
export const selectNarrowedSums = (workspace: Sql, asked: JournalQuery): Sql<JournalSums> => sql<JournalSums>`
  WITH ${workspaceCte(workspace)}
  SELECT count(DISTINCT vouchers.number) AS count,
    coalesce(sum(voucher_lines.amount) FILTER (WHERE (voucher_lines.amount > 0) = (reverses IS NULL)), 0) AS "in",
    coalesce(-sum(voucher_lines.amount) FILTER (WHERE (voucher_lines.amount > 0) <> (reverses IS NULL)), 0) AS out
  FROM voucher_lines CROSS JOIN vouchers
  WHERE voucher_lines.workspace_id = ${TENANT} AND voucher_lines.year = ${asked.year}
    AND vouchers.workspace_id = ${TENANT} AND vouchers.year = voucher_lines.year
    AND vouchers.number = voucher_lines.number AND ${voucherCondition(asked)}
    AND ${sql.join([sql`TRUE`, ...lineConditions(asked)], ' AND ')}
    AND ${asked.account === '' ? sql`TRUE` : sql`account_id = ${asked.account}`}`

/** What a voucher does to an account, or to all of them together, in cents. */
export function effectOn(account: string, row: Omit<StoredRow, 'places'>): number {
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
  const balanced = rows.map((row): JournalRow => {
    const after = balance
    if (balance !== undefined) balance -= effectOn(account, row)
    return { ...row, places: JSON.parse(row.places), balance: after }
  })
  return { rows: balanced, opening: balance }
}

type Key = (edge: { date: string; number: number }) => [columns: Sql, values: Sql]

const byDate: Key = ({ date, number }) => [sql`(booked_on, vouchers.number)`, sql`(${date}, ${number})`]

/** The condition that a voucher is on the page that begins at a position, or after it in reading direction. */
function beyond(position: Position | undefined, key: Key): Sql {
  const edge = edgeOf(position)
  if (!position || !edge) return sql`TRUE`
  const [columns, values] = key(edge)
  const operator = position.direction === 'next' ? '<' : edge.isInclusive ? '>=' : '>'
  return sql`${columns} ${sql.raw(operator)} ${values}`
}

/** The condition that a voucher counts into the balance at a position. */
function isOlder(position: Position | undefined, key: Key): Sql {
  const edge = edgeOf(position)
  if (!position || !edge) return sql`TRUE`
  const [columns, values] = key(edge)
  return sql`${columns} ${sql.raw(position.direction === 'prev' && !edge.isInclusive ? '<=' : '<')} ${values}`
}
