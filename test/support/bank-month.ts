import type { Booking } from '../../src/dev/statement.ts'
import { addDays } from '../../src/domain/shared/dates.ts'
import { asBanksWrite, germanIban, nameOf } from './german-names.ts'

/** How many lines of each kind the month of a club has: 200 together. */
export const MONTH = { referenced: 150, named: 20, families: 10, returns: 5, known: 12, unknown: 3 }

/** The account of the club, and what it had before the month before. */
export const MONTH_IBAN = germanIban(1898)
export const MONTH_OPENING = 1_250_000

/** Families of which nobody says who pays for them: the treasurer finds their fees. The others have a payer. */
const WITHOUT_PAYER = 3

/** What the bank takes for a debit that comes back. */
const RETURN_CHARGE = 300

export type Member = ReturnType<typeof memberOf>

const memberOf = (number: number, more: object = {}) => ({
  external_id: `n-${number}`,
  membership_number: `${1000 + number}`,
  name: nameOf(number),
  ...more,
})

const rangeFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

const { referenced, named, families, returns } = MONTH
const REFERENCED = rangeFrom(0, referenced)
const NAMED = rangeFrom(referenced, named)
const DEBITED = rangeFrom(referenced + named, returns)
const FAMILIES = rangeFrom(0, families).map((index) => {
  const [payer = 0, ...others] = rangeFrom(referenced + named + returns + 3 * index, 3)
  return { payer, others, hasPayer: index < families - WITHOUT_PAYER }
})

/** Everybody of the club, payers before those for whom they pay. */
export const MEMBERS = [
  ...REFERENCED.map((number) => memberOf(number)),
  ...NAMED.map((number) => memberOf(number)),
  ...DEBITED.map((number) =>
    memberOf(number, {
      bank_account: { iban: germanIban(number) },
      sepa_mandate: { reference: `M-${number}`, signature_date: '2026-01-31' },
      payment_method: 'direct_debit',
    }),
  ),
  ...FAMILIES.flatMap(({ payer, others, hasPayer }) => {
    const { last_name } = nameOf(payer)
    const children = others.map((number) => {
      const name = { first_name: nameOf(number).first_name, last_name }
      return memberOf(number, { name, ...(hasPayer && { payer_external_id: `n-${payer}` }) })
    })
    return [memberOf(payer, hasPayer ? { bank_account: { iban: germanIban(payer) } } : {}), ...children]
  }),
]

const amountOf = (number: number): number => 4800 + 600 * (number % 9)

/** The fees of all members: one each. */
export const FEES = MEMBERS.map(({ external_id }) => ({
  external_id: `fee-${external_id}`,
  person_external_id: external_id,
  description: 'Jahresbeitrag 2026',
  amount: amountOf(Number(external_id.slice(2))),
}))

/** The fees that are collected before the month, by their `external_id`. */
export const COLLECTED_FEES = DEBITED.map((number) => `fee-n-${number}`)

/** Whom the club pays every month, and to what it books that. */
export const PARTNERS = [
  [
    'Stadtwerke Lindental GmbH',
    'Abschlag Strom und Gas Vereinsheim',
    18_450,
    'Vereinsheim',
    'Strom',
    'ideal',
  ],
  ['Wasserverband Süd', 'Wasser und Abwasser', 6_230, 'Vereinsheim', 'Wasser', 'ideal'],
  ['Telekom Deutschland GmbH', 'Festnetz und Internet', 4_495, 'Verwaltung', 'Telefon', 'ideal'],
  ['ARAG Sportversicherung', 'Vereinshaftpflicht', 11_200, 'Verwaltung', 'Versicherung', 'ideal'],
  ['GEMA', 'Musiknutzung', 3_740, 'Sommerfest', 'Musik', 'business'],
  ['Gemeinde Lindental', 'Pacht Sportplatz', 25_000, 'Sport', 'Platzmiete', 'purpose'],
  ['Getränke Hoffmann KG', 'Rechnung Vereinsheim', 32_180, 'Vereinsheim', 'Getränke', 'business'],
  ['Reinigungsdienst Blitzblank', 'Reinigung Umkleiden', 14_280, 'Vereinsheim', 'Reinigung', 'ideal'],
  ['Druckerei Schmidt & Söhne', 'Vereinsheft', 21_060, 'Verwaltung', 'Druck', 'ideal'],
  ['Landessportbund', 'Bestandsbeitrag', 9_900, 'Sport', 'Verband', 'ideal'],
  ['Sporthaus Ritter', 'Bälle und Trikots', 12_345, 'Sport', 'Geräte', 'purpose'],
  ['Lehmann, Sabine', 'Übungsleiterpauschale', 24_000, 'Sport', 'Trainer', 'purpose'],
] as const

/** Whom the club has never paid before. */
const STRANGERS = [
  ['Schlüsseldienst Roth', 'Türschloss Geräteraum', 18_900],
  ['Malerbetrieb Krause', 'Anstrich Flur', 74_500],
  ['Busreisen Sommer', 'Fahrt zum Turnier', 56_000],
] as const

type Fee = { external_id: string | null; reference: string }
type Debit = { person_external_id: string; reference: string }

/** The bank's bookings of the month before: the credit of the collection, and each partner once. */
export function monthBefore(lastDay: string, collection: { amount: number; message_id: string }): Booking[] {
  return [
    {
      date: addDays(lastDay, -28),
      amount: collection.amount,
      name: 'TSV Lindental 1898 e. V.',
      text: 'SEPA-Basislastschriften',
      messageId: collection.message_id,
    },
    ...PARTNERS.map((_, index) => partnerBooking(index, addDays(lastDay, -20 + index), 0)),
  ]
}

/** The 200 bookings of the month, with the references of the fees and of the debits that came back. */
export function bankMonth(lastDay: string, { fees, debits }: { fees: Fee[]; debits: Debit[] }): Booking[] {
  const referenceOf = (number: number) =>
    fees.find(({ external_id }) => external_id === `fee-n-${number}`)?.reference ?? ''
  const bookings = [
    ...REFERENCED.map((number) => ({
      ...paid(number, nameText(number)),
      text: `Jahresbeitrag ${number % 3 === 0 ? inFours(referenceOf(number)) : referenceOf(number)}`,
    })),
    ...NAMED.map((number) => ({ ...paid(number, nameText(number)), text: 'Mitgliedsbeitrag 2026' })),
    ...FAMILIES.map(({ payer, others, hasPayer }) => familyBooking(payer, others, hasPayer)),
    ...debits.map(({ person_external_id, reference }) => {
      const number = Number(person_external_id.slice(2))
      const { first_name, last_name } = nameOf(number)
      const returned = { reference, amount: amountOf(number), charge: RETURN_CHARGE, code: 'AM04' }
      const amount = -amountOf(number) - RETURN_CHARGE
      return { amount, name: `${first_name} ${last_name}`, text: 'Rücklastschrift', returned }
    }),
    ...PARTNERS.map((_, index) => partnerBooking(index, lastDay, index % 4 === 0 ? 310 : 0)),
    ...STRANGERS.map(([name, text, amount], index) => ({
      ...{ amount: -amount, name, text, iban: germanIban(7000 + index) },
    })),
  ]
  // The days of a month, in the order of which each kind is spread over it.
  return bookings
    .map((booking, index) => ({ ...booking, date: addDays(lastDay, -((index * 7) % 28)) }))
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

const paid = (number: number, name: string) => ({
  amount: amountOf(number),
  name,
  iban: germanIban(number),
})

/** A name as different banks write it. */
function nameText(number: number): string {
  const { first_name, last_name } = nameOf(number)
  const texts = [
    `${first_name} ${last_name}`,
    `${last_name}, ${first_name}`,
    asBanksWrite(`${last_name} ${first_name}`),
  ]
  return texts[number % texts.length] ?? ''
}

function familyBooking(payer: number, others: number[], hasPayer: boolean) {
  const amount = [payer, ...others].reduce((sum, number) => sum + amountOf(number), 0)
  const { first_name, last_name } = nameOf(payer)
  const names = [payer, ...others].map((number) => nameOf(number).first_name)
  return hasPayer
    ? { amount, name: `${first_name} ${last_name}`, iban: germanIban(payer), text: 'Beiträge Familie' }
    : {
        amount,
        name: `Familie ${last_name}`,
        iban: germanIban(8000 + payer),
        text: `Beiträge ${names.join(', ')}`,
      }
}

/** What a partner gets; of some the amount is another one each month. */
function partnerBooking(index: number, date: string, more: number): Booking {
  const [name, text, amount] = PARTNERS[index] ?? ['', '', 0]
  return { date, amount: -amount - more, name: xml(name), iban: germanIban(5000 + index), text: xml(text) }
}

const xml = (text: string): string => text.replaceAll('&', '&amp;')

const inFours = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
