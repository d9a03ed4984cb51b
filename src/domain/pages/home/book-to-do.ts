import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { gapsIn } from '../../bank/statements/gaps'
import { lineIsUnassigned } from '../../book/places/is-unassigned'
import { selectAnnouncing } from '../../collections/announcing'
import { WAITS } from '../../payments/booking/candidates'
import { FIRST_OPEN_DAY } from '../../payments/booking/waiting'
import { MAX_COUNTED } from '../../staff/principal'
import type { DueCollection } from './money-to-do'

/**
 * What the book waits for: the oldest year that is over and not closed, lines without assignment and
 * payments that are not booked in open years.
 */
export type BookToDo = {
  yearToClose: number | null
  /** The oldest year with such lines, and how many it has, counted up to {@link MAX_COUNTED}. */
  unassignedYear: number | null
  unassignedLines: number
  /** Payments of open years that wait to be booked, counted up to {@link MAX_COUNTED}. */
  waitingPayments: number
}

/** How many lines are looked through for those without assignment, the newest. */
const MAX_LINES = 2000

/** Selects what the book waits for on a date (YYYY-MM-DD). A statement for the trip of the caller. */
export const selectBookToDo = (workspace: Sql, today: string): Sql<BookToDo> => sql<BookToDo>`
  WITH ${workspaceCte(workspace)}, closed (year) AS MATERIALIZED (
    SELECT coalesce(max(year), 0) FROM fiscal_years
    WHERE workspace_id = ${TENANT} AND closed_at IS NOT NULL
  ), unassigned AS MATERIALIZED (
    SELECT year FROM (
      SELECT year, number, cost_unit_id, sphere FROM voucher_lines
      WHERE workspace_id = ${TENANT} AND year > (SELECT year FROM closed)
      ORDER BY year DESC, number DESC LIMIT ${MAX_LINES}) AS voucher_lines
    WHERE ${lineIsUnassigned(TENANT)} AND EXISTS (
      SELECT 1 FROM vouchers
      WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year = voucher_lines.year
        AND vouchers.number = voucher_lines.number AND reverses IS NULL)
    ORDER BY year LIMIT ${MAX_COUNTED})
  SELECT (
      SELECT CASE WHEN printf('%04d-%02d-01', first.year + 1, year_start) <= ${today} THEN first.year END
      FROM (SELECT min(year) AS year FROM vouchers WHERE workspace_id = ${TENANT} AND year > (SELECT year FROM closed)) AS first
      CROSS JOIN workspaces ON workspaces.id = ${TENANT}) AS yearToClose,
    (SELECT min(year) FROM unassigned) AS unassignedYear,
    (SELECT count(*) FROM unassigned WHERE year = (SELECT min(year) FROM unassigned)) AS unassignedLines,
    (SELECT count(*) FROM (
      SELECT 1 FROM payments INDEXED BY payments_to_book
      WHERE workspace_id = ${TENANT} AND ${WAITS} AND paid_on >= ${FIRST_OPEN_DAY} LIMIT ${MAX_COUNTED})) AS waitingPayments`

/** A statement of a bank account that is missing: after a day, and before another one if there is a later statement. */
export type MissingStatement = { id: string; name: string; after: string; before: string | null }

type Period = {
  account_id: string
  name: string
  from_on: string | null
  to_on: string | null
  opening: number | null
  closing: number | null
}

/** In how many statements of an account gaps are looked for, the newest ones. */
const MAX_STATEMENTS = 24

/** After how many days without a statement one is missing. */
const MONTH = 35

/** Selects the last statements of the bank accounts, for {@link missingIn}. A statement for the trip of the caller. */
export const selectPeriods = (workspace: Sql): Sql<Period> => sql<Period>`
  WITH ${workspaceCte(workspace)}
  SELECT statements.account_id, accounts.name, from_on, to_on, opening, closing
  FROM accounts CROSS JOIN statements
  WHERE accounts.workspace_id = ${TENANT} AND accounts.kind = 'bank' AND accounts.archived_at IS NULL
    AND statements.workspace_id = ${TENANT} AND statements.id IN (
      SELECT newest.id FROM statements AS newest INDEXED BY statements_by_end
      WHERE newest.workspace_id = ${TENANT} AND newest.account_id = accounts.id
      ORDER BY newest.to_on DESC LIMIT ${MAX_STATEMENTS})`

/** The statements that are missing on a date (YYYY-MM-DD): where the balances leave a gap, or none came for 35 days. */
export function missingIn(periods: Period[], today: string): MissingStatement[] {
  return [...Map.groupBy(periods, ({ account_id }) => account_id)].flatMap(([id, statements]) => {
    const [{ name } = { name: '' }] = statements
    const last = statements
      .map(({ to_on }) => to_on ?? '')
      .reduce((one, other) => (one > other ? one : other))
    const isOld = last !== '' && Date.parse(today) - Date.parse(last) > MONTH * 24 * 60 * 60 * 1000
    return [
      ...gapsIn(statements).map(({ after, before }) => ({ id, name, after, before })),
      ...(isOld ? [{ id, name, after: last, before: null }] : []),
    ]
  })
}

/**
 * Selects the collections after a date (YYYY-MM-DD) whose debits nobody was told of: no mail announces them, and they were
 * not exported for letters. A statement for the trip of the caller.
 */
export const selectUnannounced = (workspace: Sql, today: string): Sql<DueCollection> => sql<DueCollection>`
  WITH ${workspaceCte(workspace)}
  SELECT id, state, collection_date FROM collections INDEXED BY collections_in_progress
  WHERE workspace_id = ${TENANT} AND state IN ('released', 'submitted') AND collection_date > ${today}
    AND NOT EXISTS (SELECT 1 FROM (${selectAnnouncing(TENANT)}) WHERE enabledAt <= collections.created_at)
    AND NOT EXISTS (
      SELECT 1 FROM events INDEXED BY events_of_subject
      WHERE events.workspace_id = ${TENANT} AND subject_id = collections.id AND action = 'collection.exported')
  ORDER BY id LIMIT 5`
