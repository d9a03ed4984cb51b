import * as z from 'zod'
import type { Tx } from '../../access/act'
import { cashIssues } from '../../book/accounts/cash'
import { accountIssue, chooseAccount } from '../../book/accounts/choose-account'
import { assignment, assignmentIssues } from '../../book/places/assignment'
import { writeVouchers } from '../../book/vouchers/write'
import { indexCostUnits } from '../../fees/expenses'
import { requireNoErrors, validate } from '../../shared/validation'
import { draftVouchers } from '../booking/draft-vouchers'
import { bookedIn, writeDecisions } from '../booking/write-decisions'
import { requireUnchanged } from '../fee-facts'
import type { ReadFees } from './preview'

const booking = z.object(assignment)

/**
 * Books the payments of fees that no voucher books, a voucher each, on the day of the money. One trip. Throws `invalid` for what
 * they are booked to, for a payment from before its account, and where a cash box would be below zero.
 */
export async function bookPayments(
  tx: Tx,
  { fees, unbooked, book, cash, costUnits: named }: ReadFees,
  input: Record<string, unknown>,
): Promise<void> {
  const { now } = tx
  const costUnits = indexCostUnits(named)
  const { sphere, ...given } = validate(booking, input, (value) => assignmentIssues(value, costUnits))
  const costUnit = costUnits(given)
  const others = {
    cost_unit_id: costUnit?.id ?? null,
    category_id: costUnit?.categoryId ?? null,
    sphere: sphere ?? null,
  }
  const choose = chooseAccount(book, now)
  const accounts = unbooked.map(({ method }) => choose(method))
  const drafts = draftVouchers(unbooked, fees, { accounts, others, now })
  requireNoErrors([
    ...drafts.flatMap(({ bookedOn }, index) => {
      const account = accounts[index]
      const issue = account && !account.isNew && accountIssue(book, account.id, bookedOn)
      return issue ? [[['account'], issue] as const] : []
    }),
    ...[...cashIssues(cash, drafts, accounts)].map(([, message]) => [['account'], message] as const),
  ])
  await writeVouchers(tx, {
    drafts,
    accounts,
    book,
    guards: requireUnchanged(tx.writable(), fees),
    settled: writeDecisions(tx.writable(), bookedIn(drafts)),
  })
}
