import { idStartOf } from '../../shared/creditor-reference'
import { debitedAmount, isReturn, type MatchLine } from './line'
import { nameKeysIn } from './names'
import { findReferences } from './references'
import type { SuggestedBooking } from './suggestion'

/** A fee with what is open of it, in cents. */
export type OpenFee = {
  id: string
  open_amount: number
  status: 'open' | 'returned' | 'collecting' | 'paid' | 'cancelled'
}

/** A fee that a person owes. Fees with one description are of one kind, as those of a run of dues. */
export type OwedFee = OpenFee & { description: string }

/** A person with the fees that are open or returned, the oldest first. */
export type Debtor = { id: string; first_name: string | null; last_name: string | null; fees: OwedFee[] }

/** A person whom a line may mean, with those of the family who owe something: its payer, and all for whom that one pays. */
export type Payer = Debtor & { relatives: Debtor[] }

/** A direct debit of a collection that was submitted or settled. */
export type DebitItem = {
  id: string
  collection_id: string
  collection_date: string
  amount: number
  state: 'live' | 'settled' | 'returned'
  fees: { fee_id: string; amount: number }[]
}

/** A submitted collection whose credit has not been seen, with the ids that its file has for the bank. */
export type SubmittedCollection = { id: string; references: string[]; sum: number; collection_date: string }

/**
 * A voucher that no bank line booked or shows. `number` is as 2026-41. `reference` is that of the fee or debit by which it was
 * found; without one it was found by its account and amount. The last two are those of a collection that it books.
 */
export type BookedVoucher = {
  id: string
  number: string
  account_id: string
  account: string
  booked_on: string
  amount: number
  reference: string | null
  collection_date: string | null
  message_id: string | null
}

/**
 * The newest line of a party and sign that was booked to one place, with the text and the place of its voucher. `times` counts
 * such lines, to a limit; `party_name` and `line_text` are what the bank wrote of it.
 */
export type BookedBefore = Pick<
  SuggestedBooking,
  'text' | 'costunit_name' | 'category_name' | 'sphere' | 'side'
> & {
  party_key: string
  sign: number
  times: number
  last_on: string
  party_name: string | null
  line_text: string
}

/** A booking rule whose place can be booked to. `sign` is 1 for money in, -1 for money out. */
export type BookingRuleFacts = Omit<SuggestedBooking, 'text' | 'rule_id'> & {
  id: string
  party_key: string | null
  party_name: string | null
  text_contains: string | null
  /** The folded text that it looks for; empty if it looks for none. */
  letters: string
  sign: number
  text: string | null
}

/** What is stored about the lookups of some lines; see {@link lookupsOf}. Keys are those that it gives. */
export type Candidates = {
  /** Whatever their status, so that a suggestion can say that one is paid. */
  feesByReference: ReadonlyMap<string, OpenFee>
  itemsByReference: ReadonlyMap<string, DebitItem>
  itemsByMandate: ReadonlyMap<string, DebitItem[]>
  itemsByIban: ReadonlyMap<string, DebitItem[]>
  collections: readonly SubmittedCollection[]
  /** By their own account, or (`learned`) by one from which a confirmed line paid for them. */
  payersByIban: ReadonlyMap<string, { payer: Payer; learned: boolean }[]>
  /** By the whole key of the last name (`last_name_key`). */
  payersByNameKey: ReadonlyMap<string, Payer[]>
  vouchers: readonly BookedVoucher[]
  /** By `bookedKey`. */
  bookedBefore: ReadonlyMap<string, BookedBefore>
  rules: readonly BookingRuleFacts[]
}

/**
 * What to look up for a line besides its payer, stored with it as JSON; absent if there is nothing. So a page of
 * lines reads its suggestions in the same trip.
 */
export type Lookups = {
  /** RF references, each with what follows the prefix in the ids of a fee and of a debit that have it. */
  references?: [reference: string, idStart: string][]
  /** Of the debit that the line returns. */
  mandate?: string
  /** Account and amount of the debit, in cents, of a return. */
  debited?: [iban: string, amount: number][]
  /** Of last names, for a line without a reference. */
  names?: string[]
}

/** What to look up for a line. Matching also needs the submitted collections, and who pays from the account of the line. */
export function lookupsOf(line: MatchLine): Lookups {
  const { amount, currency, party_iban, mandate_reference } = line
  const isDebit = isReturn(line)
  if (currency !== 'EUR' || !(isDebit || amount > 0)) return {}
  const found = findReferences(line)
  return {
    ...(found.length > 0 && { references: found.map((reference) => [reference, idStartOf(reference)]) }),
    ...(isDebit && mandate_reference !== null && { mandate: mandate_reference }),
    ...(isDebit && party_iban !== null && { debited: [[party_iban, debitedAmount(line)]] }),
    ...(!isDebit && found.length === 0 && { names: nameKeysIn(line) }),
  }
}
