import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readStatements } from '../../src/domain/bank/camt/read'
import { type NumberedLine, numberLines } from '../../src/domain/bank/statements/fingerprint'
import { referencesIn } from '../../src/domain/bank/suggest/references'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { DomainError } from '../../src/domain/shared/errors'
import { errorsOf } from '../../src/http/issues'
import {
  type CamtEntry,
  type CamtFile,
  type CamtStatement,
  type CamtVersion,
  camt,
  camtText,
  zipOf,
} from '../support/camt'

const OWN = 'DE89370400440532013000'
const OTHER = 'DE02120300000000202051'
const VERSIONS: CamtVersion[] = [
  '053.02',
  '053.03',
  '053.04',
  '053.06',
  '053.08',
  '052.02',
  '052.06',
  '052.08',
]

const bytes = (text: string) => new TextEncoder().encode(text)
const statement = (entries: CamtEntry[], rest: Partial<CamtStatement> = {}): CamtStatement => ({
  iban: OWN,
  entries,
  ...rest,
})
const file = (entries: CamtEntry[], rest: Partial<CamtFile> = {}) =>
  camt({ statements: [statement(entries)], ...rest })

function lineOf(entry: CamtEntry, version: CamtVersion = '053.08') {
  const [read] = readStatements(file([entry], { version })).statements
  expect(read?.lines).toHaveLength(1)
  return read?.lines[0]
}

function issuesOf(upload: Uint8Array) {
  try {
    readStatements(upload)
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    return errorsOf((error as DomainError).issues ?? {})
  }
  throw new Error('it was read')
}

const CREDIT: CamtEntry = {
  amount: 5000,
  date: '2026-03-30',
  valued: '2026-03-31',
  code: 'NTRF+166+9248+991',
  details: [
    {
      debtor: { name: 'Änne Müßig & Söhne', iban: 'de02 1203 0000 0000 2020 51' },
      creditor: { name: 'Verein', iban: OWN },
      text: ['Beitrag 2026', 'Kind: Ole'],
      endToEnd: 'NOTPROVIDED',
      messageId: 'M-1',
    },
  ],
}

describe('the fields of a line', () => {
  it.each(VERSIONS)('reads a payment of camt.%s', (version) => {
    expect(lineOf(CREDIT, version)).toEqual({
      booked_on: '2026-03-30',
      valued_on: '2026-03-31',
      amount: 5000,
      currency: 'EUR',
      party_name: 'Änne Müßig & Söhne',
      party_iban: OTHER,
      text: 'Beitrag 2026 Kind: Ole',
      end_to_end: null,
      mandate_reference: null,
      batch_reference: 'M-1',
      gvc: '166',
      return_code: null,
      return_text: null,
      original_amount: null,
      charge: null,
      entry: 1,
      whole: null,
    })
  })

  it.each(VERSIONS)(
    'reads a returned direct debit of camt.%s with its debtor, reason and charge',
    (version) => {
      const returned: CamtEntry = {
        amount: -5300,
        details: [
          {
            debtor: { name: 'Ada Lovelace', iban: OTHER },
            creditor: { name: 'Verein', iban: OWN },
            endToEnd: 'RF-1',
            mandate: 'M-7',
            original: 5000,
            charges: [300, 0],
            returned: { code: 'AC04', text: 'Konto aufgelöst' },
          },
        ],
      }
      expect(lineOf(returned, version)).toMatchObject({
        amount: -5300,
        party_name: 'Ada Lovelace',
        party_iban: OTHER,
        end_to_end: 'RF-1',
        mandate_reference: 'M-7',
        return_code: 'AC04',
        return_text: 'Konto aufgelöst',
        original_amount: 5000,
        charge: 300,
      })
    },
  )

  it('tells a return by its transaction code where it has no details', () => {
    const family: [string, string] = ['IDDT', 'UPDD']
    expect(lineOf({ amount: -4800, family, info: 'RF-1', batch: {} })).toMatchObject({
      text: 'RF-1',
      return_text: 'RF-1',
    })
  })

  it('takes the amount of a debit that comes back from its details', () => {
    const back: CamtEntry = { amount: -4800, details: [{ amount: 4500, returned: { code: 'AC04' } }] }
    expect(lineOf(back)).toMatchObject({ amount: -4800, original_amount: 4500 })
  })

  it('leaves out a charge that is booked apart', () => {
    const back: CamtEntry = { amount: -4500, details: [{ charges: [300], returned: { code: 'AC04' } }] }
    const apart = camtText({ statements: [statement([back])] }).replace(
      /(<Chrgs>.*?<Rcrd>|<Chrgs>)/,
      '$1<ChrgInclInd>false</ChrgInclInd>',
    )
    const [read] = readStatements(bytes(apart)).statements
    expect(read?.lines[0]).toMatchObject({ amount: -4500, charge: null })
    expect(lineOf(back)).toMatchObject({ charge: 300 })
  })

  it('ignores information in currencies with more decimals than cents', () => {
    const text = camtText({ statements: [statement([{ amount: 3712, details: [{ original: 1234 }] }])] })
    const dinars = text.replace(/(<InstdAmt><Amt Ccy=")EUR">[\d.]+/, '$1KWD">12.345')
    expect(dinars).not.toBe(text)
    const [read] = readStatements(bytes(dinars)).statements
    expect(read?.lines[0]).toMatchObject({ amount: 3712, original_amount: null })
  })

  it('keeps a text that begins with a line of dashes', () => {
    expect(lineOf({ amount: 1, details: [{ text: ['------------ Ada Müller'] }] })?.text).toBe(
      '------------ Ada Müller',
    )
  })

  it('names no payer of an entry of several payments, of which it details one', () => {
    const details = [{ debtor: { name: 'Ada', iban: OTHER }, amount: 6000 }]
    const several = lineOf({ amount: 10_000, batch: { count: 2 }, details })
    expect(several).toMatchObject({ amount: 10_000, party_name: null, party_iban: null })
    expect(lineOf({ amount: 10_000, batch: { count: 1 }, details })?.party_name).toBe('Ada')
  })

  it('takes the creditor of a payment out, and of a returned transfer', () => {
    const parties = { debtor: { name: 'Verein', iban: OWN }, creditor: { name: 'Stadtwerke', iban: OTHER } }
    expect(lineOf({ amount: -1, details: [parties] })?.party_name).toBe('Stadtwerke')
    const back = { amount: 1, details: [{ ...parties, returned: { code: 'AC01' } }] }
    expect(lineOf(back)?.party_name).toBe('Stadtwerke')
  })

  it('takes the debtor of a reversal and of a return by its transaction code', () => {
    const parties = { debtor: { name: 'Ada' }, creditor: { name: 'Verein' } }
    expect(lineOf({ amount: -1, reversal: true, details: [parties] })).toMatchObject({
      amount: -1,
      party_name: 'Ada',
    })
    expect(lineOf({ amount: -1, code: 'NRTI+109', details: [parties] })).toMatchObject({
      party_name: 'Ada',
      gvc: '109',
    })
    expect(lineOf({ amount: -1, family: ['IDDT', 'UPDD'], details: [parties] })?.return_text).toBe('return')
  })

  it('never takes the account of the statement for that of the counterparty', () => {
    const turned = { debtor: { name: 'Verein', iban: OWN }, creditor: { name: 'Ada', iban: OTHER } }
    expect(lineOf({ amount: 1, details: [turned] })).toMatchObject({ party_name: 'Ada', party_iban: OTHER })
  })

  it('reads structured references beside the text, and the text of the entry where there are no details', () => {
    expect(lineOf({ amount: 1, details: [{ text: ['a'], structured: 'RF18539007547034' }] })?.text).toBe(
      'a RF18539007547034',
    )
    expect(lineOf({ amount: -1, info: 'ENTGELT' })?.text).toBe('ENTGELT')
    expect(lineOf({ amount: -1, info: 'ENTGELT', details: [{ text: ['NOTPROVIDED'] }] })?.text).toBe(
      'ENTGELT',
    )
  })

  it.each(['NOTPROVIDED', 'NONREF', 'n/a', 'Not Provided', ' - '])(
    'reads %j as no reference',
    (placeholder) => {
      const details = [{ endToEnd: placeholder, mandate: placeholder, debtor: { name: placeholder } }]
      expect(lineOf({ amount: 1, details })).toMatchObject({
        end_to_end: null,
        mandate_reference: null,
        party_name: null,
      })
    },
  )

  it('ignores the amount of a charge and other elements off its paths', () => {
    const text = camtText({
      statements: [statement([{ amount: 5000, details: [{ charges: [77], text: ['x'] }] }])],
    })
    const moved = text.replace(/<Ntry><Amt Ccy="EUR">50.00<\/Amt>/, '<Ntry>')
    expect(issuesOf(bytes(moved))).toEqual({ 'entries.0.amount': ['must be given (entry 1)'] })
  })

  it('reads what is in CDATA, in references to characters and under any prefix', () => {
    const details = [{ text: ['Placeholder'], debtor: { name: 'Name' } }]
    const text = camtText({ prefix: 'ns0', statements: [statement([{ amount: 1, details }])] })
      .replace('Placeholder', '<![CDATA[a < b]]> &amp; &#x20AC;')
      .replace('Name', '<!-- c -->&#246;<?pi x?>')
    const [read] = readStatements(bytes(text)).statements
    expect(read?.lines[0]).toMatchObject({ text: 'a < b & €', party_name: 'ö' })
  })
})

describe('dates and amounts', () => {
  it.each([
    ['2026-03-30', '2026-03-30'],
    ['2026-03-30T23:30:00+02:00', '2026-03-30'],
    ['2026-01-01T00:30:00+01:00', '2026-01-01'],
    ['2025-07-23T00:00:00.000000000', '2025-07-23'],
    ['2024-02-29T12:00:00Z', '2024-02-29'],
  ])('reads %s as %s', (date, expected) => {
    expect(lineOf({ amount: 1, date })?.booked_on).toBe(expected)
  })

  it.each(['2026-02-29', '2026-13-01', '30.03.2026', '2026-03-30 ?', '20260330'])(
    'refuses the date %s',
    (date) => {
      expect(issuesOf(file([{ amount: 1, date }]))).toHaveProperty(['entries.0.booked_on'])
    },
  )

  it.each([
    ['50', 5000],
    ['50.1', 5010],
    ['50.10000', 5010],
    ['0.01', 1],
    [' 7.00 ', 700],
  ])('reads the amount %s', (amountText, cents) => {
    expect(lineOf({ amount: 1, amountText })?.amount).toBe(cents)
  })

  it.each(['100.0000000000005', '1.005', '-5', '+5', '5,00', '1e3', '', '.5', '1 000', '12345678901', 'NaN'])(
    'refuses the amount %j with the number of the entry',
    (amountText) => {
      const issues = issuesOf(file([{ amount: 1 }, { amount: 1, amountText }]))
      expect(Object.keys(issues ?? {})).toEqual(['entries.1.amount'])
      expect(issues?.['entries.1.amount']?.[0]).toMatch(/^must .* \(entry 2\)$/)
    },
  )

  it('refuses an entry without status, sign, date or currency', () => {
    const text = camtText({ statements: [statement([{ amount: 1 }])] })
    const without = (pattern: RegExp) => issuesOf(bytes(text.replace(pattern, '')))
    expect(without(/<Sts>.*<\/Sts>/)).toHaveProperty(['entries.0.status'])
    expect(without(/(?<=<\/Amt>)<CdtDbtInd>CRDT<\/CdtDbtInd>(?=<Sts>)/)).toHaveProperty([
      'entries.0.credit_or_debit',
    ])
    expect(without(/<BookgDt>.*<\/BookgDt>/)).toHaveProperty(['entries.0.booked_on'])
    expect(without(/ Ccy="EUR"/)).toHaveProperty(['entries.0.amount'])
  })

  it('takes no currency from another amount', () => {
    const text = camtText({ statements: [statement([{ amount: 1 }])] })
    const twice = text.replace(/<Amt Ccy="EUR">(0\.01)<\/Amt>/, '<Amt>$1</Amt>$&')
    expect(issuesOf(bytes(twice))).toEqual({ 'entries.0.amount': ['must name its currency (entry 1)'] })
  })

  it('skips entries that are not booked or zero, and says which', () => {
    const entries = [
      { amount: 1 },
      { amount: 2, status: 'PDNG' },
      { amount: 0 },
      { amount: 3, status: 'INFO' },
    ]
    for (const version of ['053.02', '053.08'] as const) {
      const [read] = readStatements(file(entries, { version })).statements
      expect(read?.lines.map(({ entry }) => entry)).toEqual([1])
      expect(read?.skipped).toEqual([
        { entry: 2, reason: 'not_booked' },
        { entry: 3, reason: 'zero_amount' },
        { entry: 4, reason: 'not_booked' },
      ])
    }
  })
})

describe('batches', () => {
  const parts = [
    { amount: 3000, text: ['a'] },
    { amount: 2000, text: ['b'] },
  ]

  it.each(VERSIONS)('splits a batch of camt.%s that adds up', (version) => {
    const batch = { messageId: 'MSG', paymentId: 'PMT', count: 2 }
    const [read] = readStatements(file([{ amount: 5000, batch, details: parts }], { version })).statements
    expect(
      read?.lines.map(({ amount, text, entry, batch_reference }) => [amount, text, entry, batch_reference]),
    ).toEqual([
      [3000, 'a', 1, 'PMT'],
      [2000, 'b', 1, 'PMT'],
    ])
  })

  it('tells how an entry is told, by the reference of the bank, of the batch, or its payments', () => {
    const wholeOf = (entry: Partial<CamtEntry>) =>
      readStatements(file([{ amount: 5000, ...entry }])).statements[0]?.lines[0]?.whole
    const batch = { messageId: 'MSG', count: 2 }
    expect(wholeOf({ batch, reference: 'BANK', details: parts })).toEqual({
      kind: 'split',
      amount: 5000,
      reference: 'BANK',
    })
    const family: [string, string] = ['IDDT', 'ESDD']
    expect(wholeOf({ batch, details: parts, family })).toMatchObject({ kind: 'detailed', reference: 'MSG' })
    expect(wholeOf({ batch: { count: 3 } })).toMatchObject({ kind: 'plain', reference: '3' })
    expect(wholeOf({ reference: 'BANK' })).toMatchObject({ kind: 'plain', reference: 'BANK' })
    expect(wholeOf({ batch, details: [{ text: ['a'] }] })).toMatchObject({ kind: 'plain', reference: 'MSG' })
    expect(wholeOf({ reference: 'BANK', details: [{ text: ['a'] }] })).toBeNull()
    expect(wholeOf({ reference: 'NONREF' })).toBeNull()
  })

  it('splits parts of both directions', () => {
    const details = [
      { amount: -5000, text: ['a'] },
      { amount: 300, text: ['b'] },
    ]
    const [read] = readStatements(file([{ amount: -4700, details }])).statements
    expect(read?.lines.map(({ amount }) => amount)).toEqual([-5000, 300])
  })

  it.each([
    ['an amount is missing', [{ amount: 3000, text: ['a'] }, { text: ['b'] }]],
    [
      'the sum is another',
      [
        { amount: 3000, text: ['a'] },
        { amount: 1999, text: ['b'] },
      ],
    ],
    [
      'a currency is another',
      [
        { amount: 3000, text: ['a'] },
        { amount: 2000, currency: 'CHF', text: ['b'] },
      ],
    ],
  ])('keeps one line where %s', (_, details) => {
    expect(lineOf({ amount: 5000, details })).toMatchObject({ amount: 5000, text: 'a b', party_name: null })
  })

  it('keeps the credit of a collection as one line', () => {
    const entry = { amount: 5000, batch: { paymentId: 'PMT' }, details: parts }
    expect(lineOf({ ...entry, family: ['IDDT', 'ESDD'] })).toMatchObject({
      amount: 5000,
      batch_reference: 'PMT',
    })
    expect(lineOf({ ...entry, code: 'NDDT+192+9248' })).toMatchObject({
      amount: 5000,
      batch_reference: 'PMT',
    })
  })
})

describe('statements', () => {
  it('reads several statements and accounts, with their balances and periods', () => {
    const upload = camt({
      statements: [
        statement([{ amount: 100, date: '2026-03-02' }], {
          id: 'A',
          opening: 1000,
          period: ['2026-03-01', '2026-03-03'],
        }),
        statement([{ amount: -50, date: '2026-03-04' }], {
          id: 'B',
          iban: OTHER,
          opening: -20,
          balanceTypes: ['PRCD', 'CLBD'],
        }),
        statement([], { id: 'C' }),
      ],
    })
    expect(
      readStatements(upload).statements.map(({ lines, skipped, ...rest }) => [rest, lines.length]),
    ).toMatchObject([
      [
        {
          iban: OWN,
          id: 'A',
          statement: 1,
          opening: 1000,
          closing: 1100,
          from: '2026-03-01',
          to: '2026-03-03',
        },
        1,
      ],
      [
        {
          iban: OTHER,
          id: 'B',
          statement: 2,
          opening: -20,
          closing: -70,
          from: '2026-03-04',
          to: '2026-03-04',
        },
        1,
      ],
      [{ iban: OWN, id: 'C', statement: 3, opening: null, closing: null, from: null, to: null }, 0],
    ])
  })

  it('counts entries through the file', () => {
    const upload = camt({
      statements: [statement([{ amount: 1 }]), statement([{ amount: 1, amountText: 'x' }])],
    })
    expect(issuesOf(upload)).toHaveProperty(['entries.1.amount'])
  })

  it('refuses a statement whose entries do not add up, and leaves the balances out of a report', () => {
    const wrong = [
      statement([{ amount: 1 }], { opening: 0 }),
      statement([{ amount: 100 }], { opening: 0, closing: 101 }),
    ]
    expect(issuesOf(camt({ statements: wrong }))).toEqual({
      'statements.1.closing': ['must be the opening balance plus the booked entries (statement 2)'],
    })
    const [, report] = readStatements(camt({ version: '052.08', statements: wrong })).statements
    expect(report).toMatchObject({ opening: null, closing: null, lines: [{ amount: 100 }] })
  })

  it('takes the latest of several closing balances, in whatever order they are', () => {
    const text = camtText({
      statements: [statement([{ amount: 100, date: '2026-03-31' }], { opening: 0, closing: 100 })],
    })
    const [closing = ''] = text.match(/<Bal>(?:(?!<Bal>).)*CLBD.*?<\/Bal>/s) ?? []
    const earlier = closing.replace('2026-03-31', '2026-03-15').replace('>1.00<', '>0.40<')
    expect(earlier).not.toBe(closing)
    const bytes = new TextEncoder().encode(text.replace(closing, closing + earlier))
    expect(readStatements(bytes).statements).toMatchObject([{ opening: 0, closing: 100 }])
  })

  describe('entries in another currency', () => {
    const euros = [{ amount: 4800 }]
    const dollar: CamtEntry = { amount: 100, currency: 'USD' }
    const read = (closing: number, ...entries: CamtEntry[]) =>
      camt({ statements: [statement([...euros, ...entries], { opening: 0, closing, currency: 'EUR' })] })
    const added = (upload: Uint8Array) => readStatements(upload).statements[0]?.lines.length
    const refused = {
      'statements.0.closing': ['must be the opening balance plus the booked entries (statement 1)'],
    }

    it('do not hide that the others do not add up', () => {
      expect(issuesOf(read(999_900, dollar))).toEqual(refused)
      expect(issuesOf(read(4900, dollar))).toEqual(refused)
      expect(issuesOf(camt({ statements: [statement([dollar], { opening: 0, closing: 5 })] }))).toEqual(
        refused,
      )
    })

    it('are left out of a sum that adds up without them', () => {
      expect(added(read(4800, dollar))).toBe(2)
    })

    it('count with what they amount to in the currency of the account', () => {
      const withValue = (upload: Uint8Array, element: string) =>
        bytes(
          new TextDecoder()
            .decode(upload)
            .replaceAll(
              /(<Amt Ccy="USD">.*?<\/BookgDt>)/g,
              `$1<AmtDtls><${element}><Amt Ccy="EUR">0.92</Amt></${element}></AmtDtls>`,
            ),
        )
      for (const element of ['InstdAmt', 'TxAmt', 'CntrValAmt']) {
        expect(added(withValue(read(4892, dollar), element))).toBe(2)
        expect(added(withValue(read(4708, { ...dollar, amount: -100 }), element))).toBe(2)
        expect(added(withValue(read(4984, dollar, dollar), element))).toBe(3)
        expect(issuesOf(withValue(read(4893, dollar), element))).toEqual(refused)
      }
      expect(added(read(4892, { ...dollar, details: [{ currency: 'EUR', original: 92 }] }))).toBe(2)
      const other = { amount: 100, currency: 'CHF' }
      expect(issuesOf(withValue(read(4892, dollar, other), 'TxAmt'))).toEqual(refused)
    })
  })

  it('does not add up pages and missing balances', () => {
    const entries = [{ amount: 100 }]
    for (const given of [
      statement(entries, { opening: 0, closing: 5, page: [2, true] }),
      statement(entries, { opening: 0, closing: 5, page: [1, false] }),
      statement(entries, { opening: null, closing: 5 }),
    ])
      expect(readStatements(camt({ statements: [given] })).statements).toHaveLength(1)
  })

  it('refuses a page without a number', () => {
    const text = camtText({ statements: [statement([{ amount: 1 }], { page: [2, true] })] })
    expect(issuesOf(bytes(text.replace('<PgNb>2<', '<PgNb>x<')))).toHaveProperty(['statements.0.page'])
  })

  it('refuses an account without an IBAN', () => {
    const text = camtText({ statements: [statement([{ amount: 1 }])] }).replace(/<IBAN>.*?<\/IBAN>/, '')
    expect(issuesOf(bytes(text))).toHaveProperty(['statements.0.iban'])
    const withOther = (id: string) =>
      bytes(text.replace('<Acct>', `<Acct><Id><Othr><Id>${id}</Id></Othr></Id>`))
    expect(issuesOf(withOther('1234567'))).toHaveProperty(['statements.0.iban'])
    expect(readStatements(withOther(OWN)).statements[0]?.iban).toBe(OWN)
  })
})

describe('files', () => {
  const text = (encoding: string) =>
    camtText({
      encoding,
      statements: [statement([{ amount: 1, details: [{ debtor: { name: 'Jürgen Groß' } }] }])],
    })
  const latin = (content: string) => Uint8Array.from(content, (character) => character.charCodeAt(0))
  const nameIn = (upload: Uint8Array) => readStatements(upload).statements[0]?.lines[0]?.party_name

  it('reads UTF-8 with and without a byte order mark, UTF-16 and declared encodings', () => {
    const utf16 = (content: string) => new Uint8Array(new Uint16Array(latin16(content)).buffer)
    const latin16 = (content: string) => Array.from(content, (character) => character.charCodeAt(0))
    for (const upload of [
      bytes(text('UTF-8')),
      bytes(`\ufeff${text('UTF-8')}`),
      bytes(`\ufeff${text('ISO-8859-1')}`),
      latin(text('ISO-8859-1')),
      latin(text('iso-8859-15')),
      latin(text('windows-1252')),
      utf16(`\ufeff${text('UTF-16')}`),
      utf16(text('UTF-16')),
    ])
      expect(nameIn(upload)).toBe('Jürgen Groß')
  })

  it.each([
    ['bytes that are not of the encoding', latin(text('UTF-8')), /encoding it declares/],
    ['an unknown encoding', bytes(text('EBCDIC-X')), /encoding that is not supported/],
    ['nothing', new Uint8Array(), /not well-formed/],
    ['text', bytes('Buchungstag;Betrag\n1;2'), /not well-formed XML \(line 2\)/],
    ['a JSON object', bytes('{"a":1}'), /not well-formed/],
    ['another root', bytes('<html><body>'), /camt\.053/],
    ['an empty document', bytes('<Document/>'), /must contain a statement/],
    [
      'a payment',
      bytes('<Document><CstmrDrctDbtInitn><GrpHdr/></CstmrDrctDbtInitn></Document>'),
      /camt\.053/,
    ],
    [
      'a notification',
      bytes('<Document><BkToCstmrDbtCdtNtfctn><GrpHdr/></BkToCstmrDbtCdtNtfctn></Document>'),
      /camt\.054/,
    ],
    ['a cut file', bytes(text('UTF-8').slice(0, -30)), /not well-formed/],
    ['elements that cross', bytes('<Document><BkToCstmrStmt></Document></BkToCstmrStmt>'), /not well-formed/],
    ['an unknown entity', bytes('<Document>&auml;</Document>'), /not well-formed/],
    ['a ZIP without XML', zipSync({ 'a.pdf': bytes('x') }), /contain an XML file/],
    ['an empty ZIP', zipSync({}), /contain an XML file/],
    ['a damaged ZIP', zipOf(bytes(text('UTF-8'))).slice(0, -40), /damaged/],
  ])('refuses %s', (_, upload, message) => {
    expect(
      Object.values(issuesOf(upload) ?? {})
        .flat()
        .join(),
    ).toMatch(message)
  })

  it('refuses document types: external entities, and entities that grow', () => {
    const bomb = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')
    for (const doctype of [
      '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      `<!DOCTYPE Document [<!ENTITY e0 "x">${bomb}]>`,
      '<!DOCTYPE Document SYSTEM "https://example.org/a.dtd">',
    ]) {
      const upload = bytes(text('UTF-8').replace('?>', `?>${doctype}`).replace('Jürgen', '&e20;'))
      expect(issuesOf(upload)?.body?.join()).toMatch(/DOCTYPE/)
    }
  })

  it('refuses elements that are too deep or too many for an entry', () => {
    const nested = (content: string) => text('UTF-8').replace('<NtryDtls>', `<NtryDtls>${content}`)
    expect(issuesOf(bytes(nested('<a>'.repeat(100))))?.body?.join()).toMatch(/deeper/)
    expect(Object.values(issuesOf(bytes(nested('<a/>'.repeat(50_000)))) ?? {}).join()).toMatch(/more details/)
  })

  it('never shows what is in the file', () => {
    const secret = 'DE00SECRET'
    const whole = text('UTF-8').replaceAll(/Jürgen Groß|EUR|CRDT|BOOK|2026-03-31|S1/g, secret)
    for (let end = 1; end < whole.length; end += 7) {
      const issues = JSON.stringify(issuesOf(bytes(whole.slice(0, end))))
      expect(issues).not.toContain('SECRET')
    }
  })

  it('reads every XML file of a ZIP, and names the one that is wrong', () => {
    const good = file([{ amount: 1 }])
    const zip = zipSync({
      'b.XML': good,
      'folder/a.xml': good,
      'readme.txt': bytes('x'),
      '__MACOSX/a.xml': bytes('x'),
      'folder/.a.xml': bytes('x'),
    })
    expect(readStatements(zip).statements.map((read) => read.file)).toEqual([1, 2])
    expect(issuesOf(zipOf(good, file([{ amount: 1, amountText: 'x' }])))).toEqual({
      'files.1.entries.0.amount': ['must be an amount without a sign, like 12.50 (file 2, entry 1)'],
    })
  })

  it('refuses ZIP files that unpack to too much or to too many files', () => {
    expect(issuesOf(zipOf(...Array.from({ length: 1001 }, () => bytes('x'))))?.body?.join()).toMatch(
      /1000 files/,
    )
    // The unpacked size in the header of a file, which says more than 32 MiB, or less than is there.
    const claiming = (size: number) => {
      const zip = zipOf(bytes(`${text('UTF-8')}${' '.repeat(1_000_000)}`))
      const view = new DataView(zip.buffer)
      const header = zip.findIndex(
        (_, index) => index + 4 < zip.length && view.getUint32(index, true) === 0x02014b50,
      )
      view.setUint32(header + 24, size, true)
      return zip
    }
    expect(issuesOf(claiming(33 * 1024 * 1024))?.body?.join()).toMatch(/32 MiB/)
    expect(issuesOf(claiming(500))?.body?.join()).toMatch(/damaged|not well-formed|encoding/)
  })

  it('refuses more entries than can be imported at once', () => {
    const entry = '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>'
    const upload = (count: number) => bytes(text('UTF-8').replace('<Ntry>', `${entry.repeat(count)}<Ntry>`))
    const issues = { body: ['must have at most 15000 entries and payments of batches; send it in parts'] }
    // The text has one more entry, with details.
    expect(readStatements(upload(14_999)).statements[0]?.skipped).toHaveLength(14_999)
    expect(issuesOf(upload(15_000))).toEqual(issues)
    const other = bytes(text('UTF-8'))
    expect(readStatements(zipOf(upload(14_998), other)).statements).toHaveLength(2)
    expect(issuesOf(zipOf(upload(14_999), other))).toEqual({
      'files.1': [`${issues.body[0]} (file 2)`],
    })
  })

  it('counts each payment of a batch as an entry, and the entry itself no more', () => {
    const batch = (count: number) => file([{ amount: count, details: Array(count).fill({ amount: 1 }) }])
    expect(readStatements(batch(15_000)).statements[0]?.lines).toHaveLength(15_000)
    expect(issuesOf(batch(15_001))?.body).toHaveLength(1)
  })

  it('refuses more text than can be imported at once', () => {
    const text = 'ü'.repeat(1000)
    const upload = (count: number) => file(Array(count).fill({ amount: 1, details: [{ text: [text] }] }))
    // Each line has 2,010 bytes more or less: its text, a date and a currency.
    const count = Math.floor((10 * 1024 * 1024) / 2013)
    expect(readStatements(upload(count)).statements[0]?.lines).toHaveLength(count)
    expect(issuesOf(upload(count + 1))).toEqual({
      body: ['must have at most 10 MiB of texts in its entries; send it in parts'],
    })
  })
})

describe('numbered lines', () => {
  type Numbered = Pick<NumberedLine, 'fingerprint' | 'ordinal'>
  const keysOf = async (...uploads: Uint8Array[]) => {
    const keys: string[] = []
    for (const upload of uploads)
      for (const { lines } of numberLines(readStatements(upload).statements))
        keys.push(...lines.map(({ fingerprint, ordinal }: Numbered) => `${fingerprint} ${ordinal}`))
    return new Set(keys)
  }
  const payment = (amount: number, date = '2026-03-02'): CamtEntry => ({ ...CREDIT, amount, date })

  it('gives a line one fingerprint in every format and version', async () => {
    const keys = await keysOf(...VERSIONS.map((version) => file([payment(500), payment(700)], { version })))
    expect(keys.size).toBe(2)
  })

  it('does not depend on case, spaces, line breaks and umlauts of the text', async () => {
    const texts = [
      ['Beitrag für Ole'],
      ['BEITRAG', 'FUER OLE'],
      ['Beitrag für\n  Ole'],
      ['Beitrag fu\u0308r Ole.'],
    ]
    expect((await keysOf(...texts.map((text) => file([{ amount: 1, details: [{ text }] }])))).size).toBe(1)
  })

  it('keeps equal payments of a day, however often and in which order files bring them', async () => {
    const noon = file([payment(500)], { version: '052.02' })
    const evening = file([payment(500), payment(500), payment(700)], { version: '052.08' })
    const week = file([payment(500), payment(500), payment(700), payment(500, '2026-03-03')])
    expect((await keysOf(noon, evening, week)).size).toBe(4)
    expect((await keysOf(week, evening, noon)).size).toBe(4)
    expect((await keysOf(zipOf(noon, evening, week, week))).size).toBe(4)
  })

  it('keeps equal payments in statements of one upload that continue each other', async () => {
    const first = statement([payment(500)], { opening: 100 })
    const other = statement([payment(900)], { opening: 600 })
    const second = statement([payment(500)], { opening: 1500 })
    expect((await keysOf(camt({ statements: [first, other, second] }))).size).toBe(3)
    expect(
      (await keysOf(zipOf(camt({ statements: [second] }), camt({ statements: [other, first] })))).size,
    ).toBe(3)
    const day = file([payment(500), payment(900), payment(500)])
    expect((await keysOf(camt({ statements: [first, other, second] }), day)).size).toBe(3)
  })

  it('keeps equal payments on pages of two statements with one id', async () => {
    const page = (number: number, date: string) =>
      camt({ statements: [statement([payment(500, date)], { page: [number, number === 2] })] })
    const [monday, tuesday] = ['2026-03-02', '2026-03-03']
    const pages = [page(1, monday), page(2, monday), page(1, tuesday), page(2, tuesday)]
    expect((await keysOf(zipOf(...pages))).size).toBe(4)
    expect((await keysOf(zipOf(...pages.toReversed()))).size).toBe(4)
  })

  it.each<[string, (number: number) => Partial<CamtStatement>]>([
    ['of one day', () => ({ opening: 0 })],
    ['on pages', (number) => ({ page: [number, false] })],
  ])('refuses statements %s of which thousands go on from one another', async (_, restOf) => {
    const statements = Array.from({ length: 2500 }, (__, index) =>
      statement([payment(index + 1), payment(-index - 1)], restOf(index + 1)),
    )
    const issues = { statements: [{ code: 'statements_go_on' }] }
    await expect(keysOf(camt({ statements }))).rejects.toMatchObject({ issues })
    expect((await keysOf(camt({ statements: statements.slice(0, 500) }))).size).toBeGreaterThan(500)
  })

  it('keeps equal payments on two pages of a statement', async () => {
    const page = (number: number) => statement([payment(500)], { page: [number, number === 2] })
    expect((await keysOf(camt({ statements: [page(1), page(2)] }))).size).toBe(2)
    expect((await keysOf(camt({ statements: [page(1), page(1)] }))).size).toBe(1)
  })

  it('does not take overlapping statements for a continuation where what they have in common is zero', async () => {
    const first = statement([payment(500), payment(-500)], { opening: 100 })
    const second = statement([payment(500), payment(-500), payment(700)], { opening: 100 })
    expect((await keysOf(camt({ statements: [first, second] }))).size).toBe(3)
  })
})

describe('references', () => {
  const reference = creditorReference('fee_0Abcdefg0123456789abcdef')

  it.each([
    reference,
    reference.toLowerCase(),
    reference.replace(/(.{4})/g, '$1 '),
    `${reference.slice(0, 9)}\n ${reference.slice(9)}`,
    `Beitrag RF12 ${reference}DANKE`,
    `RFRF${reference.slice(2)} ${reference}`,
    `${reference}, ${reference}`,
  ])('are found in %j', (text) => {
    expect(referencesIn(text)).toEqual([reference])
  })

  it.each(['', 'RF', reference.slice(0, -1), `RF00${reference.slice(4)}`, reference.replace(/.$/, 'Ü')])(
    'are not found in %j',
    (text) => {
      expect(referencesIn(text)).toEqual([])
    },
  )
})
