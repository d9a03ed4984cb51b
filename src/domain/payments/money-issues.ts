import { type BookFacts, dateIssue } from '../book/book-facts'
import { accountIssue } from '../book/choose-account'
import type { Issue } from '../shared/error-list'

/**
 * Yields what is wrong with the date and the account of money that moves: a date in the future or in a closed year, an
 * account that is unknown, archived, opened later, or that the method does not reach.
 */
export function* moneyIssues(
  { account_id, paid_on, method }: { account_id?: unknown; paid_on?: unknown; method?: unknown },
  book: BookFacts,
  now: Date,
): Iterable<Issue> {
  if (typeof paid_on !== 'string') return
  const ofDate = dateIssue(book, paid_on, now)
  if (ofDate) yield [['paid_on'], ofDate]
  if (typeof account_id !== 'string') return
  const ofAccount = accountIssue(book, account_id, paid_on)
  if (ofAccount) yield [['account_id'], ofAccount]
  const account = book.accounts.find(({ id }) => id === account_id)
  if (account && (account.kind === 'cash') !== (method === 'cash'))
    yield [['account_id'], `is a ${account.kind} account, which money of this method does not reach`]
}
