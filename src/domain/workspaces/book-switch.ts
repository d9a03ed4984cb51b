import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { dateIssue, EVER } from '../book/book-facts'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import { type AccountInUse, openingsIssues, selectAccountsInUse } from './book-openings'

/** What bears on the day from which a workspace keeps its book here, as JSON. */
export type BookSwitch = { facts: string }

type Facts = {
  /** Whether money was recorded since the book began that it does not have. */
  hasElsewhere: 0 | 1
  /** The last day of a bank line of which it does not have all. */
  lastLine: string | null
  closedYear: number | null
  accounts: AccountInUse[]
  /** The last voucher since the day of an account that opened before it. */
  lastVoucher: string | null
}

const LINES_ELSEWHERE = sql.raw('elsewhere_amount <> 0')

/**
 * Selects the facts by which {@link switchIssues} decides whether a workspace may begin to keep its cash book here, move the day
 * on which it begins, or stop. `body` is the change of settings, not yet validated. Reads the payments of the workspace.
 */
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
      'accounts', (
        SELECT json_group_array(json_object('id', id, 'kind', kind, 'name', name, 'openingOn', openingOn,
          'openingAmount', openingAmount, 'balance', balance, 'lastOn', lastOn) ORDER BY id)
        FROM (${selectAccountsInUse(workspace)})),
      'lastVoucher', (
        SELECT max(booked_on) FROM vouchers CROSS JOIN accounts
        WHERE vouchers.workspace_id = workspaces.id AND booked_on >= ${day}
          AND accounts.workspace_id = workspaces.id AND accounts.id IN (account_id, other_account_id)
          AND opening_on < ${day})) AS facts
    FROM workspaces WHERE workspaces.id = ${workspace}`
}

/** Whether a body of any shape switches the book of a workspace on. */
export const switchesOn = (
  body: Record<string, unknown>,
  stored?: Pick<WorkspaceRow, 'keepsBook'>,
): boolean => Object(body.bookkeeping).keeps_book === true && stored?.keepsBook !== true

const isDate = (value: unknown): value is string => z.iso.date().safeParse(value).success

/** The day on which a body of any shape lets the book begin. */
export const dayIn = (body: Record<string, unknown>): string | null => {
  const { book_begins_on } = Object(body.bookkeeping)
  return isDate(book_begins_on) ? book_begins_on : null
}

/**
 * The issues of switching the book on, and of a day or of openings without that. The book begins on a day on which
 * its accounts open, so that no balance lacks what was recorded meanwhile.
 */
export function* switchIssues(
  body: Record<string, unknown>,
  stored: WorkspaceRow | undefined,
  rows: BookSwitch[],
  now: Date,
): Iterable<Issue> {
  const day = dayIn(body)
  const { openings } = Object(body.bookkeeping)
  const begins = stored !== undefined && switchesOn(body, stored)
  if (begins) yield* dayIssues(day, stored, rows, now)
  else if (day !== null && day !== stored?.bookBeginsOn) yield [BEGINS_ON, { code: 'start_not_asked' }]
  if (begins && day !== null) yield* openingsIssues(openings, switchFacts(rows).accounts, day)
  else if (isGiven(openings)) yield [['bookkeeping', 'openings'], { code: 'start_not_asked' }]
}

const BEGINS_ON = ['bookkeeping', 'book_begins_on']

/** The issues of the day on which the book of a workspace begins. */
export function* dayIssues(
  day: string | null,
  stored: WorkspaceRow,
  rows: BookSwitch[],
  now: Date,
): Iterable<Issue> {
  if (stored.keepsBook) {
    yield [BEGINS_ON, { code: 'start_not_asked' }]
    return
  }
  const { hasElsewhere, closedYear, lastVoucher, lastLine } = switchFacts(rows)
  if (day === null) {
    if (hasElsewhere) yield [BEGINS_ON, { code: 'start_required' }]
    return
  }
  const wrong = dateIssue({ settings: stored, closedYear }, day, now)
  if (wrong) yield [BEGINS_ON, wrong]
  if (stored.bookBeginsOn && day < stored.bookBeginsOn)
    yield [BEGINS_ON, { code: 'before_last_start', date: stored.bookBeginsOn }]
  if (lastVoucher !== null) yield [BEGINS_ON, { code: 'vouchers_since', date: lastVoucher }]
  if (lastLine !== null && day <= lastLine) yield [BEGINS_ON, { code: 'bank_lines_since', date: lastLine }]
}

/** The facts that {@link selectBookSwitch} gave of a workspace that exists. */
export const switchFacts = ([row]: BookSwitch[]): Facts => JSON.parse(row?.facts ?? '')

/** Fails as a conflict if what {@link switchIssues} checked has changed. */
export const requireSwitch = (workspace: Sql, body: Record<string, unknown>, [row]: BookSwitch[]): Sql =>
  failUnless(sql`(${selectBookSwitch(workspace, body)}) IS ${row?.facts ?? null}`)

/** Lets the payments wait that were recorded while the book was off, and that it has from a day on (YYYY-MM-DD). */
export const awaitBooking = (workspace: Sql, day: string): Sql => sql`
  UPDATE payments SET booking = NULL, updated_at = ${NOW}
  WHERE workspace_id = ${workspace} AND booking = 'elsewhere' AND reverses IS NULL AND paid_on >= ${day}
    AND kind <> 'waiver' AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal
      WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)`
