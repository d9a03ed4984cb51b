import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import type { BookedBefore } from './candidates'

/** How many bookings of a party are counted; a suggestion says of more that there are at least so many. */
export const MAX_TIMES = 20

const OF_PARTY = sql`
  FROM bank_lines INDEXED BY bank_lines_booked_before
  WHERE bank_lines.workspace_id = ${TENANT} AND party_key = party.key AND booked_sign = party.sign`

/** Each party of a row of a table of lines, with the sign of its money. */
export const byPartyIn = (lines: 'line' | 'other_line'): Sql => sql`by_party AS (
  SELECT DISTINCT +party_key AS key, sign(rest) AS sign FROM ${sql.raw(lines)} WHERE currency = 'EUR' AND party_key IS NOT NULL)`

/**
 * The newest line of each party and sign in `by_party` that was booked to one place, unless that is archived or was left
 * open. Reads at most 30 rows for each.
 */
export const BOOKED_BEFORE = sql<BookedBefore>`
  SELECT party.key AS party_key, party.sign,
    (SELECT count(*) FROM (SELECT 1 ${OF_PARTY} LIMIT ${MAX_TIMES})) AS times,
    last.booked_on AS last_on, last.party_name, last.text AS line_text, voucher.text, cost_units.name AS costunit_name,
    cost_unit_categories.name AS category_name, booked.sphere, booked.side
  FROM by_party AS party
  CROSS JOIN bank_lines AS last ON last.workspace_id = ${TENANT}
    AND last.id = (SELECT id ${OF_PARTY} ORDER BY booked_on DESC, id DESC LIMIT 1)
  CROSS JOIN vouchers AS voucher INDEXED BY vouchers_of_bank_line ON voucher.workspace_id = ${TENANT}
    AND voucher.bank_line_id = last.id AND voucher.reversed_by IS NULL AND voucher.reverses IS NULL
  CROSS JOIN voucher_lines AS booked ON booked.workspace_id = ${TENANT} AND booked.year = voucher.year
    AND booked.number = voucher.number AND booked.amount = voucher.amount AND booked.fee_id IS NULL
  LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = booked.cost_unit_id
  LEFT JOIN cost_unit_categories ON cost_unit_categories.workspace_id = ${TENANT}
    AND cost_unit_categories.cost_unit_id = booked.cost_unit_id AND cost_unit_categories.id = booked.category_id
  WHERE cost_units.archived_at IS NULL AND (booked.cost_unit_id IS NOT NULL OR booked.sphere IS NOT NULL)`

/** What was booked before of the party of a line. */
export const selectBookedBefore = (workspace: Sql, lineId: string): Sql<BookedBefore> => sql<BookedBefore>`
  WITH ${workspaceCte(workspace)}, line AS MATERIALIZED (
    SELECT party_key, currency, amount - assigned_amount AS rest FROM bank_lines
    WHERE workspace_id = ${workspace} AND id = ${lineId} AND state = 'open'), ${byPartyIn('line')}
  ${BOOKED_BEFORE}`
