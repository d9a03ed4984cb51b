import { fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { firstIdAt } from '../shared/ids'
import { OPEN_AMOUNT } from './open-amount'
import type { FeeStatus } from './readable-fee'

/**
 * The fees in a state: how many, and their sum in cents. The sum of fees that are not settled is what is open of them, as
 * in the list of fees.
 */
export type FeeSum = { status: FeeStatus; count: number; amount: number }

/** How many fees are summed at most. */
export const MAX_SUMMED = 10_000

/** The sums of all states, as a JSON array. */
type SumsRow = { sums: string }

const SETTLED: readonly FeeStatus[] = ['paid', 'cancelled']

// In place of a GROUP BY, for which D1 bills every row twice.
const SUMS = sql.join(
  fees.status.enumValues.map((status) => {
    const filter = sql.raw(`FILTER (WHERE status = '${status}')`)
    const amount = SETTLED.includes(status) ? sql`amount` : OPEN_AMOUNT
    return sql`json_object('status', ${status}, 'count', count(*) ${filter}, 'amount', sum(${amount}) ${filter})`
  }),
)

/**
 * Sums the fees that were created in a year (UTC) by their state, for {@link sumsOf}. A statement for the trip of the caller.
 * Reads the fees of the year by key, and only the newest where there are more than {@link MAX_SUMMED}.
 */
export const selectSumsOfYear = (workspace: Sql, year: number): Sql<SumsRow> => sql<SumsRow>`
  SELECT json_array(${SUMS}) AS sums FROM (
    SELECT status, amount, paid_amount, waived_amount FROM fees
    WHERE workspace_id = ${workspace} AND id >= ${firstIdAt('fee', new Date(Date.UTC(year, 0)))}
      AND id < ${firstIdAt('fee', new Date(Date.UTC(year + 1, 0)))}
    ORDER BY id DESC LIMIT ${MAX_SUMMED}) AS fees`

/** The sums of the states that fees are in. */
export const sumsOf = ([row]: SumsRow[]): FeeSum[] =>
  (JSON.parse(row?.sums ?? '[]') as FeeSum[]).filter(({ count }) => count > 0)
