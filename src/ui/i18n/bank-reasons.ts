import { MAX_TIMES } from '../../domain/bank/suggest/select-booked-before'
import type { Reason } from '../../domain/bank/suggest/suggestion'
import { formatDate, formatMoney } from './format'
import type { Language, Locale } from './locale'

type Format = { money: (cents: number) => string; date: (date: string) => string }
type Texts = { [Code in Reason['code']]: (reason: Extract<Reason, { code: Code }>, format: Format) => string }

/** Why something is suggested for a line of a bank statement, in words. */
export function bankReason(reason: Reason, locale: Locale): string {
  const text = texts[locale.language][reason.code] as (reason: Reason, format: Format) => string
  return text(reason, {
    money: (cents) => formatMoney(cents, 'EUR', locale),
    date: (date) => formatDate(date, locale),
  })
}

const de: Texts = {
  reference: () => 'RF-Referenz und Betrag stimmen.',
  references: ({ count }) => `${count} RF-Referenzen, der Betrag ist ihre Summe.`,
  reference_less: ({ difference }, { money }) =>
    `RF-Referenz stimmt, ${money(difference)} weniger als offen.`,
  reference_more: ({ difference }, { money }) => `RF-Referenz stimmt, ${money(difference)} mehr als offen.`,
  reference_paid: () => 'Der Beitrag mit dieser RF-Referenz ist schon bezahlt.',
  reference_cancelled: () => 'Der Beitrag mit dieser RF-Referenz ist storniert.',
  reference_collecting: () => 'Der Beitrag mit dieser RF-Referenz wird gerade eingezogen.',
  same_reference: () => 'Eine andere Buchung trägt dieselbe RF-Referenz.',
  batch_reference: () => 'Referenz und Summe eines Lastschrifteinzugs stimmen.',
  batch_reference_amount: ({ difference }, { money }) =>
    `Referenz eines Lastschrifteinzugs, ${money(Math.abs(difference))} ${difference < 0 ? 'weniger' : 'mehr'} als seine Summe.`,
  debit_reference: () => 'Referenz und Betrag einer Lastschrift stimmen.',
  collection_sum: ({ collection_date }, { date }) =>
    `Summe des Lastschrifteinzugs vom ${date(collection_date)}.`,
  return_reference: () => 'Rücklastschrift: Die Referenz der Lastschrift stimmt.',
  return_mandate: () => 'Rücklastschrift: Mandat und Betrag einer Lastschrift stimmen.',
  return_account: () => 'Rücklastschrift: Konto und Betrag einer Lastschrift stimmen.',
  return_known: () => 'Diese Rücklastschrift ist schon gebucht.',
  account: ({ fees, persons }) => `Konto stimmt, ${feesDe(fees, persons)}.`,
  account_learned: ({ fees, persons }) => `Von diesem Konto wurde schon bezahlt, ${feesDe(fees, persons)}.`,
  name: ({ fees, persons }) =>
    `${persons > 1 ? 'Vor- und Nachnamen' : 'Vor- und Nachname'} stimmen, ${feesDe(fees, persons)}.`,
  name_family: ({ fees, persons }) =>
    `Der Name ist der einer Person dieser Familie, ${feesDe(fees, persons)}.`,
  account_less: otherDe('Konto stimmt'),
  account_more: otherDe('Konto stimmt'),
  name_less: otherDe('Der Name passt'),
  name_more: otherDe('Der Name passt'),
  account_no_sum: ({ persons }) => `Das Konto führt zu ${personsDe(persons)}, der Betrag passt aber nicht.`,
  name_no_sum: ({ persons }) => `Der Name passt zu ${personsDe(persons)}, der Betrag aber nicht.`,
  last_name: ({ persons }) => `Nur der Nachname passt: zu ${personsDe(persons)}.`,
  voucher_reference: ({ number, booked_on }, { date }) =>
    `Die Referenz ist die der Zahlung in Beleg ${number} vom ${date(booked_on)}.`,
  voucher_collection: ({ number, booked_on, collection_date }, { date }) =>
    `Beleg ${number} vom ${date(booked_on)} bucht den Lastschrifteinzug vom ${date(collection_date)}.`,
  voucher_amount: ({ number, booked_on }, { date }) =>
    `Konto und Betrag sind die von Beleg ${number} vom ${date(booked_on)}.`,
  reference_booked: ({ number, account }) =>
    `Der Beitrag mit dieser RF-Referenz ist schon bezahlt, gebucht auf dem Konto „${account}“ (Beleg ${number}). Storniere die Zahlung dort, falls sie dieselbe ist.`,
  rule: ({ name }) => (name === '' ? 'Nach einer Buchungsregel.' : `Nach der Buchungsregel „${name}“.`),
  as_last_time: ({ times, last_on }, { date }) =>
    times === 1
      ? `Wie letztes Mal, am ${date(last_on)}.`
      : `Wie letztes Mal (${times < MAX_TIMES ? '' : 'mindestens '}${times}-mal, zuletzt am ${date(last_on)}).`,
}

const en: Texts = {
  reference: () => 'The RF reference and the amount match.',
  references: ({ count }) => `${count} RF references, and the amount is their sum.`,
  reference_less: ({ difference }, { money }) =>
    `The RF reference matches; ${money(difference)} less than is open.`,
  reference_more: ({ difference }, { money }) =>
    `The RF reference matches; ${money(difference)} more than is open.`,
  reference_paid: () => 'The fee with this RF reference is already paid.',
  reference_cancelled: () => 'The fee with this RF reference is cancelled.',
  reference_collecting: () => 'The fee with this RF reference is being collected.',
  same_reference: () => 'Another line has the same RF reference.',
  batch_reference: () => 'The reference and the sum of a collection match.',
  batch_reference_amount: ({ difference }, { money }) =>
    `The reference of a collection; ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than its sum.`,
  debit_reference: () => 'The reference and the amount of a direct debit match.',
  collection_sum: ({ collection_date }, { date }) => `The sum of the collection of ${date(collection_date)}.`,
  return_reference: () => 'Return: the reference of the direct debit matches.',
  return_mandate: () => 'Return: the mandate and the amount of a direct debit match.',
  return_account: () => 'Return: the account and the amount of a direct debit match.',
  return_known: () => 'The return of this direct debit is already booked.',
  account: ({ fees, persons }) => `The account matches; the amount is ${feesEn(fees, persons)}.`,
  account_learned: ({ fees, persons }) =>
    `This account has paid before; the amount is ${feesEn(fees, persons)}.`,
  name: ({ fees, persons }) => `The first and last name match; the amount is ${feesEn(fees, persons)}.`,
  name_family: ({ fees, persons }) =>
    `The name is that of a person of this family; the amount is ${feesEn(fees, persons)}.`,
  account_less: otherEn('The account matches'),
  account_more: otherEn('The account matches'),
  name_less: otherEn('The name matches'),
  name_more: otherEn('The name matches'),
  account_no_sum: ({ persons }) => `The account leads to ${personsEn(persons)}, but the amount fits nothing.`,
  name_no_sum: ({ persons }) => `The name is that of ${personsEn(persons)}, but the amount fits nothing.`,
  last_name: ({ persons }) => `Only the last name matches: that of ${personsEn(persons)}.`,
  voucher_reference: ({ number, booked_on }, { date }) =>
    `The reference is that of the payment in voucher ${number} of ${date(booked_on)}.`,
  voucher_collection: ({ number, booked_on, collection_date }, { date }) =>
    `Voucher ${number} of ${date(booked_on)} books the collection of ${date(collection_date)}.`,
  voucher_amount: ({ number, booked_on }, { date }) =>
    `The account and the amount are those of voucher ${number} of ${date(booked_on)}.`,
  reference_booked: ({ number, account }) =>
    `The fee with this RF reference is already paid, booked to the account “${account}” (voucher ${number}). Reverse that payment if it is the same.`,
  rule: ({ name }) => (name === '' ? 'By a booking rule.' : `By the booking rule “${name}”.`),
  as_last_time: ({ times, last_on }, { date }) =>
    times === 1
      ? `As last time, on ${date(last_on)}.`
      : `As last time (${times < MAX_TIMES ? '' : 'at least '}${times} times, last on ${date(last_on)}).`,
}

const texts: Record<Language, Texts> = { de, en }

const feesDe = (fees: number, persons: number): string =>
  fees === 1
    ? 'der Betrag ist der eines offenen Beitrags'
    : `der Betrag ist die Summe von ${fees} offenen Beiträgen${persons > 1 ? ` von ${persons} Personen` : ''}`

const personsDe = (persons: number): string =>
  persons === 1 ? '1 Person mit offenen Beiträgen' : `${persons} Personen mit offenen Beiträgen`

const personsEn = (persons: number): string =>
  persons === 1 ? '1 person with open fees' : `${persons} persons with open fees`

const feesEn = (fees: number, persons: number): string =>
  fees === 1
    ? 'that of an open fee'
    : `the sum of ${fees} open fees${persons > 1 ? ` of ${persons} persons` : ''}`

/** That a line pays another amount than is open, after what fits. */
function otherDe(fits: string) {
  return ({ open, paid }: OtherAmount, { money }: Format): string =>
    `${fits} (${money(open)} offen, gezahlt ${money(paid)}).`
}

function otherEn(fits: string) {
  return ({ open, paid }: OtherAmount, { money }: Format): string =>
    `${fits} (${money(open)} open, ${money(paid)} paid).`
}

type OtherAmount = { open: number; paid: number }
