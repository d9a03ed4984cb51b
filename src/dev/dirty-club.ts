import { CITIES, FIRST, GROUPS, LAST, PAYMENTS, REFERENCES, SECTIONS, TITLES } from './dirty-words.ts'
import { germanIban } from './iban.ts'

/** A person of an invented club, as it is. */
export type TruePerson = {
  number: string
  first: string
  last: string
  sex: 'm' | 'f' | 'd'
  birth: string
  joined: string
  left: string | null
  street: string
  postcode: string
  city: string
  iban: string | null
  reference: string | null
  signed: string | null
  email: string | null
  payment: 'direct_debit' | 'bank_transfer' | 'cash'
  group: string
  sections: string[]
  phones: string[]
}

/** The file of a club, the truth behind it, and what the file lost of it, as `NUMBER field`. */
export type DirtyClub = { csv: string; truth: TruePerson[]; lost: Set<string>; doubles: number }

export const HEADERS = [
  'MitgliedNr.',
  'Name',
  'Vorname',
  'Anrede',
  'Straße / Nr.',
  'PLZ/Ort',
  'geb. am',
  'Mitglied seit',
  'Mitglied bis',
  'IBAN',
  'SEPA-Mandat',
  'Mandat vom',
  'Zahlweise',
  'eMail',
  'Tel. privat',
  'Handy',
  'Sparte',
  'Beitragsart',
] as const

/**
 * Invents a club as it is in a year, and writes its file with the dirt that lists have. The same seed gives the same club. Who
 * joined did so by the year before the last one.
 */
export function dirtyClub(seed: number, size: number, year = 2026): DirtyClub {
  const random = randomFrom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const isSometimes = (share: number) => random() < share
  const day = (from: number, to: number) =>
    `${from + Math.floor(random() * (to - from + 1))}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const truth: TruePerson[] = []
  const lost = new Set<string>()
  const rows: string[][] = []
  const late: string[][] = []
  for (let at = 0; at < size; at++) {
    const sex = pick(['m', 'f', 'm', 'f', 'd'] as const)
    const [postcode, city] = pick(CITIES)
    const payment = pick(['direct_debit', 'direct_debit', 'bank_transfer', 'cash'] as const)
    const joined = day(1990, year - 2)
    const person: TruePerson = {
      number: `0${100 + at}`,
      first: `${pick(FIRST)}${isSometimes(0.1) ? ' Maria' : ''}`,
      // Nobody has the name and birthdate of somebody else by chance.
      last: `${pick(LAST)}-${letters(at)}`,
      sex,
      birth: day(year - 91, year - 7),
      joined,
      left: isSometimes(0.05) ? `${year}-12-31` : null,
      street: `${pick(['Hauptstraße', 'Am Bach', 'Mühlweg'])} ${1 + at}${isSometimes(0.1) ? ' a' : ''}`,
      postcode,
      city,
      iban: payment === 'direct_debit' ? germanIban(digits(18)) : null,
      reference: payment === 'direct_debit' ? pick(REFERENCES)(at) : null,
      signed: payment === 'direct_debit' ? joined : null,
      email: isSometimes(0.7) ? `p${at}@example.org` : null,
      payment,
      group: pick(GROUPS),
      sections: [...new Set([pick(SECTIONS), ...(isSometimes(0.2) ? [pick(SECTIONS)] : [])])],
      phones: [`0651 ${digits(5)}`, `0171 ${digits(7)}`].slice(0, Math.floor(random() * 3)),
    }
    truth.push(person)
    const loses = (field: string) => lost.add(`${person.number} ${field}`)
    const [born = '', month = '', date = ''] = person.birth.split('-')
    let birth = pick([
      `${date}.${month}.${born}`,
      person.birth,
      `${Number(date)}.${Number(month)}.${born}`,
      `${date}.${month}.${born} 00:00`,
    ])
    // A year of two digits means the last hundred years.
    if (isSometimes(0.08)) birth = `${Number(date)}.${Number(month)}.${born.slice(2)}`
    if (isSometimes(0.03)) {
      birth = pick(['00.00.0000', 'unbekannt', '?'])
      loses('birth')
    }
    let since = german(joined)
    if (isSometimes(0.04)) {
      since = joined.slice(0, 4)
      if (!joined.endsWith('-01-01')) loses('joined')
    }
    let iban = person.iban ?? ''
    if (isSometimes(0.3)) iban = iban.replace(/(.{4})/g, '$1 ').trim()
    if (iban && isSometimes(0.05)) {
      iban = `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`
      loses('iban')
    }
    let signed = person.signed ? german(person.signed) : ''
    if (signed && isSometimes(0.05)) {
      signed = ''
      loses('signed')
    }
    let email = person.email ?? pick(['', '', 'keine', '-'])
    if (person.email && isSometimes(0.15))
      email = pick([
        email.toUpperCase(),
        email.replace('@', '(at)'),
        `${email}; x@example.com`,
        `${email}.`,
        ` ${email}`,
      ])
    const [home = '', mobile = ''] = person.phones
    const isTogether = mobile !== '' && isSometimes(0.3)
    const dirtyPhone = (number: string) =>
      number &&
      pick([
        number,
        `Tel. ${number}`,
        `${number} (abends)`,
        `dienstl.: ${number}`,
        `${number}  `,
        number.replace(' ', '/'),
      ])
    const isShort = person.postcode.startsWith('0') && isSometimes(0.8)
    const row = [
      person.number,
      isSometimes(0.1) ? person.last.normalize('NFD') : person.last,
      `${person.first}${isSometimes(0.1) ? '  ' : ''}`,
      pick(TITLES[sex]),
      isSometimes(0.1) ? `${person.street}\u00a0` : person.street,
      `${isShort ? person.postcode.slice(1) : person.postcode} ${person.city}`,
      birth,
      since,
      person.left ? german(person.left) : pick(['', '', '31.12.9999']),
      iban,
      person.reference ?? '',
      signed,
      pick(PAYMENTS[payment]),
      email,
      isTogether ? `${home} od. ${mobile}` : dirtyPhone(home),
      isTogether ? '' : dirtyPhone(mobile),
      isSometimes(0.1) ? (person.sections[0] ?? '').replace('ß', 'ss') : (person.sections[0] ?? ''),
      person.group,
    ]
    rows.push(row)
    const [, second] = person.sections
    if (second) rows.push(row.with(16, second))
    if (at % 20 === 7) late.push(row.with(0, `9${at}0`))
  }
  const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = [['Mitgliederliste'], [], [...HEADERS], ...rows, ...late, ['', `Summe: ${rows.length}`]]
  return {
    csv: lines.map((cells) => cells.map(quoted).join(';')).join('\r\n'),
    truth,
    lost,
    doubles: late.length,
  }
}

type Json = Record<string, unknown>

/** The keys under which persons have the custom columns of the file. */
export type ClubKeys = { group: string; sections: string }

/**
 * In what persons, as the API has them, differ from the truth, as `NUMBER field`: one who is missing or too much, a field that the
 * file has not lost.
 */
export function differencesFrom({ truth, lost }: DirtyClub, persons: Json[], keys: ClubKeys): string[] {
  const byNumber = new Map(persons.map((person) => [person.membership_number, fieldsOf(person, keys)]))
  const differences = truth.flatMap(({ sections, phones, ...person }) => {
    const found = byNumber.get(person.number)
    if (!found) return [`${person.number} is missing`]
    const wanted: Json = {
      ...person,
      sections: sections.toSorted().join(),
      phones: phones.map(digitsOf).join(),
    }
    return Object.keys(wanted)
      .filter((field) => (found[field] ?? null) !== (wanted[field] ?? null))
      .map((field) => `${person.number} ${field}`)
  })
  const numbers = new Set<unknown>(truth.map(({ number }) => number))
  const more = persons.filter(({ membership_number }) => !numbers.has(membership_number))
  return [
    ...differences.filter((difference) => !lost.has(difference)),
    ...more.map(({ membership_number }) => `${membership_number} is too much`),
    ...(persons.length === byNumber.size ? [] : ['two have one number']),
  ]
}

/** What a person of the API is, by the fields of the truth. */
function fieldsOf(person: Json, { group, sections }: ClubKeys): Json {
  const [name, address, account, mandate]: Json[] = [
    person.name,
    person.address,
    person.bank_account,
    person.sepa_mandate,
  ].map(Object)
  return {
    number: person.membership_number,
    first: name?.first_name,
    last: name?.last_name,
    sex: person.sex,
    birth: person.birthdate,
    joined: person.join_date,
    left: person.leave_date,
    street: address?.street,
    postcode: address?.postcode,
    city: address?.city,
    iban: account?.iban,
    reference: mandate?.reference,
    signed: mandate?.signature_date,
    email: person.email,
    payment: person.payment_method,
    group: person[group],
    sections: [...((person[sections] ?? []) as string[])].sort().join(),
    phones: ((person.phone_numbers ?? []) as { number: string }[])
      .map(({ number }) => digitsOf(number))
      .join(),
  }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const two = (number: number): string => String(number).padStart(2, '0')
const german = (date: string): string => date.split('-').reverse().join('.')
const letters = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
