import { z } from 'zod'
import type { Principal } from '../../access/principal'
import { assignment, assignmentIssues } from '../../book/assignment'
import { cashIssues } from '../../book/cash'
import { accountIssue, chooseAccount } from '../../book/choose-account'
import { TO_BOOK } from '../../book/create-account'
import { draftVouchers } from '../../book/unbooked'
import { bookedIn, writeDecisions } from '../../book/write-decisions'
import { writeVouchers } from '../../book/write-vouchers'
import { indexCostUnits } from '../../fees/expenses'
import { requireNoErrors, validate } from '../../shared/validation'
import { requireUnchanged } from '../fee-facts'
import type { ReadFees } from './preview'

const booking = z.object(assignment)

/**
 * Books the payments of fees that no voucher books, a voucher each, on the day of the money. One trip. Throws `invalid` for what
 * they are booked to, for a payment from before its account, and where a cash box would be below zero.
 */
export async function bookPayments(
  principal: Principal,
  { fees, unbooked, book, cash, costUnits: named }: ReadFees,
  input: Record<string, unknown>,
): Promise<void> {
  const { now } = principal
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
  await writeVouchers(principal, {
    drafts,
    accounts,
    book,
    guards: requireUnchanged(principal.writableWorkspace(TO_BOOK), fees),
    settled: writeDecisions(principal.writableWorkspace(TO_BOOK), bookedIn(drafts)),
  })
}
