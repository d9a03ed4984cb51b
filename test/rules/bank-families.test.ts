import { describe, expect, it } from 'vitest'
import type { Candidates, Debtor, OwedFee, Payer } from '../../src/domain/bank/suggest/candidates'
import type { MatchLine } from '../../src/domain/bank/suggest/line'
import { suggest } from '../../src/domain/bank/suggest/suggest'
import { nameKey } from '../../src/domain/persons/name-key'

const NOTHING: Candidates = {
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

const LINE: MatchLine = {
  booked_on: '2026-03-05',
  amount: 0,
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
}

/** A person who owes fees of these amounts, each of the kind before its colon. */
function debtor(first_name: string, last_name: string, owed: Record<string, number> = {}): Debtor {
  const id = `${first_name} ${last_name}`
  const fees = Object.entries(owed).map(([description, open_amount]): OwedFee => {
    return { id: `${first_name}: ${description}`, open_amount, status: 'open', description }
  })
  return { id, first_name, last_name, fees }
}

/** A family as each of its persons is read. */
const familyOf = (...persons: Debtor[]): Payer[] =>
  persons.map((person) => ({ ...person, relatives: persons.filter(({ id }) => id !== person.id) }))

const alone = (...persons: Debtor[]): Payer[] => persons.map((person) => ({ ...person, relatives: [] }))

const IBAN = 'DE1'

const byIban = (own: Payer[], learned: Payer[] = []): Partial<Candidates> => ({
  payersByIban: new Map([
    [
      IBAN,
      [
        ...own.map((payer) => ({ payer, learned: false })),
        ...learned.map((payer) => ({ payer, learned: true })),
      ],
    ],
  ]),
})
const byNames = (...payers: Payer[]): Partial<Candidates> => ({
  payersByNameKey: Map.groupBy(payers, ({ last_name }) => nameKey(last_name ?? '')),
})

const told = (line: Partial<MatchLine>, candidates: Partial<Candidates>) => {
  const { suggestion, alternatives } = suggest({ ...LINE, ...line }, { ...NOTHING, ...candidates })
  return [suggestion, ...alternatives].flatMap((one) =>
    one
      ? [{ ...one.reason, pays: one.parts.map(({ fee_id, amount }) => [fee_id, amount]), rest: one.rest }]
      : [],
  )
}
const fees = (found: ReturnType<typeof told>) => found.map(({ pays }) => pays.map(([fee]) => fee).join(' + '))

const petra = debtor('Petra', 'Vogt', { Beitrag: 6000 })
const tim = debtor('Tim', 'Vogt', { Beitrag: 3000, Zeltlager: 11000 })
const mia = debtor('Mia', 'Weber', { Beitrag: 3000, Zeltlager: 11000 })
const family = familyOf(petra, tim, mia)

describe('the account of a payer', () => {
  const paying = (amount: number, text: string | null = null) =>
    told({ amount, party_name: 'Petra Vogt', party_iban: IBAN, text }, byIban(family.slice(0, 1)))

  it('pays all that the family owes', () => {
    expect(paying(34000)).toMatchObject([{ code: 'account', fees: 5, persons: 3, rest: 0 }])
  })

  it('pays all that one person owes, whom the text names if there are several', () => {
    expect(fees(paying(14000))).toEqual(['Tim: Beitrag + Tim: Zeltlager', 'Mia: Beitrag + Mia: Zeltlager'])
    expect(fees(paying(14000, 'Mia'))).toEqual(['Mia: Beitrag + Mia: Zeltlager'])
  })

  it('pays all of one kind', () => {
    expect(paying(22000)).toMatchObject([{ code: 'account', fees: 2, persons: 2 }])
    expect(fees(paying(22000))).toEqual(['Tim: Zeltlager + Mia: Zeltlager'])
    expect(fees(paying(12000))).toEqual(['Petra: Beitrag + Tim: Beitrag + Mia: Beitrag'])
  })

  it('pays one fee of whom the text names by the first name', () => {
    expect(fees(paying(3000))).toEqual(['Tim: Beitrag', 'Mia: Beitrag'])
    expect(fees(paying(3000, 'Beitrag Mia'))).toEqual(['Mia: Beitrag'])
  })

  it('pays those together whom the text names', () => {
    expect(fees(paying(28000, 'Tim und Mia'))).toEqual([
      'Tim: Beitrag + Tim: Zeltlager + Mia: Beitrag + Mia: Zeltlager',
    ])
    expect(fees(paying(6000, 'Tim und Mia'))).toEqual(['Tim: Beitrag + Mia: Beitrag'])
  })

  it('says whom it leads to if no amount fits', () => {
    expect(paying(100)).toEqual([{ code: 'account_no_sum', persons: 3, pays: [], rest: 100 }])
  })
})

describe('an account that has paid before', () => {
  it('pays for the families of those whom it has paid for', () => {
    const found = byIban([], family.slice(1, 2))
    expect(told({ amount: 34000, party_iban: IBAN }, found)).toMatchObject([
      { code: 'account_learned', persons: 3 },
    ])
  })

  it('goes behind what its holder owes', () => {
    const erna = alone(debtor('Erna', 'Vogt', { Beitrag: 6000 }))
    const found = byIban(erna, family.slice(1, 2))
    expect(told({ amount: 6000, party_iban: IBAN }, found)).toMatchObject([
      { code: 'account', pays: [['Erna: Beitrag', 6000]] },
    ])
    expect(told({ amount: 40000, party_iban: IBAN }, found)).toMatchObject([
      { code: 'account_learned', fees: 6, persons: 4 },
    ])
  })

  it('pays no other amount', () => {
    const found = byIban([], alone(petra))
    expect(told({ amount: 5000, party_iban: IBAN }, found)).toMatchObject([
      { code: 'account_no_sum', persons: 1 },
    ])
  })
})

describe('names', () => {
  it('lead to the family, if what they owe themselves does not fit', () => {
    const found = byNames(...family)
    expect(told({ amount: 6000, party_name: 'Petra Vogt' }, found)).toMatchObject([{ code: 'name', fees: 1 }])
    expect(told({ amount: 34000, party_name: 'Petra Vogt' }, found)).toMatchObject([
      { code: 'name_family', fees: 5, persons: 3 },
    ])
    expect(told({ amount: 11000, party_name: 'Petra Vogt', text: 'Lager Mia' }, found)).toMatchObject([
      { code: 'name_family', pays: [['Mia: Zeltlager', 11000]] },
    ])
  })

  it('of several persons lead to what they owe together', () => {
    const found = byNames(
      ...alone(debtor('Jan', 'Abt', { Beitrag: 3000 }), debtor('Ida', 'Abt', { Beitrag: 4000 })),
    )
    expect(told({ amount: 7000, party_name: 'Abt', text: 'Jan und Ida' }, found)).toMatchObject([
      { code: 'name', fees: 2, persons: 2 },
    ])
  })

  it('in the text go before the name of who pays', () => {
    const found = byNames(...alone(petra, tim))
    const line = { party_name: 'Petra Vogt', text: 'Beitrag Tim Vogt' }
    expect(fees(told({ ...line, amount: 3000 }, found))).toEqual(['Tim: Beitrag'])
    expect(fees(told({ ...line, amount: 14000 }, found))).toEqual(['Tim: Beitrag + Tim: Zeltlager'])
    expect(told({ ...line, amount: 1000 }, found)).toMatchObject([
      { code: 'name_less', pays: [['Tim: Beitrag', 1000]] },
    ])
    expect(fees(told({ ...line, amount: 6000 }, found))).toEqual(['Petra: Beitrag'])
  })

  it('of two with one name do not lead to both together', () => {
    const [one, two] = [debtor('Jan', 'Abt', { Beitrag: 3000 }), debtor('Jan', 'Abt', { Beitrag: 4000 })]
    const found = byNames(...alone(one, { ...two, id: 'other' }))
    expect(told({ amount: 7000, party_name: 'Jan Abt' }, found)).toMatchObject([
      { code: 'name_no_sum', persons: 2 },
    ])
    expect(told({ amount: 2000, party_name: 'Jan Abt' }, found)).toMatchObject([
      { code: 'name_no_sum', persons: 2 },
    ])
  })

  it('of persons without a payer suggest nothing by the last name, and say so', () => {
    const found = byNames(...alone(tim, debtor('Ida', 'Vogt', { Beitrag: 1 }), debtor('Jo', 'Vogt')))
    expect(told({ amount: 14001, party_name: 'Familie Vogt' }, found)).toEqual([
      { code: 'last_name', persons: 2, pays: [], rest: 14001 },
    ])
  })

  it('are not looked at for a line with a reference, whatever else is read with it', () => {
    const reference = 'RF18539007547034000000000'
    const found = byNames(...alone(petra))
    const text = `Beitrag ${reference}`
    expect(told({ amount: 6000, party_name: 'Petra Vogt', text: 'Beitrag' }, found)).toHaveLength(1)
    expect(told({ amount: 6000, party_name: 'Petra Vogt', text }, found)).toHaveLength(1)
  })
})

describe('another amount', () => {
  it.each([
    [5000, 'less', [['Petra: Beitrag', 5000]], 0],
    [7000, 'more', [['Petra: Beitrag', 6000]], 1000],
  ])('of %i is suggested for the only person who fits', (amount, more, pays, rest) => {
    const expected = { open: 6000, paid: amount, pays, rest }
    const byAccount = byIban(alone(petra))
    expect(told({ amount, party_iban: IBAN }, byAccount)).toEqual([{ code: `account_${more}`, ...expected }])
    const byName = byNames(...alone(petra))
    expect(told({ amount, party_name: 'Petra Vogt' }, byName)).toEqual([
      { code: `name_${more}`, ...expected },
    ])
  })

  it('pays the oldest fees first', () => {
    expect(told({ amount: 4000, party_name: 'Tim Vogt' }, byNames(...alone(tim)))).toMatchObject([
      {
        pays: [
          ['Tim: Beitrag', 3000],
          ['Tim: Zeltlager', 1000],
        ],
      },
    ])
  })

  it('is not suggested where two have the name, even if one of them owes nothing', () => {
    const other = { ...debtor('Petra', 'Vogt'), id: 'other' }
    const found = byNames(...alone(petra, other))
    expect(told({ amount: 5000, party_name: 'Petra Vogt' }, found)).toMatchObject([
      { code: 'name_no_sum', persons: 1 },
    ])
  })

  it('is not suggested for one of a family, unless the text names that one alone', () => {
    const found = { ...byIban(family.slice(0, 1)), ...byNames(...family) }
    const line = { amount: 2000, party_name: 'Petra Vogt', party_iban: IBAN }
    expect(told(line, found)).toMatchObject([{ code: 'account_no_sum', persons: 3 }])
    expect(told({ ...line, text: 'Tim' }, found)).toMatchObject([{ code: 'account_less', open: 14000 }])
    expect(told({ ...line, text: 'Tim, Mia' }, found)).toMatchObject([{ code: 'account_no_sum' }])
  })
})
