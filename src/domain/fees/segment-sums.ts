import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import type { FeeQuery, FeeSegment } from './browse-query'
import { MAX_FEES_MATCHED, newest, overdueSql, PART_SQL, scanned } from './matching'
import { OPEN_AMOUNT } from './open-amount'

/**
 * Fees: how many, and the sums of their amounts and of what is open of them, in cents. `isCapped` where more than
 * {@link MAX_FEES_MATCHED} were to be looked through, so that there may be more than these.
 */
export type FeeTotals = { count: number; amount: number; open: number; isCapped: boolean }

/** The segments of fees that are not settled, which are counted. */
export const UNSETTLED = ['open', 'overdue', 'part', 'returned', 'collecting'] as const satisfies FeeSegment[]
export type Unsettled = (typeof UNSETTLED)[number]

/** Whether the fees of a segment are counted by {@link selectSegmentSums}. */
export const isUnsettled = (segment: FeeSegment): segment is Unsettled =>
  UNSETTLED.some((unsettled) => unsettled === segment)

/** Totals as SQL gives them, as JSON; `looked` is how many fees were looked through. */
type TotalsRow = { totals: string }

/**
 * Sums the segments that are not settled, for {@link segmentSums}. Reads the fees that are open, returned or in collection
 * by index, up to {@link MAX_FEES_MATCHED} of each status, and none that is settled.
 */
export function selectSegmentSums(workspace: Sql, today: string): Sql<TotalsRow> {
  const toPay = sql`status <> 'collecting'`
  const conditions: Record<Unsettled, [condition: Sql, among: Sql]> = {
    open: [toPay, toPay],
    overdue: [sql`${toPay} AND ${overdueSql(today)}`, toPay],
    part: [sql`${toPay} AND ${PART_SQL}`, toPay],
    returned: [sql`status = 'returned'`, sql`status = 'returned'`],
    collecting: [sql`status = 'collecting'`, sql`status = 'collecting'`],
  }
  const sums = UNSETTLED.map((segment) => sql`${segment}, ${totals(...conditions[segment])}`)
  const unsettled = ['open', 'returned', 'collecting'].map(
    (status) => sql`
      SELECT * FROM (
        SELECT status, due_on, amount, paid_amount, waived_amount FROM fees INDEXED BY fees_by_status
        WHERE workspace_id = ${TENANT} AND status = ${status} ORDER BY id DESC LIMIT ${MAX_FEES_MATCHED + 1})`,
  )
  return sql<TotalsRow>`
    WITH ${workspaceCte(workspace)}
    SELECT json_object(${sql.join(sums)}) AS totals FROM (${sql.join(unsettled, ' UNION ALL ')}) AS fees`
}

/** Sums the fees that match a query, for {@link queryTotals}: looks through as many as its pages do. */
export const selectTotals = (
  workspace: Sql,
  query: FeeQuery,
  today: string,
): Sql<TotalsRow> => sql<TotalsRow>`
  WITH ${workspaceCte(workspace)}
  SELECT ${totals(sql.join(scanned(query, today), ' AND '), sql`TRUE`)} AS totals
  FROM (${newest(TENANT, query, MAX_FEES_MATCHED + 1)}) AS fees`

const totals = (condition: Sql, among: Sql): Sql => sql`json_object(
  'count', count(*) FILTER (WHERE ${condition}), 'looked', count(*) FILTER (WHERE ${among}),
  'amount', coalesce(sum(amount) FILTER (WHERE ${condition}), 0),
  'open', coalesce(sum(${OPEN_AMOUNT}) FILTER (WHERE ${condition}), 0))`

/** The totals of the segments that are not settled. */
export const segmentSums = (rows: TotalsRow[]): Record<Unsettled, FeeTotals> => {
  const found: Record<Unsettled, Looked> = JSON.parse(String(rows[0]?.totals))
  const entries = UNSETTLED.map((segment) => [segment, totalsOf(found[segment])])
  return Object.fromEntries(entries)
}

/** The totals of a query. */
export const queryTotals = (rows: TotalsRow[]): FeeTotals => totalsOf(JSON.parse(String(rows[0]?.totals)))

type Looked = Omit<FeeTotals, 'isCapped'> & { looked: number }

const totalsOf = ({ looked, ...totals }: Looked): FeeTotals => ({
  ...totals,
  isCapped: looked > MAX_FEES_MATCHED,
})
