import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStatements } from '../../src/domain/bank/camt/read'
import { numberLines } from '../../src/domain/bank/statements/fingerprint'
import { referencesIn } from '../../src/domain/bank/suggest/references'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { DomainError } from '../../src/domain/shared/errors'
import { type CamtEntry, type CamtStatement, type CamtVersion, camt, camtText, zipOf } from '../support/camt'
import { runs } from '../support/runs'

const IBAN = 'DE89370400440532013000'
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

// Few values, so that many lines are equal.
const payment = fc
  .record({
    amount: fc.constantFrom(500, 500, 700, -500, -20),
    name: fc.constantFrom('Ada', 'Ole'),
    text: fc.constantFrom('Beitrag', 'Spende für Kinder', undefined),
    endToEnd: fc.constantFrom('E1', 'NOTPROVIDED', undefined),
  })
  .map(({ amount, name, text, endToEnd }): CamtEntry => {
    const party = { name, iban: 'DE02120300000000202051' }
    const roles = amount > 0 ? { debtor: party } : { creditor: party }
    return { amount, details: [{ ...roles, ...(text && { text: [text] }), ...(endToEnd && { endToEnd }) }] }
  })

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
const account = fc.array(fc.array(payment, { maxLength: 5 }), { minLength: 4, maxLength: 4 })
const version = fc.constantFrom(...VERSIONS)

const sumOf = (entries: CamtEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Some days of an account as a statement, with its balances. */
function statementOf(days: CamtEntry[][], from: number, to: number, opening = 10_000): CamtStatement {
  const entries = days
    .slice(from, to)
    .flatMap((day, index) => day.map((entry) => ({ ...entry, date: `${DAYS[from + index]}` })))
  return { iban: IBAN, opening: opening + sumOf(days.slice(0, from).flat()), entries }
}

/** The bookings that uploads leave, as the unique index keeps them. */
async function importAll(uploads: Uint8Array[]): Promise<string[]> {
  const stored = new Set<string>()
  for (const upload of uploads)
    for (const { lines } of numberLines(readStatements(upload).statements))
      for (const { fingerprint, ordinal } of lines) stored.add(`${fingerprint} ${ordinal}`)
  return [...stored].sort()
}

it('imports the same lines from overlapping files in any order, format and packing', async () => {
  const ranges = fc.array(
    fc.record({ from: fc.nat(3), length: fc.integer({ min: 1, max: 4 }), version, zipped: fc.boolean() }),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(account, ranges, fc.infiniteStream(fc.nat()), async (days, parts, numbers) => {
      const whole = [0, 1, 2, 3].map((from) => ({
        from,
        length: 1,
        version: '053.08' as const,
        zipped: false,
      }))
      const uploads = [...parts, ...whole].map(({ from, length, version, zipped }) => {
        const file = camt({ version, statements: [statementOf(days, from, from + length)] })
        return zipped ? zipOf(file, file) : file
      })
      const shuffled = uploads
        .map((upload) => [numbers.next().value ?? 0, upload] as const)
        .sort(([a], [b]) => a - b)
      const expected = await importAll([camt({ statements: [statementOf(days, 0, 4)] })])
      expect(expected).toHaveLength(days.flat().length)
      expect(await importAll(shuffled.map(([, upload]) => upload))).toEqual(expected)
      expect(await importAll([zipOf(...uploads.filter((upload) => upload[0] === 0x3c))])).toEqual(expected)
    }),
    runs(60),
  )
})

it('imports the same lines from statements that divide a day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 8 }),
      fc.nat(8),
      version,
      async (entries, cut, version) => {
        const day = (part: CamtEntry[], opening: number) => statementOf([part], 0, 1, opening)
        const before = entries.slice(0, cut)
        const closing = 10_000 + sumOf(before)
        // Balances prove nothing if they were the same before.
        fc.pre(!before.some((_, index) => sumOf(before.slice(index)) === 0))
        const parts = [day(before, 10_000), day(entries.slice(cut), closing)]
        const expected = await importAll([camt({ statements: [day(entries, 10_000)] })])
        expect(await importAll([camt({ version, statements: parts })])).toEqual(expected)
        expect(await importAll([camt({ version, statements: parts.toReversed() })])).toEqual(expected)
        expect(await importAll([camt({ version, statements: [...parts, day(entries, 10_000)] })])).toEqual(
          expected,
        )
      },
    ),
    runs(60),
  )
})

function readOrRefuse(upload: Uint8Array): void {
  try {
    readStatements(upload)
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    expect((error as DomainError).reason).toBe('invalid')
  }
}

it('reads or refuses any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readOrRefuse))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      readOrRefuse(Uint8Array.from([0x50, 0x4b, 3, 4, ...bytes])),
    ),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) =>
      readOrRefuse(new TextEncoder().encode(`<Document><BkToCstmrStmt>${text}`)),
    ),
  )
})

it('reads or refuses statements and archives in which anything was changed', () => {
  const entries: CamtEntry[] = [
    {
      amount: 500,
      code: 'NTRF+166',
      details: [
        { amount: 200, text: ['a'] },
        { amount: 300, charges: [1], original: 2 },
      ],
    },
    {
      amount: -1,
      details: [{ returned: { code: 'AC04', text: 'x' }, mandate: 'M', debtor: { name: 'A', iban: IBAN } }],
    },
  ]
  const texts = VERSIONS.map((version) =>
    camtText({ version, statements: [{ iban: IBAN, opening: 1, entries }] }),
  )
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      '<',
      '>',
      '</',
      '<Amt>',
      '<Amt Ccy="EUR">9</Amt>',
      '<Ntry>',
      '</Ntry>',
      '<Stmt/>',
      '&',
      '&#0;',
      '<!--',
      ']]>',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(5000), fc.nat(60), piece, (text, at, length, inserted) => {
      const from = at % text.length
      readOrRefuse(new TextEncoder().encode(text.slice(0, from) + inserted + text.slice(from + length)))
    }),
    runs(2000),
  )
  const zip = zipOf(...texts.map((text) => new TextEncoder().encode(text)))
  fc.assert(
    fc.property(fc.nat(zip.length - 1), fc.nat(255), fc.nat(20), (at, byte, cut) => {
      const changed = zip.slice(0, zip.length - (cut > 10 ? cut : 0))
      changed[at % changed.length] = byte
      readOrRefuse(changed)
    }),
    runs(500),
  )
})

const reference = fc
  .string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    minLength: 24,
    maxLength: 24,
  })
  .map((id) => creditorReference(`fee_${id}`))
const gap = fc.constantFrom('', '', '', ' ', '\n', '\r\n  ', '\t', '\u00a0')
const around = fc.stringMatching(/^[a-zA-Z0-9 .,]{0,30}$/)

it('finds references however they are broken, whatever stands around them', () => {
  fc.assert(
    fc.property(
      reference,
      fc.array(gap, { minLength: 25, maxLength: 25 }),
      around,
      around,
      fc.boolean(),
      (found, gaps, before, after, isLower) => {
        const broken = [...found].map((character, index) => character + gaps[index]).join('')
        expect(referencesIn(before + (isLower ? broken.toLowerCase() : broken) + after)).toContain(found)
      },
    ),
  )
})

it('finds none with another digit, another letter or other check digits', () => {
  const digits = fc.constantFrom(...'0123456789')
  const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  fc.assert(
    fc.property(
      reference,
      fc.integer({ min: 2, max: 24 }),
      digits,
      letters,
      (valid, index, digit, letter) => {
        const character = /\d/.test(valid.charAt(index)) ? digit : letter
        const wrong = valid.slice(0, index) + character + valid.slice(index + 1)
        fc.pre(wrong !== valid)
        expect(referencesIn(wrong)).toEqual([])
      },
    ),
  )
})
