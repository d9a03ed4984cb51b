import type { FeeFacts } from '../payments/fee-facts'
import type { Issue } from '../shared/error-list'
import type { LivePayment } from './live-payments'
import { sumOf } from './work'

const PATH = ['bank_line_id']

/** Why the payments of a line cannot be taken back, if they cannot. */
export function* undoIssues(payments: readonly LivePayment[], fees: readonly FeeFacts[]): Iterable<Issue> {
  const byFee = Map.groupBy(payments, ({ feeId }) => feeId)
  for (const fee of fees) {
    const amount = sumOf(byFee.get(fee.id) ?? [])
    if (amount === 0) continue
    if (fee.status === 'collecting')
      yield [PATH, `is of the fee ${fee.id}, which is being collected by direct debit`]
    else if (fee.status === 'cancelled')
      yield [PATH, `is of the fee ${fee.id}, which is cancelled; reopen it first`]
    else if (amount > fee.paid_amount)
      yield [PATH, `is of the fee ${fee.id}, of which money was given back; reverse that first`]
    else if (-amount > fee.open_amount)
      yield [PATH, `is of the fee ${fee.id}, which was paid again; reverse that first`]
  }
}
