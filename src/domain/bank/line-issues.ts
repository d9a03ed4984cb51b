import { type BookFacts, dateIssue } from '../book/book-facts'
import { accountIssue, LATEST } from '../book/choose-account'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import type { LineRow } from './bank-line'

const PATH = ['bank_line_id']

/** Why the money of a line cannot be assigned or booked, if it cannot. */
export function* lineIssues(line: LineRow, book: BookFacts, now: Date): Iterable<Issue> {
  if (line.state === 'done') yield [PATH, 'is confirmed already; undo that first']
  if (line.state === 'ignored') yield [PATH, 'is ignored; take that back first']
  if (line.currency !== 'EUR') yield [PATH, `is in ${line.currency}; only euros are booked, so ignore it`]
  const date = dateIssue(book, line.booked_on, now)
  if (date) yield [PATH, date]
  const account = accountIssue(book, line.account_id, book.settings.keepsBook ? line.booked_on : LATEST)
  if (account) yield [['account_id'], account]
}

/** The issue of a line that no longer has the revision with which it was shown; none without one. */
export function* revisionIssues({ revision }: LineRow, shown: unknown): Iterable<Issue> {
  if (isGiven(shown) && shown !== revision)
    yield [['revision'], 'is not that of the line, which has changed since']
}
