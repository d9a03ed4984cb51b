import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidates, Debtor, OpenFee, OwedFee, Payer } from '../../src/domain/bank/suggest/candidates'
import type { MatchLine } from '../../src/domain/bank/suggest/line'
import { namesIn } from '../../src/domain/bank/suggest/names'
import { suggestAll } from '../../src/domain/bank/suggest/suggest'
import type { Suggestion } from '../../src/domain/bank/suggest/suggestion'
import { nameKey } from '../../src/domain/persons/name-key'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { runs } from '../support/runs'

const FIRST = ['Anna', 'Ben', 'Jörg', 'Mia Sophie']
const LAST = ['Vogt', 'Müller', 'von der Heide']
const IBANS = ['DE1', 'DE2', 'DE3']
const KINDS = ['Beitrag', 'Zeltlager']
const AMOUNTS = [1000, 2000, 3000, 4000, 6000]

const person = fc.record({
  first: fc.constantFrom(...FIRST),
  last: fc.constantFrom(...LAST),
  /** A family by its number; who is alone has none. */
  family: fc.option(fc.nat(1)),
  ibans: fc.array(fc.record({ iban: fc.constantFrom(...IBANS), learned: fc.boolean() }), { maxLength: 2 }),
  owed: fc.array(
    fc.record({
      amount: fc.constantFrom(...AMOUNTS),
      kind: fc.constantFrom(...KINDS),
      status: fc.constantFrom<OpenFee['status']>('open', 'open', 'open', 'returned'),
    }),
    { maxLength: 3 },
  ),
})
const line = fc.record({
  amount: fc.oneof(fc.constantFrom(...AMOUNTS), fc.integer({ min: 1, max: 30_000 })),
  iban: fc.option(fc.constantFrom(...IBANS)),
  party: fc.option(fc.tuple(fc.constantFrom('', ...FIRST), fc.constantFrom(...LAST))),
  words: fc.array(fc.constantFrom(...FIRST, ...LAST, ...KINDS, 'und'), { maxLength: 4 }),
  reference: fc.option(fc.nat(5), { freq: 3 }),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never
type Line = typeof line extends fc.Arbitrary<infer L> ? L : never

/** The persons with what they owe, each with its family, and what lines find of them. */
function worldOf(persons: Person[]) {
  const debtors = persons.map(
    ({ first, last, owed }, number): Debtor => ({
      id: `per_${number}`,
      first_name: first,
      last_name: last,
      fees: owed.map(({ amount, kind, status }, index): OwedFee => {
        const id = `fee_${String(number * 3 + index).padEnd(24, 'A')}`
        return { id, open_amount: amount, status, description: kind }
      }),
    }),
  )
  const payers = debtors.map((debtor, number): Payer => {
    const family = persons[number]?.family ?? null
    const relatives = debtors.filter(
      (other, index) => other !== debtor && family !== null && persons[index]?.family === family,
    )
    return { ...debtor, relatives: relatives.filter(({ fees }) => fees.length > 0) }
  })
  const found = persons.flatMap(({ ibans }, number) =>
    ibans.map(({ iban, learned }) => ({ iban, learned, payer: payers[number] as Payer })),
  )
  const fees = debtors.flatMap((debtor) => debtor.fees.map((fee) => ({ ...fee, debtor })))
  const candidates: Candidates = {
    feesByReference: new Map(fees.map((fee) => [creditorReference(fee.id), fee])),
    itemsByReference: new Map(),
    itemsByMandate: new Map(),
    itemsByIban: new Map(),
    collections: [],
    payersByIban: Map.groupBy(found, ({ iban }) => iban),
    payersByNameKey: Map.groupBy(payers, ({ last_name }) => nameKey(last_name ?? '')),
    vouchers: [],
    bookedBefore: new Map(),
    rules: [],
  }
  return { candidates, payers, fees: new Map(fees.map((fee) => [fee.id, fee])) }
}

function matchOf({ amount, iban, party, words, reference }: Line, fees: string[]): MatchLine {
  const fee = reference === null ? undefined : fees[reference]
  return {
    booked_on: '2026-03-05',
    amount,
    currency: 'EUR',
    party_name: party === null ? null : party.join(' '),
    party_iban: iban,
    text: [...words, ...(fee ? [creditorReference(fee)] : [])].join(' '),
    end_to_end: null,
    mandate_reference: null,
    batch_reference: null,
    gvc: null,
    return_code: null,
    return_text: null,
    original_amount: null,
    charge: null,
  }
}

type World = ReturnType<typeof worldOf>

/** The persons whose fees a suggestion pays. */
const paidBy = ({ parts }: Suggestion, { fees }: World): string[] => [
  ...new Set(parts.flatMap(({ fee_id }) => fees.get(fee_id)?.debtor.id ?? [])),
]

/** The persons to whom a line leads by account or by both names, with their families. */
function reachedBy(line: MatchLine, { candidates, payers }: World): Set<string> {
  const ofAccount = (candidates.payersByIban.get(line.party_iban ?? '') ?? []).map(({ payer }) => payer)
  const reached = [...ofAccount, ...payers.filter(namesIn(line))]
  return new Set(reached.flatMap((payer) => [payer, ...payer.relatives]).map(({ id }) => id))
}

function expectSound(line: MatchLine, one: Suggestion, world: World): void {
  const { kind, certain, reason, parts, rest } = one
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  expect(sum + rest).toBe(line.amount)
  expect(rest).toBeGreaterThanOrEqual(0)
  expect(new Set(parts.map(({ fee_id }) => fee_id)).size).toBe(parts.length)
  for (const { fee_id, amount } of parts) {
    expect(amount).toBeGreaterThan(0)
    expect(amount).toBeLessThanOrEqual(world.fees.get(fee_id)?.open_amount ?? 0)
  }
  if (kind === 'notice') {
    expect(parts).toEqual([])
    return
  }
  const isByReference = /reference/.test(reason.code)
  if (certain) {
    expect(reason.code).toBe('reference')
    expect(line.text).toContain(creditorReference(parts[0]?.fee_id ?? ''))
    expect(parts).toEqual([{ fee_id: parts[0]?.fee_id, amount: line.amount }])
    expect(world.fees.get(parts[0]?.fee_id ?? '')?.open_amount).toBe(line.amount)
  }
  if (isByReference) return
  const reached = reachedBy(line, world)
  for (const id of paidBy(one, world)) expect(reached).toContain(id)
  if (/_(less|more)$/.test(reason.code)) {
    expect(paidBy(one, world)).toHaveLength(1)
    const [id] = paidBy(one, world)
    const open = [...world.fees.values()].filter(({ debtor }) => debtor.id === id)
    expect(open.reduce((total, fee) => total + fee.open_amount, 0)).not.toBe(line.amount)
    expect(rest > 0).toBe(reason.code.endsWith('_more'))
  } else {
    expect(rest).toBe(0)
    expect(parts.map(({ amount }) => amount)).toEqual(
      parts.map(({ fee_id }) => world.fees.get(fee_id)?.open_amount),
    )
  }
}

const setsOf = (found: ReturnType<typeof suggestAll>) =>
  found.map(({ suggestion, alternatives }) => [
    suggestion?.reason.code ?? null,
    [suggestion, ...alternatives]
      .flatMap((one) =>
        one
          ? [
              one.parts
                .map(({ fee_id }) => fee_id)
                .sort()
                .join(),
            ]
          : [],
      )
      .sort(),
  ])

it('suggests nothing certain but a reference, and nothing that is not owed', () => {
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 1, maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      (persons, lines) => {
        const world = worldOf(persons)
        const matched = lines.map((one) => matchOf(one, [...world.fees.keys()]))
        const found = suggestAll(matched, world.candidates)
        for (const [index, { suggestion, alternatives }] of found.entries()) {
          const all = [...(suggestion ? [suggestion] : []), ...alternatives]
          for (const one of all) expectSound(matched[index] as MatchLine, one, world)
          expect(alternatives).not.toHaveLength(1)
          for (const one of alternatives) expect(one.certain).toBe(false)
          const keys = all.map(({ parts }) => JSON.stringify(parts.map(({ fee_id }) => fee_id).sort()))
          expect(new Set(keys).size).toBe(all.length)
        }
        const certain = found.flatMap(({ suggestion }) =>
          suggestion?.certain ? suggestion.parts.map(({ fee_id }) => fee_id) : [],
        )
        expect(new Set(certain).size).toBe(certain.length)
      },
    ),
    runs(3000),
  )
})

it('suggests the same in whatever order persons are read', () => {
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 6 }), line, (persons, one) => {
      const world = worldOf(persons)
      const matched = [matchOf(one, [...world.fees.keys()])]
      const { payersByIban, payersByNameKey } = world.candidates
      const turned = <Value>(found: ReadonlyMap<string, Value[]>) =>
        new Map([...found].map(([key, values]) => [key, values.toReversed()]))
      const other = {
        ...world.candidates,
        payersByIban: turned(new Map([...payersByIban].map(([key, values]) => [key, [...values]]))),
        payersByNameKey: turned(new Map([...payersByNameKey].map(([key, values]) => [key, [...values]]))),
      }
      expect(setsOf(suggestAll(matched, other))).toEqual(setsOf(suggestAll(matched, world.candidates)))
    }),
    runs(2000),
  )
})
