import { z } from 'zod'
import { retryOnConflict } from '../../db/client'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { idempotently } from '../access/idempotency'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { indexCostUnits, selectCostUnitsByName } from '../fees/expenses'
import { requireUnchanged, selectFeeFacts } from '../payments/fee-facts'
import type { Issue } from '../shared/error-list'
import { arrayOf, uniqueStrings } from '../shared/text'
import { requireNoErrors, validate } from '../shared/validation'
import { assignment, assignmentIssues } from './assignment'
import { bookFacts, dateIssue, selectBook } from './book-facts'
import { cashIssues, selectCash } from './cash'
import { type AccountChoice, accountIssue, chooseAccount, LATEST } from './choose-account'
import { TO_BOOK } from './create-account'
import { draftVouchers, losesMoney, selectUnbooked } from './unbooked'
import { bookedIn, writeDecisions } from './write-decisions'
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
        'Where the money is, of payments that reach an account of its kind; absent, for cash the oldest cash box, ' +
          'and otherwise the account of the creditor or the oldest one',
      ),
    ...assignment,
  })
  .describe('What the payments of fees that name nothing are booked to')
  .meta({ examples: [{ fee_ids: ['fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'], sphere: 'ideal' }] })

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
  const ids = sql`SELECT value AS id, key AS place FROM json_each(${JSON.stringify(named)})`
  const { rows } = await query(
    principal,
    {
      fees: selectFeeFacts(workspace, named),
      payments: selectUnbooked(workspace, ids),
      costUnits: selectCostUnitsByName(workspace, [body]),
      cash: selectCash(workspace, losesMoney(workspace, ids)),
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
  const drafts = draftVouchers(rows.payments, rows.fees, { accounts, others, now })
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
    settled: writeDecisions(principal.writableWorkspace(TO_BOOK), bookedIn(drafts)),
  })

  function dayIssues(date: string, account: AccountChoice | undefined, index: number): Issue[] {
    const ofAccount = account && !account.isNew ? accountIssue(facts, account.id, date) : undefined
    const issue = dateIssue(facts, date, now) ?? ofAccount
    return issue ? [[pathOf(rows.payments[index]?.feeId), `has a payment of ${date}: it ${issue}`]] : []
  }
}
