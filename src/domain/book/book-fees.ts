import { z } from 'zod'
import { retryOnConflict } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { idempotently } from '../access/idempotency'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { indexCostUnits, selectCostUnitsByName } from '../fees/expenses'
import { requireUnchanged, selectFeeFacts } from '../payments/fee-facts'
import { hasExpense, lineOf } from '../payments/vouchers-of'
import type { Issue } from '../shared/error-list'
import { newIds } from '../shared/ids'
import { arrayOf, uniqueStrings } from '../shared/text'
import { requireNoErrors, validate } from '../shared/validation'
import { assignment, assignmentIssues } from './assignment'
import { bookFacts, dateIssue, selectBook } from './book-facts'
import { cashIssues, selectCash } from './cash'
import { type AccountChoice, accountIssue, chooseAccount } from './choose-account'
import { TO_BOOK } from './create-account'
import type { NewVoucher } from './insert-vouchers'
import { writeVouchers } from './write-vouchers'

const MAX_FEES = 1000

/** The body that books the payments of fees. */
export const feesToBook = z
  .strictObject({
    fee_ids: arrayOf(z.string(), MAX_FEES, 1),
    account_id: z
      .string()
      .nullish()
      .describe(
        'Where the money is, of payments that reach an account of its kind; absent, the oldest account',
      ),
    ...assignment,
  })
  .describe('What the payments of fees without an attached expense are booked to')
  .meta({ examples: [{ fee_ids: ['fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'], sphere: 'ideal' }] })

/** A payment that no voucher books. */
type Unbooked = { id: string; feeId: string; amount: number; method: string | null; paidOn: string }

/**
 * Books the payments of fees that no voucher books yet, a voucher each, on the day of the money; those that are booked are
 * left out. Gives the vouchers as a JSON array of their ids and numbers. Two trips. Throws `permission_missing` and
 * `invalid`, also for a payment in a closed fiscal year.
 */
export async function bookFees(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return idempotently(principal, () => retryOnConflict(() => book(principal, body)))
}

async function book(principal: Principal, body: Record<string, unknown>): Promise<string> {
  const { now } = principal
  const workspace = principal.workspace()
  const named = Array.isArray(body.fee_ids) ? uniqueStrings(body.fee_ids.slice(0, MAX_FEES)) : []
  const { rows } = await query(
    principal,
    {
      fees: selectFeeFacts(workspace, named),
      payments: selectUnbooked(workspace, named),
      costUnits: selectCostUnitsByName(workspace, [body]),
      cash: selectCash(workspace, losesMoney(workspace, named)),
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  const facts = bookFacts(rows)
  const costUnits = indexCostUnits(rows.costUnits)
  const fees = new Map(rows.fees.map((fee) => [fee.id, fee]))
  const pathOf = (feeId: unknown) => ['fee_ids', `${Object(body.fee_ids).indexOf(feeId)}`]
  const input = validate(feesToBook, body, function* (given): Iterable<Issue> {
    yield* assignmentIssues(given, costUnits)
    for (const id of named) if (!fees.has(id)) yield [pathOf(id), 'does not match a fee of this workspace']
    const issue = typeof given.account_id === 'string' && accountIssue(facts, given.account_id, LATEST)
    if (issue) yield [['account_id'], issue]
  })
  const account = facts.accounts.find(({ id }) => id === input.account_id)
  const choose = chooseAccount(facts, now)
  const accounts = rows.payments.map(({ method }) =>
    choose(method, (account?.kind === 'cash') === (method === 'cash') ? account?.id : null),
  )
  const costUnit = costUnits(input)
  const others = {
    cost_unit_id: costUnit?.id ?? null,
    category_id: costUnit?.categoryId ?? null,
    sphere: input.sphere ?? null,
  }
  const ids = newIds('vch', now, rows.payments.length)
  const drafts = rows.payments.flatMap((payment, index): NewVoucher[] => {
    const fee = fees.get(payment.feeId)
    if (!fee) return []
    return [
      {
        id: String(ids[index]),
        kind: 'money',
        accountId: String(accounts[index]?.id),
        bookedOn: payment.paidOn,
        amount: payment.amount,
        text: fee.description,
        party: fee.person_name,
        lines: [lineOf(payment, hasExpense(fee) ? fee : { ...fee, ...others })],
      },
    ]
  })
  const cash = [...cashIssues(rows.cash, drafts, accounts)]
  requireNoErrors([
    ...drafts.flatMap(({ bookedOn }, index) => dayIssues(bookedOn, accounts[index], index)),
    ...cash.map(([index, message]): Issue => [pathOf(rows.payments[index]?.feeId), message]),
  ])
  return writeVouchers(principal, {
    drafts,
    accounts,
    book: facts,
    guards: requireUnchanged(principal.writableWorkspace(TO_BOOK), rows.fees),
  })

  function dayIssues(date: string, account: AccountChoice | undefined, index: number): Issue[] {
    const ofAccount = account && !account.isNew ? accountIssue(facts, account.id, date) : undefined
    const issue = dateIssue(facts, date, now) ?? ofAccount
    return issue ? [[pathOf(rows.payments[index]?.feeId), `has a payment of ${date}: it ${issue}`]] : []
  }
}

/** A date after the opening of every account. */
const LATEST = '9999-12-31'

/** Whether one of the payments of fees gave money back. */
const losesMoney = (workspace: Sql, feeIds: string[]): Sql => sql`
  EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(feeIds)}) AS named CROSS JOIN payments
    WHERE payments.workspace_id = ${workspace} AND fee_id = named.value AND payments.amount < 0)`

/** Payments that no line books. A payment and its reversal, both unbooked, come to nothing. */
const selectUnbooked = (workspace: Sql, feeIds: string[]): Sql<Unbooked>[] =>
  jsonArrays(feeIds).map(
    (array) => sql<Unbooked>`
      SELECT payments.id, fee_id AS feeId, amount, method, paid_on AS paidOn
      FROM json_each(${array}) AS named CROSS JOIN payments
      WHERE payments.workspace_id = ${workspace} AND fee_id = named.value AND kind <> 'waiver'
        AND NOT EXISTS (
          SELECT 1 FROM voucher_lines INDEXED BY voucher_lines_by_payment
          WHERE workspace_id = ${workspace} AND payment_id = payments.id)
        AND NOT EXISTS (
          SELECT 1 FROM payments AS reversal INDEXED BY payments_by_reversed
          WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)
        AND reverses IS NULL
      ORDER BY named.key, payments.number`,
  )
