import fc from 'fast-check'
import { expect, it } from 'vitest'
import { credit, OWN_IBAN, statementOf, upload } from '../support/bank'
import { type CamtEntry, camt } from '../support/camt'
import { ADA, bankAccount, clubOf, fee, person, settings } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { runs, UNHURRIED } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

const FEES = [4500, 1200, 1200]

/** How a line names its fee. */
const NAMINGS = [
  'valid',
  'valid',
  'valid',
  'check digits',
  'character',
  'swapped',
  'unknown',
  'none',
] as const

const line = fc.record({
  fee: fc.nat(FEES.length - 1),
  naming: fc.constantFrom(...NAMINGS),
  /** Where a character of the reference is wrong, if one is. */
  at: fc.integer({ min: 4, max: 23 }),
  gaps: fc.array(fc.constantFrom('', '', '', ' ', '\n', '\r\n ', '\t', '\u00a0'), {
    minLength: 25,
    maxLength: 25,
  }),
  isLower: fc.boolean(),
  isEndToEnd: fc.boolean(),
  around: fc.constantFrom('', 'Beitrag ', 'SVWZ+', '2026 ', 'R', '.'),
  after: fc.constantFrom('', ' Danke', ' 4500', 'X', 'RF'),
  /** Another fee that the line names too. */
  other: fc.option(fc.nat(FEES.length - 1), { freq: 2 }),
  paysBoth: fc.boolean(),
  difference: fc.constantFrom(0, 0, 0, 1, -1, 3300),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'CHF'),
})
type Line = typeof line extends fc.Arbitrary<infer L> ? L : never

/** The reference of a fee, or one that differs from it. */
function written(reference: string, { naming, at }: Line): string {
  const put = (index: number, text: string) =>
    reference.slice(0, index) + text + reference.slice(index + text.length)
  const [character = '', next = ''] = reference.slice(at)
  if (naming === 'check digits') return put(2, String(98 - Number(reference.slice(2, 4))).padStart(2, '0'))
  if (naming === 'character') return put(at, character === '7' ? '8' : '7')
  if (naming === 'swapped') return put(at, next + character)
  if (naming === 'unknown') return 'RF18539007547034'.padEnd(25, '0')
  return naming === 'none' ? '' : reference
}

const amountOf = ({ fee, other, paysBoth, difference }: Line): number =>
  Number(FEES[fee]) + (other !== null && paysBoth ? Number(FEES[other]) : 0) + difference

function entryOf(line: Line, references: string[], number: number): CamtEntry {
  const { gaps, isLower, isEndToEnd, around, after, other, currency } = line
  const reference = written(String(references[line.fee]), line)
  const broken = [...reference].map((character, index) => character + gaps[index]).join('')
  const named = isLower ? broken.toLowerCase() : broken
  const second = other === null ? '' : ` ${references[other]}`
  const base = credit(amountOf(line), '', { name: `Bank ${number}` })
  const details = { debtor: { name: `Bank ${number}` } }
  return {
    ...base,
    currency,
    details: [
      isEndToEnd
        ? { ...details, endToEnd: reference, text: [`Zahlung ${number}${second}`] }
        : { ...details, text: [`${around}${named}${after}${second}`, `Zahlung ${number}`] },
    ],
  }
}

/** The fees that a line names with valid check digits. */
function namedBy(line: Line, references: string[]): number[] {
  const isNamed = written(String(references[line.fee]), line) === references[line.fee]
  return [...new Set([isNamed ? line.fee : [], line.other ?? []].flat())]
}

/** The lines that confirm themselves, by their numbers, each with its fee. */
function certainOf(lines: Line[], references: string[]): Map<number, number> {
  const certain = new Map<number, number>()
  for (const [number, line] of lines.entries()) {
    const [fee, ...others] = namedBy(line, references)
    if (fee === undefined || others.length > 0 || line.currency !== 'EUR') continue
    if (amountOf(line) === FEES[fee] && ![...certain.values()].includes(fee)) certain.set(number, fee)
  }
  return certain
}

async function createWorld(confirms_certain_lines: boolean) {
  const { club, account, fees } = await clubOf(
    settings({ bookkeeping: { confirms_certain_lines } }),
    bankAccount(),
    person({ ...ADA, bank_account: { iban: OWN_IBAN } }),
    ...FEES.map((amount) => fee(amount)),
  )
  return {
    club,
    bank: account,
    ids: fees.map(({ id }) => id),
    references: fees.map(({ reference }) => reference),
  }
}

/** The confirmed lines by the number of their party, each with the fees that it pays. */
async function confirmedIn(club: Workspace, ids: string[]): Promise<[number, number][]> {
  const found = await rows<{ party_name: string; fee_id: string; amount: number }>(
    `SELECT party_name, fee_id, payments.amount FROM bank_lines
     JOIN payments ON payments.workspace_id = bank_lines.workspace_id AND bank_line_id = bank_lines.id
     WHERE bank_lines.workspace_id = ? AND state = 'done'`,
    club.id,
  )
  return found
    .map(({ party_name, fee_id, amount }): [number, number] => {
      expect(amount).toBe(FEES[ids.indexOf(fee_id)])
      return [Number(party_name.slice(5)), ids.indexOf(fee_id)]
    })
    .sort(([a], [b]) => a - b)
}

it('confirms nothing but one valid reference with the exact open amount', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (lines, confirms) => {
        const { club, bank, ids, references } = await createWorld(confirms)
        const entries = lines.map((line, number) => entryOf(line, references, number))
        const expected = [...certainOf(lines, references)]
        const imported = await upload(club, bank, camt({ statements: [statementOf(entries)] }))
        expect(imported.status, imported.text).toBe(201)
        expect(imported.body.data.confirmed).toBe(confirms ? expected.length : 0)
        expect(await confirmedIn(club, ids)).toEqual(confirms ? expected : [])
        if (!confirms) {
          await expectSuggestions(club, lines, references)
          expect((await club.post('/bank_lines/confirmations', {})).body.data.confirmed).toBe(expected.length)
          expect(await confirmedIn(club, ids)).toEqual(expected)
        }
        await expectSoundBooks()
      },
    ),
    runs(30),
  )
})

/** Expects a suggestion for each line in euros that names a fee, and none for the others. */
async function expectSuggestions(club: Workspace, lines: Line[], references: string[]): Promise<void> {
  const { body } = await club.get('/bank_lines?state=open')
  expect(body.data).toHaveLength(lines.length)
  for (const { party_name, suggestion, alternatives } of body.data) {
    const line = lines[Number(party_name.slice(5))] as Line
    const named = line.currency === 'EUR' ? namedBy(line, references) : []
    const fees = named.map((fee) => references[fee])
    expect([suggestion !== null, alternatives], JSON.stringify([line, fees, suggestion])).toEqual([
      named.length > 0,
      [],
    ])
  }
}
