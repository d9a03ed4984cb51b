import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import { type CashDay, cashIssues, selectCash } from '../../book/accounts/cash'
import { type AccountChoice, accountIssue, chooseAccount, LATEST } from '../../book/accounts/choose-account'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import { assignment, assignmentIssues } from '../../book/places/assignment'
import { writeVouchers } from '../../book/vouchers/write'
import {
  type CostUnitIndex,
  indexCostUnits,
  type NamedCostUnit,
  selectCostUnitsByName,
} from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { requireNoErrors } from '../../shared/validation'
import { type FeeFacts, requireUnchanged } from '../fee-facts'
import { draftVouchers, joined } from './draft-vouchers'
import { losesMoney, selectUnbooked, type Unbooked } from './unbooked'
import { bookedIn, writeDecisions } from './write-decisions'

/** Where payments are booked: the account, and what those are booked to whose fees name nothing. */
export const bookedTo = {
  account_id: z
    .string()
    .nullish()
    .describe(
      'Where the money is, of payments that reach an account of its kind; absent, for cash the oldest cash box, ' +
        'and otherwise the account of the creditor or the oldest one',
    ),
  ...assignment,
}
type BookedTo = z.infer<z.ZodObject<typeof bookedTo>>

/** The statements that read what {@link bookPayments} needs of the payments whose ids a query gives as `id`. */
export const selectToBook = (workspace: Sql, ids: Sql, given: Record<string, unknown>) => ({
  payments: selectUnbooked(workspace, ids),
  costUnits: selectCostUnitsByName(workspace, [given]),
  cash: selectCash(workspace, losesMoney(workspace, ids)),
  ...selectBook(workspace),
})

/** The fees of the payments whose ids a query gives as `id`, as a query of `id`. */
export const feesOfPayments = (workspace: Sql, ids: Sql): Sql => sql`
  SELECT DISTINCT payments.fee_id AS id FROM (${ids}) AS named CROSS JOIN payments
  WHERE payments.workspace_id = ${workspace} AND payments.id = named.id`

type Rows = {
  payments: Unbooked[]
  fees: FeeFacts[]
  costUnits: NamedCostUnit[]
  cash: CashDay[]
} & Parameters<typeof bookFacts>[0]

/** What is known of payments that are to be booked. */
export type ToBook = Omit<Rows, 'costUnits'> & { costUnits: CostUnitIndex; book: BookFacts }

/** Reads {@link ToBook} from the rows of its statements. */
export const toBookOf = (rows: Rows): ToBook => ({
  ...rows,
  costUnits: indexCostUnits(rows.costUnits),
  book: bookFacts(rows),
})

/** The issues of where payments are to be booked, not yet validated. */
export function* bookedToIssues(
  given: Record<string, unknown>,
  { costUnits, book }: ToBook,
): Iterable<Issue> {
  yield* assignmentIssues(given, costUnits)
  const issue = typeof given.account_id === 'string' && accountIssue(book, given.account_id, LATEST)
  if (issue) yield [['account_id'], issue]
}

type Booking = {
  input: BookedTo
  /** The path of a payment in the request. */
  pathOf: (payment: Unbooked) => string[]
  /** The text of one voucher for all of the payments, instead of one for each. */
  asOne?: string | undefined
}

/**
 * Books payments on the day of the money, and returns the vouchers as a JSON array of their ids and numbers. One trip. Throws
 * `invalid` for a day that is closed or before its account, and where a cash box would be below zero.
 */
export async function bookPayments(
  tx: Tx,
  { payments, fees, costUnits, cash, book }: ToBook,
  { input, pathOf, asOne }: Booking,
): Promise<string> {
  const { now } = tx
  const account = book.accounts.find(({ id }) => id === input.account_id)
  const choose = chooseAccount(book, now)
  const accounts = payments.map(({ method }) =>
    choose(method, (account?.kind === 'cash') === (method === 'cash') ? account?.id : null),
  )
  const costUnit = costUnits(input)
  const others = {
    cost_unit_id: costUnit?.id ?? null,
    category_id: costUnit?.categoryId ?? null,
    sphere: input.sphere ?? null,
  }
  const drafts = draftVouchers(payments, fees, { accounts, others, now })
  requireNoErrors([
    ...payments.flatMap((payment, index) => dayIssues(payment, accounts[index])),
    ...[...cashIssues(cash, drafts, accounts)].flatMap(([index, refusal]): Issue[] => {
      const payment = payments[index]
      return payment ? [[pathOf(payment), refusal]] : []
    }),
  ])
  const vouchers = asOne === undefined ? drafts : joined(drafts, asOne)
  return writeVouchers(tx, {
    drafts: vouchers,
    accounts,
    book,
    guards: requireUnchanged(tx.writable(), fees),
    settled: writeDecisions(tx.writable(), bookedIn(vouchers)),
  })

  function dayIssues(payment: Unbooked, account: AccountChoice | undefined): Issue[] {
    const { paidOn } = payment
    const ofAccount = account && !account.isNew ? accountIssue(book, account.id, paidOn) : undefined
    const because = dateIssue(book, paidOn, now) ?? ofAccount
    return because ? [[pathOf(payment), { code: 'payment_refused', date: paidOn, because }]] : []
  }
}
