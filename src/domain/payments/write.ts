import type { Statement } from '../../db/client'
import type { Sql } from '../../db/sql'
import type { Tx } from '../access/act'
import { awaitSinceVouchers } from '../book/accounts/await-begun'
import { requireCash } from '../book/accounts/cash'
import { type AccountChoice, openAccounts, requireAccounts } from '../book/accounts/choose-account'
import { type BookFacts, requireOpenYears } from '../book/book-facts'
import { insertVouchers, type NewVoucher } from '../book/vouchers/insert'
import { splitVoucher } from '../book/vouchers/split'
import { requireNotBegun, settleTakenBack } from './booking'
import { type FeeEvent, recordFeeChanges, type SeenFee } from './events'
import type { FeeFacts } from './fee-facts'
import { insertPayments, type NewPayment } from './post'
import { refreshFees } from './refresh'

/** What an act does to fees: the payments and vouchers that it writes, and the event that tells it. */
export type FeeAct = {
  /** The fees as they were read. */
  fees: (SeenFee & Pick<FeeFacts, 'revision'>)[]
  payments?: NewPayment[]
  vouchers?: { voucher: NewVoucher; account?: AccountChoice }[]
  /** Accounts whose opening decided that a payment is not booked. */
  accounts?: AccountChoice[]
  book: BookFacts
  /** Further statements, which run before `refreshFees`. */
  extra?: (workspace: Sql) => Statement[]
  events: FeeEvent[]
}

/** The statements that write an act. They fail as a conflict if a fee or the book has changed since it was read. */
export function feeActStatements(
  tx: Pick<Tx, 'actor' | 'now' | 'writable'>,
  { fees, payments = [], vouchers = [], accounts = [], book, extra = () => [], events }: FeeAct,
): Statement[] {
  const workspace = tx.writable()
  const drafts = vouchers.flatMap(({ voucher }) => splitVoucher(voucher, tx.now))
  const chosen = vouchers.flatMap(({ account }) => account ?? [])
  const dates = [...payments.map(({ paidOn }) => paidOn), ...drafts.map(({ bookedOn }) => bookedOn)]
  return [
    ...(dates.length > 0 ? [requireOpenYears(workspace, book, dates)] : []),
    ...requireAccounts(workspace, book, [...chosen, ...accounts]),
    ...requireNotBegun(workspace, payments),
    ...openAccounts(workspace, chosen),
    ...insertPayments(workspace, payments),
    ...settleTakenBack(workspace, payments),
    ...insertVouchers(workspace, book.settings.yearStart, drafts),
    ...awaitSinceVouchers(workspace, book, drafts),
    ...requireCash(workspace, drafts),
    ...extra(workspace),
    ...refreshFees(workspace, fees),
    ...events.flatMap((event) => recordFeeChanges(tx.actor, workspace, event, fees)),
  ]
}
