import * as z from 'zod'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { bookFacts, selectBook } from '../book/book-facts'
import { bookingOf } from '../payments/booking'
import { wordsOf } from '../payments/direct-debit-words'
import { feeActStatements } from '../payments/write'
import { showsIbans } from '../persons/mask'
import type { Refusal } from '../shared/refusals'
import { uniqueStrings } from '../shared/text'
import { requireNoErrors, validate } from '../shared/validation'
import { placeOfCharge } from './charge-place'
import { type CollectionItem, itemToApi, selectCollections, selectItems } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import {
  accountOfReturned,
  returnDateIssue,
  returnFacts,
  returnIssue,
  returnOf,
  selectReturns,
} from './returns'
import { accountOf, movementIssues, voucherOf } from './settle'

/** The body that records that a debit came back. */
export const newReturn = z
  .strictObject({
    item_id: z.string(),
    returned_on: z.iso
      .date()
      .describe(
        'The day of the money: not before the release or the credit, not in the future, not in a closed year',
      ),
    reason_code: z
      .string()
      .regex(/^[A-Z0-9]{4}$/, { error: 'must be a reason code of ISO 20022, as AM04' })
      .nullable()
      .describe('Why (ISO 20022); `null` where the bank does not say'),
    charge: z.int().min(1).max(1_000_000).nullish().describe('What the bank took for it, in cents'),
    account_id: z
      .string()
      .nullish()
      .describe('The bank account; absent, where the credit was booked, or the account of the creditor'),
  })
  .meta({
    examples: [
      {
        item_id: 'dbt_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        returned_on: '2026-03-20',
        reason_code: 'AM04',
        charge: 300,
      },
    ],
  })

/**
 * Records that the bank returned a debit, before or after the credit. It is booked to where the payment was, the
 * charge in a voucher of its own, to the place in the settings. Two trips. Throws `permission_missing`, `not_found`,
 * and `invalid` for a debit that was returned before or not submitted, and for the day.
 */
export async function recordReturn(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<CollectionItem> {
  return act(principal, TO_COLLECT, async (tx) => {
    const { now } = tx
    const [itemId = ''] = uniqueStrings([body.item_id])
    const workspace = tx.workspace()
    const { credential, ...rows } = await tx.read({
      collections: selectCollections(workspace, sql`id = ${id}`),
      ...selectReturns(workspace, JSON.stringify([itemId])),
      ...selectBook(workspace),
    })
    const collection = requireCollection(rows.collections)
    const book = bookFacts(rows)
    const item = rows.returnItems.find(({ collection_id }) => collection_id === id)
    const facts = item && returnFacts(item, rows)
    const input = validate(newReturn, body, function* ({ item_id, returned_on, account_id }) {
      const issue: Refusal | undefined = facts ? returnIssue(facts) : { code: 'debit_not_of_collection' }
      if (typeof item_id === 'string' && issue) yield [['item_id'], issue] as const
      yield* movementIssues(book, now, { path: 'returned_on', date: returned_on, account_id })
      const early = facts && typeof returned_on === 'string' && returnDateIssue(facts, returned_on)
      if (early) yield [['returned_on'], early] as const
    })
    if (!facts) throw new Error('A debit that does not match was refused.')
    const { returned_on: returnedOn, reason_code: code, charge = null } = input
    const account = accountOf(collection, input.account_id ?? accountOfReturned(facts), { book, now })
    const booking = bookingOf(book, account, { paidOn: returnedOn })
    // A payment can wait to be booked; a charge is none.
    if (charge !== null && booking === null)
      requireNoErrors([[['charge'], { code: 'before_account', name: account.name, date: account.openingOn }]])
    const { lines, ...money } = returnOf(tx, facts, { returnedOn, code, charge, booking })
    const words = (kind: 'returned' | 'charge') => wordsOf(book.settings.locale, kind, returnedOn)
    const voucher = { bookedOn: returnedOn, party: facts.item.debtor_name, now }
    const all = [
      ...voucherOf(
        lines.map(({ line }) => line),
        account,
        { ...voucher, text: words('returned') },
      ),
      ...voucherOf(charge ? [{ ...placeOfCharge(facts.settings), amount: -charge }] : [], account, {
        ...voucher,
        text: words('charge'),
      }),
    ]
    const vouchers = booking === 'booked' ? all : []
    const { changed } = await tx.write({
      written: feeActStatements(tx, { ...money, vouchers, accounts: [account], book }),
      changed: selectItems(tx.writable(), sql`id = ${itemId}`),
    })
    return itemToApi(only(changed), showsIbans(credential))
  })
}
