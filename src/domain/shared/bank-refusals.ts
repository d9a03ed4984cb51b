import type { SentencesOf } from './sentences'

/** Why an act on a bank line is refused, beyond what its day and account say. */
export type LineRefusal =
  | { code: Plain }
  | { code: OfFee; fee: string; of: 'line' | 'debit' }
  | { code: 'return_fee_changed' | 'charge_paid'; fee: string }
  | { code: 'currency_foreign'; currency: string }
  | {
      code: 'debits_differ' | 'collection_differs' | 'debits_exceed' | 'vouchers_differ'
      sum: number
      rest: number
    }
  | { code: 'more_than_left' | 'more_than_open' | 'more_than_paid'; max: number }
  | { code: 'voucher_other_account'; account: string; other: string }
  | { code: 'voucher_too_far'; date: string; days: number }

type Plain =
  | 'bank_line_unknown'
  | 'line_changed'
  | 'line_changed_since'
  | 'line_confirmed'
  | 'line_ignored'
  | 'line_ignored_before'
  | 'line_in_part'
  | 'line_not_confirmed'
  | 'line_not_ignored'
  | 'line_decided'
  | 'choices_mixed'
  | 'nothing_suggested'
  | 'suggestion_changed'
  | 'suggestion_unsure'
  | 'fee_claimed_twice'
  | 'account_or_lines'
  | 'nothing_to_book'
  | 'named_twice'
  | 'rule_unknown'
  | 'rule_changed'
  | 'rule_without_condition'
  | 'rule_without_place'
  | 'rule_text_short'
  | 'too_many_rules'
  | 'money_goes_out'
  | 'part_not_positive'
  | 'part_not_negative'
  | 'fee_is_paid'
  | 'fee_collecting'
  | 'fee_cancelled'
  | 'debit_unknown'
  | 'debit_other_collection'
  | 'debit_credited'
  | 'debit_returned'
  | 'debit_returned_credit'
  | 'debit_discarded'
  | 'debit_not_submitted'
  | 'collection_unknown'
  | 'collection_released'
  | 'collection_submitted'
  | 'collection_settled'
  | 'collection_discarded'
  | 'vouchers_elsewhere'
  | 'voucher_is_transfer'
  | 'voucher_is_reversal'
  | 'voucher_reversed'
  | 'voucher_of_line'
  | 'voucher_shown'
  | 'settled_came_back'
  | 'credited_came_back'
  | 'returned_credited'

type OfFee =
  | 'of_fee_decided'
  | 'of_fee_collecting'
  | 'of_fee_collected_again'
  | 'of_fee_cancelled'
  | 'of_fee_refunded'
  | 'of_fee_paid_again'
  | 'of_fee_paid_back'

const ofFee =
  (problem: string) =>
  ({ fee, of }: { fee: string; of: 'line' | 'debit' }) =>
    `${of === 'line' ? 'is of' : 'has'} the fee ${fee}, ${problem}`

/** What callers of the API read about a refusal. */
export const lineMessages: SentencesOf<LineRefusal> = {
  bank_line_unknown: 'does not match a bank line',
  line_changed: 'is not that of the line, which has changed since',
  line_changed_since: 'has changed since',
  line_confirmed: 'is confirmed already; undo that first',
  line_ignored: 'is ignored; take that back first',
  line_ignored_before: 'is ignored already',
  line_in_part: 'is confirmed, wholly or in part; undo that first',
  line_not_confirmed: 'is not confirmed',
  line_not_ignored: 'is not ignored',
  line_decided: 'has a voucher that books a payment by a decision; take that decision back first',
  choices_mixed: 'cannot be given together with another of parts, collection_id, item_ids and voucher_ids',
  nothing_suggested: 'must name parts or a booking, since nothing is suggested for the line',
  suggestion_changed: 'is not what is suggested for the line',
  suggestion_unsure:
    'is confirmed by itself only: it is not exactly what is open, or another person has the same name',
  fee_claimed_twice: 'pays a fee that another of these lines would pay as well',
  account_or_lines: 'cannot be given together with lines',
  nothing_to_book: 'has nothing left to book',
  named_twice: 'is named twice',
  rule_unknown: 'does not match a booking rule',
  rule_changed: 'is not that of the rule as it is now: it has changed',
  rule_without_condition: 'must be given, or party_iban or text_contains',
  rule_without_place: 'must be given, or sphere',
  rule_text_short: 'must have at least three letters or digits, and a name at least one',
  too_many_rules: 'would give the workspace more than 200 booking rules',
  currency_foreign: ({ currency }) => `is in ${currency}; only euros are booked, so ignore it`,
  money_goes_out: 'is credited, but the money of the line goes out',
  part_not_positive: 'must be positive, as the line is',
  part_not_negative: 'must be negative, as the line is',
  more_than_left: ({ max }) => `is more than the ${max} cents that are left of the line`,
  more_than_open: ({ max }) => `is more than the ${max} cents that are open`,
  more_than_paid: ({ max }) => `is more than the ${max} cents that are paid`,
  fee_is_paid: 'is more than is open: the fee is paid',
  fee_collecting: 'is being collected by direct debit',
  fee_cancelled: 'is cancelled; reopen it first',
  debit_unknown: 'does not match a direct debit',
  debit_other_collection: 'is of another collection than the others',
  debit_credited: 'was credited before',
  debit_returned: 'was returned before',
  debit_returned_credit: 'was returned before; book the line instead',
  debit_discarded: 'was discarded, alone or with its collection',
  debit_not_submitted: 'is of a collection that is not submitted to the bank yet',
  debits_differ: ({ sum, rest }) =>
    `are of debits of ${sum} cents, other than the ${rest} cents of the line; give a booking for the difference`,
  debits_exceed: ({ sum, rest }) => `are of debits of ${sum} cents, more than the ${rest} cents of the line`,
  collection_unknown: 'does not match a collection',
  collection_released: 'is not submitted to the bank yet',
  collection_submitted: 'is submitted to the bank',
  collection_settled: 'is settled',
  collection_discarded: 'is discarded',
  collection_differs: ({ sum, rest }) =>
    `has debits of ${sum} cents, other than the ${rest} cents of the line; give a booking for the difference`,
  vouchers_elsewhere: 'are not shown by lines while the book is kept elsewhere',
  vouchers_differ: ({ sum, rest }) =>
    `are of ${sum} cents, which are no part of the ${rest} cents of the line; give a booking for the difference`,
  voucher_is_transfer: 'is a transfer between accounts',
  voucher_is_reversal: 'is a reversal',
  voucher_reversed: 'was reversed',
  voucher_of_line: 'was booked by a bank line',
  voucher_shown: 'is shown by another bank line',
  voucher_other_account: ({ account, other }) => `is of the account "${account}", and the line of "${other}"`,
  voucher_too_far: ({ date, days }) => `was booked on ${date}, more than ${days} days from the line`,
  settled_came_back: 'settles a collection of which a debit came back since; undo that first',
  credited_came_back: 'credits a debit that came back since; undo that first',
  returned_credited: 'returns a debit of a collection that was credited since; undo that first',
  return_fee_changed: ({ fee }) => `returns the fee ${fee}, which has changed since; undo that first`,
  charge_paid: ({ fee }) =>
    `passes its charge on as the fee ${fee}, which is paid or being collected; undo that first`,
  of_fee_decided: ofFee('of which a payment is in the book by a decision; take that decision back first'),
  of_fee_collecting: ofFee('which is being collected by direct debit'),
  of_fee_collected_again: ofFee('which another direct debit collects; settle or discard that first'),
  of_fee_cancelled: ofFee('which is cancelled; reopen it first'),
  of_fee_refunded: ofFee('of which money was given back; reverse that first'),
  of_fee_paid_again: ofFee('which was paid again; reverse that first'),
  of_fee_paid_back: ofFee('of which other money went back since; undo that first'),
}
