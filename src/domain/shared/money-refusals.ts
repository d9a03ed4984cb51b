import type { SentencesOf } from './sentences'

/** Why money of fees is not recorded, and not taken back, by hand. */
export type MoneyRefusal =
  | { code: Plain }
  | { code: 'payment_exceeds_open' | 'payment_exceeds_paid'; max: number }
  | { code: 'fee_has_money' | 'refund_in_part'; paid: number }
  | { code: 'too_many_persons'; max: number }
  | { code: 'account_unreached'; kind: string }
  | { code: 'before_release' | 'before_credit' | 'before_collection'; date: string }

type Plain =
  | 'not_one_fee'
  | 'not_one_person'
  | 'person_unknown'
  | 'person_in_two_lists'
  | 'nothing_open'
  | 'nothing_paid'
  | 'cancelled_already'
  | 'not_cancelled'
  | 'until_missing'
  | 'until_past'
  | 'until_of_dispute'
  | 'debit_blocks_nothing'
  | 'condition_unmet'
  | 'column_not_numeric'
  | 'payment_shown'
  | 'payment_decided'
  | 'payment_reversed_before'
  | 'payment_is_reversal'
  | 'payment_of_debit'
  | 'payment_of_line'
  | 'payment_fee_collecting'
  | 'payment_fee_cancelled'
  | 'payments_share_voucher'
  | 'set_off_method'
  | 'set_off_account'
  | 'account_missing'
  | 'account_is_cash'
  | 'debit_not_of_collection'
  | 'settled_by_line'
  | 'settled_before_return'

/** What callers of the API read about a refusal. */
export const moneyMessages: SentencesOf<MoneyRefusal> = {
  not_one_fee: 'must be given, or fee_external_id or reference in its place, but only one of them',
  not_one_person: 'must be given, or person_external_id in its place, but not both',
  person_unknown: 'does not match a person of this workspace',
  person_in_two_lists: 'is in two lists; name the person by person_id',
  nothing_open: 'has nothing open',
  nothing_paid: 'has nothing paid; cancel the fee as waived instead',
  cancelled_already: 'is cancelled already',
  not_cancelled: 'is not cancelled',
  fee_has_money: ({ paid }) => `has ${paid} cents paid; refund or reverse them first`,
  refund_in_part: ({ paid }) => `needs all ${paid} cents refunded`,
  until_missing: 'must be given',
  until_past: 'must not be in the past',
  until_of_dispute: 'must not be given: a dispute ends when it is released',
  debit_blocks_nothing: 'blocks no debits',
  condition_unmet: 'has a condition that the list cannot meet',
  column_not_numeric: 'must be a column of numbers',
  too_many_persons: ({ max }) => `has more than ${max} persons`,
  payment_shown: 'is in a voucher that a bank line shows; undo the confirmation of that line first',
  payment_decided: 'is in the book by a decision; take that decision back first',
  payment_reversed_before: 'was reversed before',
  payment_is_reversal: 'is a reversal; record the payment again instead',
  payment_of_debit: 'is of a direct debit; record its return, or undo the settlement',
  payment_of_line: 'is of a bank line; undo the confirmation of the line',
  payment_fee_collecting: 'is of a fee that is being collected by direct debit',
  payment_fee_cancelled: 'is of a fee that is cancelled; reopen it first',
  payment_exceeds_open: ({ max }) => `cannot come back: only ${max} cents of the fee are open`,
  payment_exceeds_paid: ({ max }) => `was refunded: only ${max} cents of the fee are paid`,
  payments_share_voucher: 'is of a voucher of several payments',
  set_off_method: 'is for the method other alone',
  set_off_account: 'cannot be given for money that was set off',
  account_missing: 'is required for the method other, unless set_off says that no money moved',
  account_unreached: ({ kind }) => `is a ${kind} account, which money of this method does not reach`,
  account_is_cash: 'is a cash account, which direct debits do not reach',
  debit_not_of_collection: 'does not match a debit of this collection',
  before_release: ({ date }) => `is before the release of the collection, on ${date}`,
  before_credit: ({ date }) =>
    `is before the credit of the debit, on ${date}; undo the settlement if the debit was never credited`,
  before_collection: ({ date }) => `is before the collection date, ${date}`,
  settled_by_line: 'has no payment that was recorded by hand; undo what was confirmed of its bank line',
  settled_before_return: 'has a debit that came back after its settlement',
}
