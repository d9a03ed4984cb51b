import type { MoneyRefusal } from '../domain/shared/money-refusals'
import type { SentencesOf } from '../domain/shared/sentences'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<MoneyRefusal>

/** What is refused of money of fees, and what to do. */
export const de = ({ day, money, number }: Formats): Texts => ({
  not_one_fee: 'Nenne genau einen Beitrag.',
  not_one_person: 'Nenne genau eine Person.',
  person_unknown: 'Diese Person gibt es nicht mehr. Lade die Seite neu.',
  person_in_two_lists: 'Diese externe ID steht in zwei Listen. Wähle die Person selbst aus.',
  nothing_open: 'Vom Beitrag ist nichts mehr offen.',
  nothing_paid: 'Vom Beitrag ist noch nichts bezahlt. Storniere ihn stattdessen als erlassen.',
  cancelled_already: 'Der Beitrag ist schon storniert.',
  not_cancelled: 'Der Beitrag ist nicht storniert.',
  fee_has_money: ({ paid }) => `Vom Beitrag sind ${money(paid)} bezahlt. Erstatte oder storniere sie zuerst.`,
  refund_in_part: ({ paid }) => `Storniert wird der Beitrag nur, wenn du alle ${money(paid)} erstattest.`,
  until_missing: 'Gib an, bis wann gestundet wird.',
  until_past: 'Bitte gib ein Datum ab heute an.',
  until_of_dispute: 'Eine Klärung hat kein Enddatum; sie endet, wenn du sie beendest.',
  debit_blocks_nothing: 'Diese Lastschrift sperrt keine weiteren Einzüge.',
  condition_unmet: 'Die Auswahl nutzt ein Feld, das es nicht mehr gibt. Wähle die Personen neu aus.',
  column_not_numeric: 'Wähle ein Feld mit Zahlen.',
  too_many_persons: ({ max }) => `Das sind mehr als ${number(max)} Personen. Wähle weniger aus.`,
  payment_shown:
    'Die Zahlung steht in einem Beleg, den ein Umsatz der Bank bestätigt. Mach zuerst die Bestätigung des Umsatzes rückgängig.',
  payment_decided:
    'Für die Zahlung wurde festgelegt, in welchem Beleg sie steht. Mach zuerst diese Festlegung im Kassenbuch rückgängig.',
  payment_reversed_before: 'Die Zahlung ist schon storniert.',
  payment_is_reversal: 'Das ist selbst ein Storno. Erfasse die Zahlung neu.',
  payment_of_debit: 'Die Zahlung kam per Lastschrift. Erfasse die Rücklastschrift beim Lastschrifteinzug.',
  payment_of_line: 'Die Zahlung gehört zu einem Umsatz der Bank. Mach dort die Bestätigung rückgängig.',
  payment_fee_collecting: 'Der Beitrag wird gerade per Lastschrift eingezogen.',
  payment_fee_cancelled: 'Der Beitrag ist storniert. Öffne ihn zuerst wieder.',
  payment_exceeds_open: ({ max }) =>
    `Vom Beitrag sind nur ${money(max)} offen. Storniere zuerst die spätere Zahlung.`,
  payment_exceeds_paid: ({ max }) =>
    `Vom Beitrag sind nur noch ${money(max)} bezahlt. Storniere zuerst die Erstattung.`,
  payments_share_voucher: 'Eine der Zahlungen teilt sich einen Beleg mit anderen. Storniere sie einzeln.',
  set_off_method: 'Verrechnen lässt sich nur bei der Zahlungsart „Anders“.',
  set_off_account: 'Was verrechnet wurde, ist auf keinem Konto. Wähle keines aus.',
  account_missing: 'Wähle das Konto, auf dem das Geld ist, oder dass es verrechnet wurde.',
  account_unreached: 'Auf dieses Konto kommt das Geld dieser Zahlungsart nicht. Wähle ein anderes.',
  account_is_cash: 'Das ist eine Kasse; Lastschriften kommen auf ein Bankkonto. Wähle eines aus.',
  debit_not_of_collection: 'Diese Lastschrift gehört nicht zu diesem Einzug. Lade die Seite neu.',
  before_release: ({ date }) => `Der Einzug wurde erst am ${day(date)} freigegeben. Prüfe den Tag.`,
  before_credit: ({ date }) =>
    `Die Lastschrift wurde erst am ${day(date)} gutgeschrieben. Prüfe den Tag; wurde sie nie gutgeschrieben, mach zuerst die Gutschrift rückgängig.`,
  before_collection: ({ date }) =>
    `Die Bank zieht erst am ${day(date)} ein. Nimm diesen Tag oder einen späteren.`,
  settled_by_line: 'Die Gutschrift kam vom Kontoauszug. Mach dort die Bestätigung des Umsatzes rückgängig.',
  settled_before_return: 'Nach der Gutschrift kam eine Lastschrift zurück. Die Gutschrift bleibt deshalb.',
})

export const en = ({ day, money, number }: Formats): Texts => ({
  not_one_fee: 'Name exactly one fee.',
  not_one_person: 'Name exactly one person.',
  person_unknown: 'This person is gone. Reload the page.',
  person_in_two_lists: 'This external ID is in two lists. Choose the person instead.',
  nothing_open: 'Nothing of the fee is open.',
  nothing_paid: 'Nothing of the fee is paid yet. Cancel it as waived instead.',
  cancelled_already: 'The fee is cancelled already.',
  not_cancelled: 'The fee is not cancelled.',
  fee_has_money: ({ paid }) => `${money(paid)} of the fee is paid. Refund or reverse it first.`,
  refund_in_part: ({ paid }) => `The fee is only cancelled if you refund all ${money(paid)}.`,
  until_missing: 'Enter until when the fee is deferred.',
  until_past: 'Enter today or a later date.',
  until_of_dispute: 'A dispute has no end date. It ends when you release it.',
  debit_blocks_nothing: 'This direct debit blocks no other debits.',
  condition_unmet: 'The selection uses a field that is gone. Choose the persons again.',
  column_not_numeric: 'Choose a field with numbers.',
  too_many_persons: ({ max }) => `These are more than ${number(max)} persons. Choose fewer.`,
  payment_shown:
    'The payment is in a voucher that a bank line confirms. Undo the confirmation of the line first.',
  payment_decided:
    'It was decided in which voucher the payment is. Undo that decision in the cash book first.',
  payment_reversed_before: 'The payment is reversed already.',
  payment_is_reversal: 'This is a reversal itself. Record the payment again.',
  payment_of_debit: 'The payment came by direct debit. Record the return at the collection.',
  payment_of_line: 'The payment belongs to a bank line. Undo the confirmation there.',
  payment_fee_collecting: 'The fee is being collected by direct debit.',
  payment_fee_cancelled: 'The fee is cancelled. Reopen it first.',
  payment_exceeds_open: ({ max }) =>
    `Only ${money(max)} of the fee is open. Reverse the later payment first.`,
  payment_exceeds_paid: ({ max }) => `Only ${money(max)} of the fee is still paid. Reverse the refund first.`,
  payments_share_voucher: 'One of the payments shares a voucher with others. Reverse it by itself.',
  set_off_method: 'Only money by the method “Other” is set off.',
  set_off_account: 'Money that was set off is on no account. Choose none.',
  account_missing: 'Choose the account that has the money, or say that it was set off.',
  account_unreached: 'Money by this method does not reach this account. Choose another one.',
  account_is_cash: 'This is a cash box, and direct debits reach a bank account. Choose one.',
  debit_not_of_collection: 'This direct debit is not of this collection. Reload the page.',
  before_release: ({ date }) => `The collection was released on ${day(date)}. Check the day.`,
  before_credit: ({ date }) =>
    `The direct debit was credited on ${day(date)}. Check the day; if it was never credited, undo the credit first.`,
  before_collection: ({ date }) => `The bank collects on ${day(date)}. Take that day or a later one.`,
  settled_by_line: 'The credit came from a statement. Undo the confirmation of the bank line.',
  settled_before_return: 'A direct debit came back after the credit, so the credit stays.',
})
