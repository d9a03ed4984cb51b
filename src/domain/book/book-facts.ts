import { failUnless } from '../../db/guard'
import type { accounts } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { todayIn } from '../shared/dates'
import type { ExplainedRefusal } from '../shared/refusals'
import { requireNoErrors } from '../shared/validation'
import { fiscalYearOf } from './fiscal-year'

/** The first day that the book knows, before every movement of money. */
export const EVER = '1900-01-01'

type AccountRow = typeof accounts.$inferSelect

/** An account as the verbs of money know it. `openingOn` is the day of its opening, or the later one on which the book begins. */
export type AccountFacts = Pick<AccountRow, 'id' | 'kind' | 'name' | 'iban' | 'openingOn'> & {
  isArchived: number
  /** The day of the first voucher of an account that the service opened. */
  firstOn: string | null
}

/** What the verbs of money know of the book before they write: settings, accounts and closed years. */
export type BookFacts = {
  settings: {
    timezone: string
    locale: string
    yearStart: number
    creditorIban: string | null
    isNonprofit: number
    /** Whether the book is kept here, and the day from which on if it was kept elsewhere before. */
    keepsBook: number
    bookBeginsOn: string | null
  }
  accounts: AccountFacts[]
  /** The last closed fiscal year. Those before it are closed as well, also if they had no vouchers. */
  closedYear: number | null
  /** The first day that the book has: see {@link bookBeganOn}. */
  beganOn: string | null
}

const firstVoucher = (workspace: Sql): Sql => sql`(
  SELECT min(booked_on) FROM account_days WHERE workspace_id = ${workspace} AND account_id = accounts.id)`

/**
 * The first day that the book of a workspace has, as SQL: the opening of an account, or, since nobody chose that of an account
 * that the service opened, its first voucher. NULL if there is neither.
 */
export const bookBeganOn = (workspace: Sql): Sql => sql`(
  SELECT min(CASE
    WHEN max(accounts.opening_on, coalesce(book.book_begins_on, ${EVER})) > ${EVER}
      THEN max(accounts.opening_on, coalesce(book.book_begins_on, ${EVER}))
    ELSE ${firstVoucher(workspace)} END)
  FROM workspaces AS book CROSS JOIN accounts
  WHERE book.id = ${workspace} AND accounts.workspace_id = ${workspace})`

/** The statements that read {@link BookFacts}, for the trip that looks things up. */
export const selectBook = (workspace: Sql) => ({
  bookSettings: sql<BookFacts['settings']>`
    SELECT timezone, locale, year_start AS yearStart, creditor_iban AS creditorIban, is_nonprofit AS isNonprofit,
      keeps_book AS keepsBook, book_begins_on AS bookBeginsOn
    FROM workspaces WHERE id = ${workspace}`,
  bookAccounts: sql<AccountFacts>`
    SELECT id, kind, name, iban, opening_on AS openingOn, archived_at IS NOT NULL AS isArchived,
      CASE WHEN opening_on = ${EVER} THEN ${firstVoucher(workspace)} END AS firstOn
    FROM accounts WHERE workspace_id = ${workspace} ORDER BY id`,
  closedYears: sql<{ year: number }>`
    SELECT year FROM fiscal_years WHERE workspace_id = ${workspace} AND closed_at IS NOT NULL
    ORDER BY year DESC LIMIT 1`,
})

/** The facts that the statements of {@link selectBook} gave. */
export function bookFacts(rows: {
  bookSettings: BookFacts['settings'][]
  bookAccounts: AccountFacts[]
  closedYears: { year: number }[]
}): BookFacts {
  const [settings] = rows.bookSettings
  if (!settings) throw new Error('A workspace that was looked up has no row.')
  const begin = settings.bookBeginsOn ?? EVER
  const accounts = rows.bookAccounts.map((account) => ({
    ...account,
    openingOn: account.openingOn < begin ? begin : account.openingOn,
  }))
  const firstDays = accounts.flatMap(({ openingOn, firstOn }) =>
    openingOn > EVER ? [openingOn] : (firstOn ?? []),
  )
  return {
    settings,
    accounts,
    beganOn: firstDays.toSorted()[0] ?? null,
    closedYear: rows.closedYears[0]?.year ?? null,
  }
}

const DATE = /^\d{4}-\d\d-\d\d$/

/**
 * The issue of the day of a movement of money, if there is one: in the future, before 1900, or in a closed fiscal year. A text
 * that is no date has none, since its schema refuses it.
 */
export function dateIssue(
  {
    settings,
    closedYear,
  }: { settings: Pick<BookFacts['settings'], 'timezone' | 'yearStart'>; closedYear: number | null },
  date: string,
  now: Date,
): ExplainedRefusal | undefined {
  if (!DATE.test(date)) return undefined
  if (date > todayIn(settings.timezone, now)) return { code: 'in_future' }
  if (date < EVER) return { code: 'before_1900' }
  if (closedYear === null) return undefined
  const year = fiscalYearOf(date, settings.yearStart)
  return year <= closedYear ? { code: 'year_closed', year } : undefined
}

/** Refuses an act of the book while it is kept elsewhere. */
export function requireBook({ settings }: BookFacts): void {
  if (!settings.keepsBook) requireNoErrors([[['cash_book'], { code: 'book_not_kept' }]])
}

/**
 * Makes a batch fail as a conflict if the year of one of these dates is closed, or if the start of years, or whether and from
 * when the book is kept here, has changed.
 */
export const requireOpenYears = (workspace: Sql, { settings }: BookFacts, dates: string[]): Sql => {
  const [first = ''] = dates.toSorted()
  return failUnless(sql`
    EXISTS (
      SELECT 1 FROM workspaces
      WHERE id = ${workspace} AND year_start = ${settings.yearStart} AND keeps_book = ${settings.keepsBook}
        AND book_begins_on IS ${settings.bookBeginsOn})
    AND NOT EXISTS (
      SELECT 1 FROM fiscal_years
      WHERE workspace_id = ${workspace} AND closed_at IS NOT NULL AND year >= ${fiscalYearOf(first, settings.yearStart)})`)
}

/** What writes to the book need. */
export const TO_BOOK = { permission: 'bookkeeping:write' } as const
