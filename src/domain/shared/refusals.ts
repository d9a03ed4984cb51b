import { type LineRefusal, lineMessages } from './bank-refusals'
import type { DebitRefusal } from './debit-refusals'
import { type DuesRefusal, duesMessages } from './dues-refusals'
import { type FileRefusal, fileMessages } from './file-refusals'
import { type FormRefusal, formMessages } from './form-refusals'
import { type GuardianRefusal, guardianMessages } from './guardian-refusals'
import { type MailRefusal, mailMessages } from './mail-refusals'
import { type MoneyRefusal, moneyMessages } from './money-refusals'
import { type PayerRefusal, payerMessages } from './payer-refusals'
import { type PersonRefusal, personMessages } from './person-refusals'
import { type RequestRefusal, requestMessages } from './request-refusals'
import type { SentencesOf } from './sentences'
import { type SettingsRefusal, settingsMessages } from './settings-refusals'
import type { ShapeRefusal } from './shape-refusals'
import { type TableRefusal, tableMessages } from './table-refusals'
import { type WebhookRefusal, webhookMessages } from './webhook-refusals'

/** Why a value is refused: a code and the values of its sentence. A code keeps its meaning for ever. */
export type Refusal = (ExplainedRefusal | FieldRefusal | ShapeRefusal | DebitRefusal) & { place?: string }

/** A refusal for which pages keep the text of the field. */
type FieldRefusal = PersonRefusal | FormRefusal | MailRefusal | RequestRefusal

/** A refusal that pages say in a sentence of its own, in the language of the viewer (`dashboard/refusals.ts`). */
export type ExplainedRefusal =
  | LineRefusal
  | FileRefusal
  | DuesRefusal
  | PayerRefusal
  | GuardianRefusal
  | MoneyRefusal
  | SettingsRefusal
  | TableRefusal
  | WebhookRefusal
  | { code: Plain }
  | { code: 'year_closed' | 'closed_year_later' | 'not_last_closed'; year: number }
  | { code: Dated; date: string }
  | { code: 'before_account'; date: string; name?: string }
  | { code: 'account_opened_before'; name: string; date: string }
  | { code: 'payment_refused'; date: string; because: ExplainedRefusal }
  | { code: 'voucher_may_have'; payment: string; voucher: string; date: string }
  | { code: 'not_the_sum'; sum: number }
  | { code: 'taken'; noun: Noun }
  | { code: 'too_many'; max: number; noun: Noun }
  | { code: 'too_many_categories'; max: number; noun: Noun }
  | { code: 'earlier_year_open'; year: number; vouchers: number }
  | { code: 'lines_unassigned'; count: number; isNonprofit: boolean }
  | { code: 'bank_differs'; account: string; date: string; bank: number; book: number }
  | { code: 'bank_balance_missing'; account: string; date: string }
  | {
      code: 'bank_lines_open' | 'payments_waiting' | 'mandate_withdrawn' | 'debits_of_deceased'
      count: number
    }

export type Noun = 'account' | 'cost unit' | 'fee' | 'member' | 'payment' | 'plan' | 'voucher' | 'workspace'

type Plain =
  | 'required'
  | 'in_future'
  | 'before_1900'
  | 'account_unknown'
  | 'account_archived'
  | 'same_account'
  | 'amount_missing'
  | 'cash_opens_below_zero'
  | 'cost_unit_unknown'
  | 'cost_unit_archived'
  | 'cost_unit_missing'
  | 'category_unknown'
  | 'category_id_wrong'
  | 'voucher_unknown'
  | 'voucher_twice'
  | 'line_unknown'
  | 'side_of_fee'
  | 'pair_closed'
  | 'fee_unknown'
  | 'payment_unknown'
  | 'payment_missing'
  | 'payment_not_waiting'
  | 'payment_undecided'
  | 'not_one_decision'
  | 'fees_or_payments'
  | 'payment_reversed'
  | 'payment_in_voucher'
  | 'payment_waived'
  | 'voucher_no_match'
  | 'only_cash_counted'
  | 'cash_is_counted'
  | 'balance_of_statement'
  | 'reversed_before'
  | 'is_reversal'
  | 'shown_by_bank_line'
  | 'of_bank_line'
  | 'of_decision'
  | 'of_direct_debit'
  | 'of_payment'
  | 'book_elsewhere'
  | 'book_not_kept'
  | 'closed_already'
  | 'too_many_totals'
  | 'not_closed'
  | 'iban_of_cash'
  | 'iban_fixed'
  | 'opening_fixed'
  | 'read_only'
  | 'start_not_asked'
  | 'start_required'
  | 'opening_not_asked'
  | 'key_reused'

type Dated =
  | 'account_begins'
  | 'cash_below_zero'
  | 'year_not_over'
  | 'before_book'
  | 'after_first_voucher'
  | 'before_last_start'
  | 'vouchers_since'
  | 'bank_lines_since'

/** A sentence for each code that pages explain. */
export type Sentences = SentencesOf<ExplainedRefusal>

/** The sentence of a refusal. */
export function sentenceIn<R extends { code: string }>(sentences: SentencesOf<R>, refusal: R): string {
  const sentence = sentences[refusal.code as R['code']] as string | ((one: R) => string)
  return typeof sentence === 'string' ? sentence : sentence(refusal)
}

/** What callers of the API read about a refusal. */
export const messageOf = (refusal: Refusal): string =>
  `${'message' in refusal ? refusal.message : sentenceIn(messages, refusal)}${refusal.place ?? ''}`

/** Whether pages explain a refusal. */
export const isExplained = (refusal: Refusal): refusal is ExplainedRefusal =>
  !('message' in refusal) && Object.hasOwn(explained, refusal.code)

const explained: Sentences = {
  ...lineMessages,
  ...fileMessages,
  ...duesMessages,
  ...payerMessages,
  ...guardianMessages,
  ...moneyMessages,
  ...settingsMessages,
  ...tableMessages,
  ...webhookMessages,
  required: 'is required',
  in_future: 'is in the future',
  before_1900: 'is before 1900',
  year_closed: ({ year }) => `is in the fiscal year ${year}, which is closed`,
  account_unknown: 'does not match an account',
  account_archived: 'is archived; restore it or name another one',
  account_begins: ({ date }) => `begins on ${date}`,
  before_account: ({ name, date }) =>
    `is before the account ${name === undefined ? '' : `"${name}" `}begins, on ${date}`,
  same_account: 'is the account that the money goes to',
  amount_missing: 'is required where lines are absent',
  not_the_sum: ({ sum }) => `is not the sum of the lines, ${sum}`,
  cash_below_zero: ({ date }) => `would bring the cash box below zero on ${date}`,
  cash_opens_below_zero: 'is below zero, which a cash box cannot be',
  cost_unit_unknown: 'does not match a cost unit',
  cost_unit_archived: 'is archived; restore it or name another one',
  cost_unit_missing: 'is required where category_name is given',
  category_unknown: 'does not match a category of the cost unit',
  category_id_wrong: 'is not the id of the category so named; leave it out to add one',
  voucher_unknown: 'does not match a voucher',
  voucher_twice: 'appears twice',
  line_unknown: 'does not match a line of the voucher',
  side_of_fee: 'is of a fee, whose money is income',
  pair_closed: 'cannot change: the voucher is one of a pair, and the other is in a closed fiscal year',
  fee_unknown: 'does not match a fee of this workspace',
  payment_refused: ({ date, because }) => `has a payment of ${date}: it ${messageOf(because)}`,
  payment_unknown: 'does not match a payment of this workspace',
  payment_missing: 'must name a payment',
  payment_not_waiting: 'does not wait to be booked',
  payment_undecided: 'was not decided',
  not_one_decision: 'or a reason or book must be given, and one of them only',
  fees_or_payments: 'or payment_ids must be given, and not both',
  payment_reversed: 'was reversed',
  payment_in_voucher: 'is in a voucher of its own; reverse the payment instead',
  payment_waived: 'is a waiver, which is no money',
  voucher_no_match:
    'does not match a living voucher of the same amount, kind of account and about the same day that books no payment',
  voucher_may_have: ({ payment, voucher, date }) =>
    `has a payment of ${date} whose money the voucher ${voucher} may have already; settle it with POST /payments/${payment}/booking`,
  only_cash_counted: 'is a bank account; only cash is counted',
  cash_is_counted: 'is a cash account, which is counted instead',
  balance_of_statement: 'is a day of which a statement tells the balance',
  reversed_before: 'was reversed before',
  is_reversal: 'is a reversal; enter the voucher again instead',
  shown_by_bank_line: 'is shown by a bank line; undo the confirmation of that line first',
  of_bank_line: 'is of a bank line; undo the confirmation of the line',
  of_decision: 'books a payment by a decision; take that decision back first',
  of_direct_debit: 'is of a direct debit; record its return, or undo the settlement',
  of_payment: 'books a payment of a fee; reverse the payment instead',
  taken: ({ noun }) => `belongs to another ${noun}`,
  too_many: ({ max, noun }) => `is one too many: a workspace has at most ${max} ${noun}s`,
  too_many_categories: ({ max, noun }) => `would give the ${noun} more than ${max} categories`,
  book_elsewhere: 'is not closed here, since the book is kept elsewhere',
  book_not_kept: 'is not kept here, so nothing is booked; an owner switches it on in the settings',
  closed_already: 'is closed already',
  closed_year_later: ({ year }) => `is before ${year}, which is closed`,
  year_not_over: ({ date }) => `is not over before the end of ${date}`,
  earlier_year_open: ({ year, vouchers }) => `must be closed first: ${year} is open (vouchers: ${vouchers})`,
  lines_unassigned: ({ count, isNonprofit }) =>
    isNonprofit
      ? `must have a sphere (without: ${count})`
      : `must have a cost unit or a sphere (without either: ${count})`,
  bank_lines_open: ({ count }) => `must be confirmed, booked or ignored (open: ${count})`,
  bank_differs: ({ account, date, bank, book }) =>
    `must agree with the book on ${date}: ${account} has ${bank} cents by the bank and ${book} by the book; an owner may give a reason`,
  bank_balance_missing: ({ account, date }) =>
    `must be known: neither a statement nor an entered balance tells what ${account} had on ${date}; an owner may give a reason`,
  payments_waiting: ({ count }) => `must be booked, or left out for a reason (waiting: ${count})`,
  mandate_withdrawn: ({ count }) =>
    `has debits under mandates that were withdrawn (${count}); take them out of it, or discard it`,
  debits_of_deceased: ({ count }) =>
    `has debits of members who have died (${count}); take them out of it, or discard it`,
  too_many_totals:
    'has more totals by sphere, cost unit and category than can be stored; assign lines to fewer',
  not_closed: 'is not closed',
  not_last_closed: ({ year }) => `is before ${year}, which is closed too`,
  iban_of_cash: 'is not for a cash box',
  iban_fixed: 'is fixed, since statements of the account were imported',
  opening_fixed: 'is fixed, since the account has vouchers',
  before_book: ({ date }) => `is before the book begins here, on ${date}`,
  after_first_voucher: ({ date }) => `is after the first voucher, of ${date}`,
  read_only: 'is read-only; leave it out or send it as it was read',
  start_not_asked: 'is given only when keeps_book changes from false to true',
  start_required: 'is required, since money was recorded that the book does not have',
  opening_not_asked: 'does not match an account in use that opened before the day, or appears twice',
  before_last_start: ({ date }) => `is before ${date}, when the book began here before`,
  account_opened_before: ({ name, date }) =>
    `is after the account "${name}" opened, on ${date}; give its balance in openings, or archive it`,
  vouchers_since: ({ date }) => `is not after the last voucher of another opening, of ${date}`,
  bank_lines_since: ({ date }) =>
    `is not after the last bank line that was confirmed meanwhile, of ${date}; undo it first`,
  key_reused: 'was used with another body; take a new key for a new request',
}

/** What callers of the API read about each refusal that brings no message of its own. */
export const messages: SentencesOf<ExplainedRefusal | FieldRefusal> = {
  ...explained,
  ...personMessages,
  ...mailMessages,
  ...requestMessages,
  ...formMessages,
}
