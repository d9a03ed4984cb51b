import { type BookFacts, dateIssue } from '../book/book-facts'
import { accountIssue } from '../book/choose-account'
import type { Issue } from '../shared/error-list'
import type { LineRow } from './bank-line'

const PATH = ['bank_line_id']

/** Why the money of a line cannot be assigned or booked, if it cannot. */
export function* lineIssues(line: LineRow, book: BookFacts, now: Date): Iterable<Issue> {
  if (line.state === 'done') yield [PATH, 'is confirmed already; undo that first']
  if (line.state === 'ignored') yield [PATH, 'is ignored; take that back first']
  if (line.currency !== 'EUR') yield [PATH, `is in ${line.currency}; only euros are booked, so ignore it`]
  const date = dateIssue(book, line.booked_on, now)
  if (date) yield [PATH, date]
  const account = accountIssue(book, line.account_id, line.booked_on)
  if (account) yield [['account_id'], account]
}
