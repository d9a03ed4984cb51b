import { accountIssue, LATEST } from '../../book/accounts/choose-account'
import { type BookFacts, dateIssue } from '../../book/book-facts'
import type { Issue } from '../../shared/error-list'
import { isGiven } from '../../shared/validation'
import type { LineRow } from '../lines/bank-line'

const PATH = ['bank_line_id']

/**
 * Why the money of a line cannot be assigned or booked, if it cannot. One from before its account opens is in the opening
 * balance: it pays fees, and books nothing (`isBooking`).
 */
export function* lineIssues(
  line: LineRow,
  book: BookFacts,
  { now, isBooking }: { now: Date; isBooking: boolean },
): Iterable<Issue> {
  if (line.state === 'done') yield [PATH, { code: 'line_confirmed' }]
  if (line.state === 'ignored') yield [PATH, { code: 'line_ignored' }]
  if (line.currency !== 'EUR') yield [PATH, { code: 'currency_foreign', currency: line.currency }]
  const date = dateIssue(book, line.booked_on, now)
  if (date) yield [PATH, date]
  const account = accountIssue(
    book,
    line.account_id,
    isBooking && book.settings.keepsBook ? line.booked_on : LATEST,
  )
  if (account) yield [['account_id'], account]
}

/** The issue of a line that no longer has the revision with which it was shown; none without one. */
export function* revisionIssues({ revision }: LineRow, shown: unknown): Iterable<Issue> {
  if (isGiven(shown) && shown !== revision) yield [['revision'], { code: 'line_changed' }]
}
