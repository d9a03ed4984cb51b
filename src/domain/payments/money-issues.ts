import { accountIssue, LATEST } from '../book/accounts/choose-account'
import { type BookFacts, dateIssue } from '../book/book-facts'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'

type Given = { account_id?: unknown; paid_on?: unknown; method?: unknown; set_off?: unknown }

/**
 * Yields what is wrong with the date and the account of money that moves: a date in the future or in a closed year, an
 * account that is unknown, archived, or that the method does not reach. Money by another method names its account, or says
 * that it was set off.
 */
export function* moneyIssues(given: Given, book: BookFacts, now: Date): Iterable<Issue> {
  const { account_id, paid_on, method, set_off } = given
  const ofDate = typeof paid_on === 'string' ? dateIssue(book, paid_on, now) : undefined
  if (ofDate) yield [['paid_on'], ofDate]
  if (set_off === true && method !== 'other') yield [['set_off'], { code: 'set_off_method' }]
  else if (set_off === true && isGiven(account_id)) yield [['account_id'], { code: 'set_off_account' }]
  else if (method === 'other' && set_off !== true && !isGiven(account_id) && book.settings.keepsBook)
    yield [['account_id'], { code: 'account_missing' }]
  if (typeof account_id !== 'string') return
  const ofAccount = accountIssue(book, account_id, LATEST)
  if (ofAccount) yield [['account_id'], ofAccount]
  const account = book.accounts.find(({ id }) => id === account_id)
  if (account && method !== 'other' && (account.kind === 'cash') !== (method === 'cash'))
    yield [['account_id'], { code: 'account_unreached', kind: account.kind }]
}
