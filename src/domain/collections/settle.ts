import * as z from 'zod'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { type AccountChoice, accountIssue, chooseAccount, LATEST } from '../book/accounts/choose-account'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../book/book-facts'
import type { NewVoucher, NewVoucherLine } from '../book/vouchers/insert'
import { bookingOf } from '../payments/booking'
import { wordsOf } from '../payments/direct-debit-words'
import { feeActStatements } from '../payments/write'
import type { Issue } from '../shared/error-list'
import { newId } from '../shared/ids'
import { validate } from '../shared/validation'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { selectSettlements, settlementFacts, settlementOf } from './settlement'
import { stateIssues } from './submit'

/** The body that settles a collection. */
export const settlement = z
  .strictObject({
    settled_on: z.iso
      .date()
      .describe(
        'The day of the credit: not before the collection date, not in the future, not in a closed year',
      ),
    account_id: z
      .string()
      .nullish()
      .describe('The bank account with the credit; absent, that of the creditor or the oldest one'),
  })
  .meta({ examples: [{ settled_on: '2026-03-16' }] })

/**
 * Records the bank's credit of a collection: its fees are paid, and booked in one voucher unless `bookingOf` says why
 * not. Debits that were returned before are left out. Two trips. Throws `permission_missing`, `not_found`, and
 * `invalid` for one that is not submitted, and for the day.
 */
export async function settleCollection(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const { now } = tx
    const rows = await tx.read({
      ...selectSettlements(tx.workspace(), JSON.stringify([id])),
      ...selectBook(tx.workspace()),
    })
    const collection = requireCollection(rows.settledCollections)
    const book = bookFacts(rows)
    const input = validate(settlement, body, function* ({ settled_on, account_id }) {
      yield* stateIssues(collection, ['submitted'])
      yield* movementIssues(book, now, { path: 'settled_on', date: settled_on, account_id })
      const { collection_date } = collection
      if (typeof settled_on === 'string' && settled_on < collection_date)
        yield [['settled_on'], { code: 'before_collection', date: collection_date }]
    })
    const settledOn = input.settled_on
    const account = accountOf(collection, input.account_id, { book, now })
    const booking = bookingOf(book, account, { paidOn: settledOn })
    const { lines, ...money } = settlementOf(tx, settlementFacts(collection, rows), {
      settledOn,
      booking,
    })
    const text = wordsOf(book.settings.locale, 'credit', collection.collection_date)
    const booked = booking === 'booked' ? lines.map(({ line }) => line) : []
    const vouchers = voucherOf(booked, account, { bookedOn: settledOn, text, now })
    const workspace = tx.writable()
    const { changed } = await tx.write({
      written: feeActStatements(tx, { ...money, vouchers, accounts: [account], book }),
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(only(changed))
  })
}

/** The account of the money of a collection: the one that is named, otherwise that of its creditor or the oldest one. */
export function accountOf(
  { creditor }: Pick<CollectionRow, 'creditor'>,
  accountId: string | null | undefined,
  { book, now }: { book: BookFacts; now: Date },
): AccountChoice {
  const settings = { ...book.settings, creditorIban: String(JSON.parse(creditor).iban) }
  return chooseAccount({ ...book, settings }, now)('direct_debit', accountId)
}

/** The issues of the day and of the account of a movement of money on a bank account, not yet validated. */
export function* movementIssues(
  book: BookFacts,
  now: Date,
  { path, date, account_id }: { path: string; date: unknown; account_id: unknown },
): Iterable<Issue> {
  if (typeof date !== 'string') return
  const issue = dateIssue(book, date, now)
  if (issue) yield [[path], issue]
  if (typeof account_id !== 'string') return
  const account = accountIssue(book, account_id, LATEST)
  if (account) yield [['account_id'], account]
  else if (book.accounts.some(({ id, kind }) => id === account_id && kind === 'cash'))
    yield [['account_id'], { code: 'account_is_cash' }]
}

/** The voucher of lines, if there are any. */
export const voucherOf = (
  lines: NewVoucherLine[],
  account: AccountChoice,
  { now, ...voucher }: { bookedOn: string; text: string; party?: string; now: Date },
): { voucher: NewVoucher; account: AccountChoice }[] =>
  lines.length === 0
    ? []
    : [
        {
          account,
          voucher: {
            ...voucher,
            id: newId('vch', now),
            kind: 'money',
            accountId: account.id,
            amount: lines.reduce((sum, { amount }) => sum + amount, 0),
            lines,
          },
        },
      ]
