import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { readAmount } from '../../src/domain/imports/cells/amount'
import { readChoice, wordsIn } from '../../src/domain/imports/cells/choice'
import { readCountry } from '../../src/domain/imports/cells/country'
import { dateReader } from '../../src/domain/imports/cells/date'
import { readEmail } from '../../src/domain/imports/cells/email'
import type { Reader, ReaderContext } from '../../src/domain/imports/cells/grade'
import { readBic, readIban } from '../../src/domain/imports/cells/iban'
import { readLeaveReason } from '../../src/domain/imports/cells/leave-reason'
import { readLink } from '../../src/domain/imports/cells/link'
import { readReference } from '../../src/domain/imports/cells/mandate'
import { readName } from '../../src/domain/imports/cells/name'
import { readPayment } from '../../src/domain/imports/cells/payment'
import { readPhones } from '../../src/domain/imports/cells/phone'
import { readPostcode, readPostcodeAndCity } from '../../src/domain/imports/cells/postcode'
import { readSex } from '../../src/domain/imports/cells/sex'
import { readKey, readLine, readNumber, readText } from '../../src/domain/imports/cells/text'
import { readYesNo } from '../../src/domain/imports/cells/yes-no'
import { anyText } from '../support/any-text'
import { runs } from '../support/runs'

const column: CustomColumn = {
  id: 'col_1',
  type: 'string',
  name: 'Abteilung',
  allowed_values: ['Fußball', 'Turnen', 'Kind/Jugend'],
  external_id: null,
}
const context: ReaderContext = { today: '2026-11-25', locale: 'de', order: 'dmy' }
const withColumn = { ...context, column }

/** What a reader makes of a text, in short: the value, a doubt with its kind, or why it is left out. */
function short(reader: Reader, text: string, given: ReaderContext = context): unknown {
  const reading = reader(text, given)
  if (reading.grade === 'wrong') return `wrong: ${reading.code}`
  return reading.grade === 'doubtful' ? [reading.kind, reading.value] : reading.value
}

describe('dates', () => {
  it.each([
    ['1967-03-01', '1967-03-01'],
    ['1.3.1967', '1967-03-01'],
    ['01. 03. 1967', '1967-03-01'],
    ['01.03.1967 00:00:00', '1967-03-01'],
    ['1967-03-01T00:00:00', '1967-03-01'],
    ['1/3/1967', '1967-03-01'],
    ['3/25/1967', '1967-03-25'],
    ['1967/3/1', '1967-03-01'],
    ['1-3-1967', '1967-03-01'],
    ['01031967', '1967-03-01'],
    ['19670301', '1967-03-01'],
    ['24532', '1967-03-01'],
    ['1. März 1967', '1967-03-01'],
    ['1 March 1967', '1967-03-01'],
    ['Mar 1, 1967', '1967-03-01'],
    ['geb. 1.3.1967', '1967-03-01'],
    ['Mi, 1.3.1967', '1967-03-01'],
    ['1.3.67', ['two_digit_year', '1967-03-01']],
    ['1.3.26', ['two_digit_year', '2026-03-01']],
    ['31.12.26', ['two_digit_year', '1926-12-31']],
    ['3/1/67', ['two_digit_year', '1967-01-03']],
    ['1967', ['year_only', '1967-01-01']],
    ['03/1967', ['year_only', '1967-03-01']],
    ['00.01.1900', 'wrong: no_value'],
    ['1.1.1900', ['unlikely_birthdate', '1900-01-01']],
    ['2.1.1901', ['unlikely_birthdate', '1901-01-02']],
    ['31.02.1967', 'wrong: date_impossible'],
    ['29.02.1900', 'wrong: date_impossible'],
    ['1.1.2027', 'wrong: date_in_future'],
    ['00.00.0000', 'wrong: no_value'],
    ['unbekannt', 'wrong: no_value'],
    ['-', 'wrong: no_value'],
    ['Frühling', 'wrong: date_wrong'],
  ])('reads the birthdate %s', (text, expected) => {
    expect(short(dateReader('birth'), text)).toEqual(expected)
  })

  it('reads the month first if the column has it so', () => {
    const monthFirst = { ...context, order: 'mdy' as const }
    expect(short(dateReader('birth'), '3/1/1967', monthFirst)).toBe('1967-03-01')
    expect(short(dateReader('birth'), '25/3/1967', monthFirst)).toBe('1967-03-25')
    expect(short(dateReader('birth'), '1.3.1967', monthFirst)).toBe('1967-03-01')
  })

  it('takes years to come for leaving alone', () => {
    expect(short(dateReader('leave'), '31.12.27')).toEqual(['two_digit_year', '2027-12-31'])
    for (const text of ['31.12.9999', '9999-12-31', '00.00.0000', '-'])
      expect(short(dateReader('leave'), text)).toBe(null)
    expect(short(dateReader('leave'), '31.12.2126')).toBe('wrong: date_too_far')
    expect(short(dateReader('past'), '31.12.2027')).toBe('wrong: date_in_future')
  })
})

it.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG ', 'Ada@example.org'],
  ['ADA@EXAMPLE.ORG', 'ada@example.org'],
  ['mailto:ada@example.org', 'ada@example.org'],
  ['Ada Lovelace <ada@example.org>', 'ada@example.org'],
  ['ada@example.org.', 'ada@example.org'],
  ['ada @ example.org', 'ada@example.org'],
  ['ada(at)example.org', ['at_in_words', 'ada@example.org']],
  ['ada [at] example [dot] org', ['at_in_words', 'ada@example.org']],
  ['ada@example.org; b@example.org', ['several_emails', 'ada@example.org']],
  ['ada@example.org, b@example.org', ['several_emails', 'ada@example.org']],
  ['ada@example.org / b@example.org', ['several_emails', 'ada@example.org']],
  ['keine', null],
  ['-', null],
  ['k.A.', null],
  ['ada.example.org', 'wrong: email_wrong'],
  ['ada@example', 'wrong: email_wrong'],
])('reads the e-mail address %s', (text, expected) => {
  expect(short(readEmail, text)).toEqual(expected)
})

it.each([
  ['06501 4912', [{ label: null, number: '06501 4912' }]],
  ['Tel. 06501/4912', [{ label: null, number: '06501/4912' }]],
  ['privat: 0651-12345', [{ label: 'privat', number: '0651-12345' }]],
  ['0171 123456 (abends)', [{ label: 'abends', number: '0171 123456' }]],
  ['0171 123456 privat', [{ label: 'privat', number: '0171 123456' }]],
  ['0651 / 123 456', [{ label: null, number: '0651 / 123 456' }]],
  [
    '0651 12345 od. 0172 67890',
    [
      { label: null, number: '0651 12345' },
      { label: null, number: '0172 67890' },
    ],
  ],
  [
    '0651/12345 / 0172/67890',
    [
      { label: null, number: '0651/12345' },
      { label: null, number: '0172/67890' },
    ],
  ],
  ['(06501) 4912', [{ label: null, number: '(06501) 4912' }]],
  ['+49 (0)651 12345', [{ label: null, number: '+49 (0)651 12345' }]],
  ['keins', null],
  ['nein', null],
  ['im Telefonbuch', 'wrong: phone_wrong'],
])('reads the phone number %s', (text, expected) => {
  expect(short(readPhones, text)).toEqual(expected)
})

it.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['IBAN: de89370400440532013000', 'DE89370400440532013000'],
  ['DE89 3704 0044 0532 0130 01', 'wrong: iban_wrong'],
  ['keine', null],
])('reads the IBAN %s', (text, expected) => {
  expect(short(readIban, text)).toEqual(expected)
})

it.each([
  ['54321', {}, '54321'],
  ['D-54321', {}, '54321'],
  ['1067', {}, ['postcode_zero', '01067']],
  ['1067', { country: 'DE' }, ['postcode_zero', '01067']],
  ['1010', { country: 'AT' }, '1010'],
  ['A-1010', {}, '1010'],
  ['SW1A 1AA', {}, 'SW1A 1AA'],
  ['unbekannt', {}, 'wrong: postcode_wrong'],
])('reads the postcode %s of %o', (text, more, expected) => {
  expect(short(readPostcode, text, { ...context, ...more })).toEqual(expected)
})

it('reads a postcode and a city in one cell', () => {
  expect(short(readPostcodeAndCity, 'D-54321 Bad Beispiel')).toEqual({
    postcode: '54321',
    city: 'Bad Beispiel',
  })
  expect(short(readPostcodeAndCity, '1067 Dresden')).toEqual([
    'postcode_zero',
    { postcode: '01067', city: 'Dresden' },
  ])
  expect(short(readPostcodeAndCity, 'Dresden')).toEqual({ postcode: null, city: 'Dresden' })
})

it.each([
  ['Deutschland', 'DE'],
  ['D', 'DE'],
  ['GER', 'DE'],
  ['Germany', 'DE'],
  ['österreich', 'AT'],
  ['Oesterreich', 'AT'],
  ['CH', 'CH'],
  ['Luxembourg', 'LU'],
  ['Vereinigtes Königreich', 'GB'],
  ['NO', 'NO'],
  ['NA', 'NA'],
  ['no', null],
  ['n/a', null],
  ['k.A.', null],
  ['Narnia', 'wrong: country_unknown'],
])('reads the country %s', (text, expected) => {
  expect(short(readCountry, text)).toEqual(expected)
})

it.each([
  ...[
    'Lastschrift',
    'LS',
    'SEPA',
    'SEPA-Lastschrift',
    'Bankeinzug',
    'Abbucher',
    'Einzugsermächtigung',
    'direct debit',
  ].map((word) => [word, 'direct_debit']),
  ...[
    'Überweisung',
    'Rechnung',
    'ÜW',
    'Selbstzahler',
    'Dauerauftrag',
    'UEBERWEISUNG',
    'bank transfer',
    'invoice',
  ].map((word) => [word, 'bank_transfer']),
  ...['Bar', 'Barzahler', 'Barzahlung', 'bar', 'cash'].map((word): [string, unknown] => [word, 'cash']),
  ['PayPal', ['payment_word', null]],
  ['keine Lastschrift', ['payment_word', null]],
] as [string, unknown][])('reads the payment %s', (text, expected) => {
  expect(short(readPayment, text)).toEqual(expected)
})

it.each([
  ...['m', 'M', 'männlich', 'Herr', 'Herr Dr.', 'male'].map((word): [string, unknown] => [word, 'm']),
  ...['w', 'W', 'weiblich', 'Frau', 'f', 'Female', 'Frau Prof. Dr.'].map((word): [string, unknown] => [
    word,
    'f',
  ]),
  ...['d', 'divers'].map((word): [string, unknown] => [word, 'd']),
  ['x', 'x'],
  ['k.A.', null],
  ['Herr und Frau', 'wrong: sex_unknown'],
  ['Firma', 'wrong: sex_unknown'],
])('reads the sex %s', (text, expected) => {
  expect(short(readSex, text)).toEqual(expected)
})

it.each([
  ...['left', 'Austritt', 'Kündigung', 'gekündigt', 'ausgetreten'].map((word): [string, unknown] => [
    word,
    'left',
  ]),
  ...['verstorben', 'Tod', '† verstorben', 'verst.'].map((word): [string, unknown] => [word, 'deceased']),
  ...['Ausschluss', 'ausgeschlossen', 'gestrichen'].map((word): [string, unknown] => [word, 'excluded']),
  ...['Umzug', 'verzogen', 'weggezogen', 'moved away'].map((word): [string, unknown] => [word, 'moved']),
  ['-', null],
  ['kein Interesse', 'wrong: leave_reason_unknown'],
])('reads the reason to leave %s', (text, expected) => {
  expect(short(readLeaveReason, text)).toEqual(expected)
})

it.each([
  ...['x', 'X', 'ja', 'Ja', '1', 'wahr', 'true', 'yes', '✓'].map((word): [string, unknown] => [word, true]),
  ...['nein', 'Nein', '0', 'falsch', 'no', '✗', '✘'].map((word): [string, unknown] => [word, false]),
  ['vielleicht', ['unknown_word', null]],
])('reads the yes or no %s', (text, expected) => {
  expect(short(readYesNo, text)).toEqual(expected)
})

it.each([
  ['48', 48],
  ['48 €', 48],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1234.5', 1234.5],
  ['48,-', 48],
  ['1.234', ['amount_thousands', 1234]],
  ['0651', 'wrong: number_wrong'],
  ['viel', 'wrong: number_wrong'],
])('reads the amount %s', (text, expected) => {
  expect(short(readAmount, text)).toEqual(expected)
})

it('takes a full stop for a decimal point if the file says so', () => {
  expect(short(readAmount, '1.234', { ...context, isDecimalPoint: true })).toBe(1.234)
})

it.each([
  ['Müller, Jörg', { first_name: 'Jörg', last_name: 'Müller' }],
  ['Jörg Müller', { first_name: 'Jörg', last_name: 'Müller' }],
  ['Jörg von der Heide', { first_name: 'Jörg', last_name: 'von der Heide' }],
  ['Dr. Jörg Müller', { first_name: 'Dr. Jörg', last_name: 'Müller' }],
  ['Müller', { first_name: null, last_name: 'Müller' }],
  ['Bäckerei Müller GmbH', { first_name: null, last_name: 'Bäckerei Müller GmbH' }],
  ['Anna Lena Müller', ['name_of_three_words', { first_name: 'Anna Lena', last_name: 'Müller' }]],
])('reads the name %s', (text, expected) => {
  expect(short(readName, text)).toEqual(expected)
})

it('reads the last name first if the header says so', () => {
  expect(short(readName, 'Müller Jörg', { ...context, header: 'Name Vorname' })).toEqual({
    first_name: 'Jörg',
    last_name: 'Müller',
  })
})

it('reads words of a choice by their folded letters', () => {
  expect(short(readChoice, 'Fussball', withColumn)).toBe('Fußball')
  expect(short(readChoice, 'TURNEN ', withColumn)).toBe('Turnen')
  expect(short(readChoice, 'Judo', withColumn)).toEqual(['unknown_word', null])
  expect(wordsIn('Fußball/Turnen; Judo + Tennis')).toEqual(['Fußball', 'Turnen', 'Judo', 'Tennis'])
  expect(wordsIn('Kind / Jugend', column)).toEqual(['Kind / Jugend'])
  expect(wordsIn('["a/b"]')).toEqual(['a/b'])
})

it('tidies texts, and takes references and keys as they are', () => {
  expect(short(readLine, ' Mu\u0308ller\u00a0 \u200bJörg\n')).toBe('Müller Jörg')
  expect(short(readText, 'eins  \r\n zwei')).toBe('eins\nzwei')
  expect(short(readLine, '=SUMME(A1)')).toEqual(['formula', '=SUMME(A1)'])
  expect(short(readLine, '1,23457E+12')).toEqual(['rounded_number', '1234570000000'])
  expect(short(readLine, '#NV')).toBe('wrong: error_value')
  expect(short(readNumber, '0017')).toBe('0017')
  expect(short(readReference, 'TSV_1001 a')).toBe('TSV_1001 a')
  expect(short(readReference, 'x'.repeat(36))).toBe('wrong: reference_wrong')
  expect(short(readKey, ' crm 1')).toBe(' crm 1')
})

/** Each reader with the text of what it returns, as a file would have it. */
const READERS: Record<string, [Reader, ReaderContext?, ((value: never) => string)?]> = {
  line: [readLine],
  text: [readText],
  number: [readNumber],
  key: [readKey],
  birthdate: [dateReader('birth')],
  joining: [dateReader('join')],
  leaving: [dateReader('leave')],
  signature: [dateReader('past')],
  date: [dateReader('any')],
  email: [readEmail],
  iban: [readIban],
  bic: [readBic],
  phones: [readPhones, context, JSON.stringify],
  postcode: [readPostcode],
  postcodeAndCity: [
    readPostcodeAndCity,
    context,
    ({ postcode, city }: { postcode: string | null; city: string | null }) =>
      [postcode, city].filter(Boolean).join(' '),
  ],
  country: [readCountry],
  payment: [readPayment],
  sex: [readSex],
  leave_reason: [readLeaveReason],
  yesNo: [readYesNo],
  choice: [readChoice, withColumn],
  word: [readChoice],
  amount: [readAmount],
  reference: [readReference],
  link: [readLink],
  name: [
    readName,
    context,
    ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
      `${last_name ?? ''},${first_name ?? ''}`,
  ],
}

/** Texts that look like something, so that readers get to their ends. */
const likeCells = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom(...'0123456789./- :,'), maxLength: 14 }),
  fc.string({ unit: fc.constantFrom(...'0123456789/+() telod.;privat'), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'ab@.; (at)oder/,<>'), maxLength: 30 }),
  fc
    .tuple(
      anyText,
      fc.constantFrom('1.3.67', 'ada@example.org', '0651 12345', 'Fußball', '54321', 'ja', '1.234'),
    )
    .map((parts) => parts.join(' ')),
  fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2030-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
)

it.each(Object.entries(READERS))(
  '%s never throws, and takes its own output as it is',
  (_, [reader, given = context, write = String]) => {
    fc.assert(
      fc.property(likeCells, (text) => {
        const reading = reader(text, given)
        if (reading.grade === 'wrong' || reading.value === null) return
        const again = reader(write(reading.value as never), given)
        expect(again.grade).not.toBe('wrong')
        expect('value' in again && again.value).toEqual(reading.value)
      }),
      runs(500),
    )
  },
)
