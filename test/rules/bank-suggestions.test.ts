import { describe, expect, it } from 'vitest'
import {
  type Candidates,
  type DebitItem,
  type Debtor,
  lookupsOf,
  type OpenFee,
  type OwedFee,
  type Payer,
} from '../../src/domain/bank/suggest/candidates'
import type { MatchLine } from '../../src/domain/bank/suggest/line'
import { suggest, suggestAll } from '../../src/domain/bank/suggest/suggest'
import { creditorReference, idStartOf } from '../../src/domain/shared/creditor-reference'
import { bankReason } from '../../src/ui/i18n/bank-reasons'

const id = (n: number) => `${n}`.padEnd(24, 'A')
const reference = (n: number) => creditorReference(`fee_${id(n)}`)
const fee = (n: number, open_amount: number, status: OpenFee['status'] = 'open'): OwedFee => ({
  id: `fee_${n}`,
  open_amount,
  status,
  description: `Fee ${n}`,
})
const payer = (
  n: number,
  name: [string | null, string | null],
  fees: OwedFee[],
  relatives: Debtor[] = [],
): Payer => ({
  relatives,
  id: `per_${n}`,
  first_name: name[0],
  last_name: name[1],
  fees,
})
const item = (n: number, amount: number, rest: Partial<DebitItem> = {}): DebitItem => ({
  id: `dbt_${n}`,
  collection_id: 'run_1',
  collection_date: '2026-03-01',
  amount,
  state: 'settled',
  fees: [{ fee_id: `fee_${n}`, amount }],
  ...rest,
})

const nothing: Candidates = {
  feesByReference: new Map(),
  itemsByReference: new Map(),
  itemsByMandate: new Map(),
  itemsByIban: new Map(),
  collections: [],
  payersByIban: new Map(),
  payersByNameKey: new Map(),
  vouchers: [],
  bookedBefore: new Map(),
  rules: [],
}

const line = (amount: number, rest: Partial<MatchLine> = {}): MatchLine => ({
  booked_on: '2026-03-05',
  amount,
  currency: 'EUR',
  party_name: null,
  party_iban: null,
  text: null,
  end_to_end: null,
  mandate_reference: null,
  batch_reference: null,
  gvc: null,
  return_code: null,
  return_text: null,
  original_amount: null,
  charge: null,
  ...rest,
})

const ADA = { party_name: 'Ada Lovelace' }

const suggested = (given: MatchLine, candidates: Partial<Candidates>) =>
  suggest(given, { ...nothing, ...candidates }).suggestion
const alternatives = (given: MatchLine, candidates: Partial<Candidates>) => {
  const found = suggest(given, { ...nothing, ...candidates })
  expect(found.suggestion).toBeNull()
  return found.alternatives
}
const fees = (...given: OpenFee[]) => ({
  feesByReference: new Map(given.map((open) => [reference(Number(open.id.slice(4))), open])),
})

describe('references of fees', () => {
  it('are certain with the exact open amount', () => {
    for (const text of [reference(1), `Beitrag ${reference(1).replace(/(.{9})/g, '$1\n')}`])
      expect(suggested(line(500, { ...ADA, text }), fees(fee(1, 500)))).toMatchObject({
        kind: 'payment',
        certain: true,
        reason: { code: 'reference' },
        parts: [{ fee_id: 'fee_1', amount: 500 }],
        rest: 0,
      })
    const back = fees(fee(1, 500, 'returned'))
    expect(suggested(line(500, { ...ADA, end_to_end: reference(1) }), back)?.certain).toBe(true)
  })

  it.each<[string, Partial<MatchLine>]>([
    ['an entry that names no payer, since it may be of several', {}],
    ['a transfer of the club that comes back, by its transaction code', { ...ADA, gvc: '159' }],
    ['a transfer of the club that comes back, with a reason', { ...ADA, return_code: 'AC01' }],
    ['a payment that is reversed', { ...ADA, return_text: 'return' }],
  ])('are suggested and not certain for %s', (_, rest) => {
    const found = suggested(line(500, { text: reference(1), ...rest }), fees(fee(1, 500)))
    expect(found).toMatchObject({ kind: 'payment', certain: false, reason: { code: 'reference' } })
  })

  it('are not certain when there are several', () => {
    const text = `${reference(1)} ${reference(2)}`
    expect(suggested(line(800, { text }), fees(fee(1, 500), fee(2, 300)))).toMatchObject({
      certain: false,
      reason: { code: 'references', count: 2 },
      parts: [
        { fee_id: 'fee_1', amount: 500 },
        { fee_id: 'fee_2', amount: 300 },
      ],
    })
    expect(suggested(line(300, { text }), fees(fee(1, 0, 'paid'), fee(2, 300)))).toMatchObject({
      certain: false,
      parts: [{ fee_id: 'fee_2', amount: 300 }],
    })
  })

  it('pay a part, or leave a rest', () => {
    const text = reference(1)
    expect(suggested(line(450, { text }), fees(fee(1, 500)))).toMatchObject({
      certain: false,
      reason: { code: 'reference_less', difference: 50 },
      parts: [{ fee_id: 'fee_1', amount: 450 }],
      rest: 0,
    })
    expect(suggested(line(550, { text }), fees(fee(1, 500)))).toMatchObject({
      certain: false,
      reason: { code: 'reference_more', difference: 50 },
      parts: [{ fee_id: 'fee_1', amount: 500 }],
      rest: 50,
    })
  })

  it.each(['paid', 'cancelled', 'collecting'] as const)('say that a fee is %s', (status) => {
    expect(suggested(line(500, { text: reference(1) }), fees(fee(1, 500, status)))).toMatchObject({
      kind: 'notice',
      certain: false,
      reason: { code: `reference_${status}` },
      parts: [],
    })
  })

  it('match nothing with wrong check digits, in other currencies and in payments out', () => {
    const wrong = reference(1).replace(/^RF../, 'RF00')
    const all = {
      ...fees(fee(1, 500)),
      ...{
        feesByReference: new Map([
          [reference(1), fee(1, 500)],
          [wrong, fee(1, 500)],
        ]),
      },
    }
    expect(suggested(line(500, { text: wrong }), all)).toBeNull()
    expect(suggested(line(500, { text: reference(1), currency: 'CHF' }), all)).toBeNull()
    expect(suggested(line(-500, { text: reference(1) }), all)).toBeNull()
  })

  it('are certain once among several lines', () => {
    const paid = line(500, { ...ADA, text: reference(1) })
    const twice = [paid, paid]
    const found = suggestAll(twice, { ...nothing, ...fees(fee(1, 500)) })
    expect(found.map(({ suggestion }) => suggestion?.certain)).toEqual([true, false])
    expect(found[1]?.suggestion?.reason.code).toBe('same_reference')
  })
})

describe('the credit of a collection', () => {
  const collection = { id: 'run_1', references: ['RUN-2026/1'], sum: 5000, collection_date: '2026-03-04' }
  const collections = [collection]

  it('goes behind the payment of a fee of exactly this amount', () => {
    const both = line(500, { ...ADA, text: reference(1), batch_reference: 'RUN-2026/1' })
    expect(suggested(both, { ...fees(fee(1, 500)), collections })?.reason.code).toBe('reference')
    expect(suggested(both, { ...fees(fee(1, 600)), collections })?.kind).toBe('collection')
  })

  it('is found by its reference however the bank writes it', () => {
    expect(suggested(line(5000, { batch_reference: 'run20261' }), { collections })).toMatchObject({
      kind: 'collection',
      certain: false,
      reason: { code: 'batch_reference' },
      collection_id: 'run_1',
    })
    expect(suggested(line(4900, { batch_reference: 'RUN-2026/1' }), { collections })?.reason).toEqual({
      code: 'batch_reference_amount',
      difference: -100,
    })
    expect(suggested(line(4900, { batch_reference: '-' }), { collections })).toBeNull()
  })

  it('is found by its sum on its date or soon after', () => {
    const on = (booked_on: string) => suggested(line(5000, { booked_on }), { collections })?.reason.code
    expect(['2026-03-03', '2026-03-04', '2026-03-18', '2026-03-19'].map(on)).toEqual([
      undefined,
      'collection_sum',
      'collection_sum',
      undefined,
    ])
    const two = [collection, { ...collection, id: 'run_2' }]
    expect(alternatives(line(5000), { collections: two })).toHaveLength(2)
  })

  it('is found by one of its debits', () => {
    const itemsByReference = new Map([[reference(7), item(7, 900, { state: 'live' })]])
    expect(suggested(line(900, { end_to_end: reference(7) }), { itemsByReference })).toMatchObject({
      reason: { code: 'debit_reference' },
      item_ids: ['dbt_7'],
      parts: [{ fee_id: 'fee_7', amount: 900 }],
    })
    expect(suggested(line(901, { end_to_end: reference(7) }), { itemsByReference })).toBeNull()
  })
})

describe('returns', () => {
  const back = (amount: number, rest: Partial<MatchLine> = {}) =>
    line(amount, { return_code: 'AC04', ...rest })

  it('are found by reference, with their charge', () => {
    const itemsByReference = new Map([[reference(7), item(7, 900)]])
    expect(suggested(back(-1200, { end_to_end: reference(7) }), { itemsByReference })).toMatchObject({
      kind: 'return',
      certain: false,
      reason: { code: 'return_reference' },
      parts: [{ fee_id: 'fee_7', amount: -900 }],
      item_ids: ['dbt_7'],
      return_code: 'AC04',
      charge: 300,
    })
    expect(suggested(back(-800, { end_to_end: reference(7) }), { itemsByReference })).toBeNull()
    expect(suggested(line(-900, { end_to_end: reference(7) }), { itemsByReference })).toBeNull()
    expect(suggested(line(-900, { end_to_end: reference(7), gvc: '109' }), { itemsByReference })?.kind).toBe(
      'return',
    )
  })

  it('may be several in one entry', () => {
    const itemsByReference = new Map([7, 8].map((n) => [reference(n), item(n, 900)]))
    expect(
      suggested(back(-1800, { text: `${reference(7)} ${reference(8)}` }), { itemsByReference }),
    ).toMatchObject({
      item_ids: ['dbt_7', 'dbt_8'],
      charge: null,
    })
  })

  it('are named where they are known', () => {
    const itemsByReference = new Map([[reference(7), item(7, 900, { state: 'returned' })]])
    expect(suggested(back(-900, { end_to_end: reference(7) }), { itemsByReference })?.reason.code).toBe(
      'return_known',
    )
  })

  it('are found by mandate and original amount, else by account and amount', () => {
    const given = back(-1200, {
      mandate_reference: 'M1',
      party_iban: 'DE1',
      original_amount: 900,
      charge: 300,
    })
    const items = [item(7, 900), item(8, 901), item(9, 900, { collection_date: '2026-03-06' })]
    expect(suggested(given, { itemsByMandate: new Map([['M1', items]]) })).toMatchObject({
      reason: { code: 'return_mandate' },
      item_ids: ['dbt_7'],
      charge: 300,
    })
    expect(suggested(given, { itemsByIban: new Map([['DE1', items]]) })?.reason.code).toBe('return_account')
    const several = [item(7, 900), item(6, 900)]
    expect(alternatives(given, { itemsByMandate: new Map([['M1', several]]) })).toHaveLength(2)
    expect(alternatives(given, { itemsByIban: new Map([['DE1', several]]) })).toHaveLength(2)
  })

  it.each([
    ['2026-03-05', 'return_account'],
    ['2026-03-06', undefined],
    ['2025-02-05', 'return_account'],
    ['2025-02-04', undefined],
  ])('come at most 13 months after the debit, so that one of %s is %s', (collection_date, code) => {
    const itemsByIban = new Map([['DE1', [item(7, 900, { collection_date })]]])
    expect(suggested(back(-900, { party_iban: 'DE1' }), { itemsByIban })?.reason.code).toBe(code)
  })
})

describe('persons', () => {
  const ada = payer(1, ['Ada', 'Müller'], [fee(1, 500), fee(2, 300)])
  const ole = payer(2, ['Ole', 'Müller'], [fee(3, 500)])
  const from = (...payers: Payer[]) => ({
    payersByIban: new Map([['DE1', payers.map((found) => ({ payer: found, learned: false }))]]),
  })

  it('are found by account, for one fee or for all', () => {
    const paying = (amount: number, ...payers: Payer[]) =>
      suggested(line(amount, { party_iban: 'DE1' }), from(...payers))
    expect(paying(300, ada, ole)).toMatchObject({
      reason: { code: 'account', fees: 1, persons: 1 },
      parts: [{ fee_id: 'fee_2', amount: 300 }],
      certain: false,
    })
    expect(paying(800, ada, ole)).toMatchObject({ reason: { fees: 2, persons: 1 } })
    expect(paying(1300, ada, ole)).toMatchObject({ reason: { fees: 3, persons: 2 } })
    expect(paying(1000, ada, ole)).toMatchObject({
      kind: 'notice',
      reason: { code: 'account_no_sum', persons: 2 },
    })
    const learned = new Map([['DE1', [{ payer: ole, learned: true }]]])
    expect(suggested(line(500, { party_iban: 'DE1' }), { payersByIban: learned })?.reason.code).toBe(
      'account_learned',
    )
  })

  it('are alternatives where several owe the amount, unless the line names one', () => {
    expect(alternatives(line(500, { party_iban: 'DE1' }), from(ada, ole))).toHaveLength(2)
    const named = line(500, { party_iban: 'DE1', text: 'Beitrag Ole Mueller' })
    expect(suggested(named, from(ada, ole))?.parts).toEqual([{ fee_id: 'fee_3', amount: 500 }])
  })

  it.each([
    ['Ada', 'Müller', 'ADA MUELLER', 'muller'],
    ['Ada', 'Müller', 'Müller, Ada', 'muller'],
    ['Ada', 'Muller', 'Ada Müller', 'muller'],
    ['Ada', 'Mueller', 'Ada Müller', 'mueller'],
    ['Jörg Uwe', 'Groß', 'GROSS JOERG', 'gross'],
    ['Anna', 'von der Heide', 'Anna von der Heide', 'von der heide'],
    ['Anna', 'Müller-Lüdenscheidt', 'A. MUELLER-LUEDENSCHEIDT ANNA', 'muller-ludenscheidt'],
    ['Sinéad', "O'Brien", 'Sinead O’Brien', "o'brien"],
  ])('%s %s is found in "%s"', (first, last, party_name, key) => {
    const given = line(500, { party_name })
    expect(lookupsOf(given).names).toContain(key)
    const payersByNameKey = new Map([[key, [payer(1, [first, last], [fee(1, 500)])]]])
    expect(suggested(given, { payersByNameKey })).toMatchObject({ reason: { code: 'name' }, certain: false })
  })

  it.each([
    ['Ada', 'Müller', 'Ole Müller'],
    ['Ada', 'Müller', 'Ada Müllerin'],
    ['Ada', 'Bauer', 'Ada Baur'],
    [null, 'Müller', 'Müller'],
    ['Ada', null, 'Ada'],
  ])('%s %s is not found in "%s"', (first, last, party_name) => {
    const all = new Map(
      ['muller', 'bauer', 'baur'].map((key) => [key, [payer(1, [first, last], [fee(1, 500)])]]),
    )
    expect(suggested(line(500, { party_name }), { payersByNameKey: all })?.parts ?? []).toEqual([])
  })

  it('are not found by the amount alone', () => {
    const payersByNameKey = new Map([['muller', [ada]]])
    expect(suggested(line(500), { payersByNameKey, ...from(ada) })).toBeNull()
    expect(
      alternatives(line(500, { party_name: 'Ada Müller' }), {
        payersByNameKey: new Map([['muller', [payer(1, ['Ada', 'Müller'], [fee(1, 500), fee(2, 500)])]]]),
      }),
    ).toHaveLength(2)
  })
})

const pair = (number: number) => [reference(number), idStartOf(reference(number))]

it.each([
  [line(500, { text: reference(1), party_iban: 'DE1', party_name: 'Ada Müller' }), { references: [pair(1)] }],
  [line(300, { party_iban: 'DE2', text: 'Ole' }), { names: ['ole'] }],
  [line(-300, { party_iban: 'DE3', text: reference(2) }), {}],
  [
    line(-300, { party_iban: 'DE4', end_to_end: reference(3), mandate_reference: 'M1', gvc: '109' }),
    { references: [pair(3)], mandate: 'M1', debited: [['DE4', 300]] },
  ],
  [line(-800, { party_iban: 'DE6', gvc: '109', charge: 300 }), { debited: [['DE6', 500]] }],
  [line(-800, { party_iban: 'DE7', gvc: '109', original_amount: 600 }), { debited: [['DE7', 600]] }],
  [line(300, { party_iban: 'DE5', currency: 'CHF', text: reference(4) }), {}],
])('looks up what a line needs: %#', (given, lookups) => {
  expect(lookupsOf(given)).toEqual(lookups)
})

it('says every reason in German and English', () => {
  const german = { language: 'de', tag: 'de-DE' } as const
  const english = { language: 'en', tag: 'en-GB' } as const
  expect(bankReason({ code: 'reference_less', difference: 500 }, german)).toBe(
    'RF-Referenz stimmt, 5,00\u00a0€ weniger als offen.',
  )
  expect(bankReason({ code: 'reference_less', difference: 500 }, english)).toBe(
    'The RF reference matches; €5.00 less than is open.',
  )
  expect(bankReason({ code: 'collection_sum', collection_date: '2026-03-04' }, german)).toBe(
    'Summe des Lastschrifteinzugs vom 4. März 2026.',
  )
  expect(bankReason({ code: 'account', fees: 3, persons: 2 }, german)).toContain(
    'von 3 offenen Beiträgen von 2 Personen',
  )
  expect(bankReason({ code: 'account', fees: 1, persons: 1 }, english)).toContain('that of an open fee')
})
