import { z } from 'zod'
import { failUnless } from '../../db/guard'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { dateIssue, EVER } from '../book/book-facts'
import type { Issue } from '../shared/error-list'

/** What bears on the day from which a workspace keeps its book here, as JSON. */
export type BookSwitch = { facts: string }

type Facts = {
  /** Whether money was recorded since the book began that it does not have. */
  hasElsewhere: 0 | 1
  /** The last day of a bank line of which it does not have all. */
  lastLine: string | null
  closedYear: number | null
  /** The account in use that opened first of those before the day, and the last voucher since then on any of them. */
  account: string | null
  openingOn: string | null
  lastVoucher: string | null
}

const LINES_ELSEWHERE = sql.raw('elsewhere_amount <> 0')

/** Selects what {@link switchIssues} checks; `body` may have any shape. Reads the payments of the workspace. */
export function selectBookSwitch(workspace: Sql, body: Record<string, unknown>): Sql<BookSwitch> {
  const day = dayIn(body)
  return sql<BookSwitch>`
    SELECT json_object(
      'hasElsewhere', EXISTS (
          SELECT 1 FROM payments
          WHERE workspace_id = workspaces.id AND booking = 'elsewhere' AND paid_on >= coalesce(book_begins_on, ${EVER}))
        OR EXISTS (
          SELECT 1 FROM bank_lines
          WHERE workspace_id = workspaces.id AND ${LINES_ELSEWHERE} AND booked_on >= coalesce(book_begins_on, ${EVER})),
      'lastLine', (
        SELECT max(booked_on) FROM bank_lines WHERE workspace_id = workspaces.id AND ${LINES_ELSEWHERE}),
      'closedYear', (
        SELECT max(year) FROM fiscal_years WHERE workspace_id = workspaces.id AND closed_at IS NOT NULL),
      'account', early.name, 'openingOn', early.opening_on,
      'lastVoucher', (
        SELECT max(booked_on) FROM vouchers CROSS JOIN accounts
        WHERE vouchers.workspace_id = workspaces.id AND booked_on >= ${day}
          AND accounts.workspace_id = workspaces.id AND accounts.id IN (account_id, other_account_id)
          AND opening_on < ${day})) AS facts
    FROM workspaces LEFT JOIN (
      SELECT name, opening_on FROM accounts
      WHERE workspace_id = ${workspace} AND archived_at IS NULL AND opening_on < ${day}
      ORDER BY opening_on, id LIMIT 1) AS early
    WHERE workspaces.id = ${workspace}`
}

/** Whether a body of any shape switches the book of a workspace on. */
export const switchesOn = (
  body: Record<string, unknown>,
  stored?: Pick<WorkspaceRow, 'keepsBook'>,
): boolean => Object(body.bookkeeping).keeps_book === true && stored?.keepsBook !== true

const isDate = (value: unknown): value is string => z.iso.date().safeParse(value).success

const dayIn = (body: Record<string, unknown>): string | null => {
  const { book_begins_on } = Object(body.bookkeeping)
  return isDate(book_begins_on) ? book_begins_on : null
}

/** The issues of switching the book on, and of a day on which it begins without that. */
export function* switchIssues(
  body: Record<string, unknown>,
  stored: WorkspaceRow | undefined,
  rows: BookSwitch[],
  now: Date,
): Iterable<Issue> {
  const path = ['bookkeeping', 'book_begins_on']
  const day = dayIn(body)
  if (!stored || !switchesOn(body, stored)) {
    if (day !== null && day !== stored?.bookBeginsOn)
      yield [path, 'is given only when keeps_book changes from false to true']
    return
  }
  const [row] = rows
  if (!row) return
  const { closedYear, ...facts }: Facts = JSON.parse(row.facts)
  if (day === null) {
    if (facts.hasElsewhere) yield [path, 'is required, since money was recorded that the book does not have']
    return
  }
  const { account, openingOn, lastVoucher, lastLine } = facts
  const wrong = dateIssue({ settings: stored, closedYear }, day, now)
  if (wrong) yield [path, wrong]
  if (stored.bookBeginsOn && day < stored.bookBeginsOn)
    yield [path, `is before ${stored.bookBeginsOn}, when the book began here before`]
  if (account !== null)
    yield [
      path,
      `is after the account "${account}" opened, on ${openingOn}; open it on the day, or archive it`,
    ]
  if (lastVoucher !== null)
    yield [path, `is not after the last voucher of another opening, of ${lastVoucher}`]
  if (lastLine !== null && day <= lastLine)
    yield [
      path,
      `is not after the last bank line that was confirmed meanwhile, of ${lastLine}; undo it first`,
    ]
}

/** Fails as a conflict if what {@link switchIssues} checked has changed. */
export const requireSwitch = (workspace: Sql, body: Record<string, unknown>, [row]: BookSwitch[]): Sql =>
  failUnless(sql`(${selectBookSwitch(workspace, body)}) IS ${row?.facts ?? null}`)

/** Lets the payments wait that were recorded while the book was off, and that it has from a day on (YYYY-MM-DD). */
export const awaitBooking = (workspace: Sql, day: string): Sql => sql`
  UPDATE payments SET booking = NULL
  WHERE workspace_id = ${workspace} AND booking = 'elsewhere' AND reverses IS NULL AND paid_on >= ${day}
    AND kind <> 'waiver' AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal
      WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)`
