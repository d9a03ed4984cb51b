import { describe, expect, it } from 'vitest'
import { duesOf } from '../../src/domain/dues/compute'
import { ageOn, type Interval, keyDayOf, parsePeriod } from '../../src/domain/dues/period'
import type { Rule } from '../../src/domain/dues/rule'
import type { DuesPerson, Terms } from '../../src/domain/dues/terms'

const base = (amount: number): Rule => ({ ...RULE, id: 'rul_base', kind: 'base', amount, place: null })
const RULE = { name: 'Rule', conditions: [] }
const sections: Rule = {
  ...RULE,
  id: 'rul_teams',
  name: '{{value}}',
  kind: 'surcharge',
  place: null,
  per_value: {
    column: 'teams',
    prices: { Tennis: { amount: 8000, place: null }, Turnen: { amount: 0, place: null } },
  },
}
const cap = (amount: number, of: 'base' | 'all' = 'all'): Rule => ({
  ...RULE,
  id: 'rul_cap',
  kind: 'family',
  cap: amount,
  of,
})

function compute(
  rules: Rule[],
  persons: Partial<DuesPerson>[],
  {
    interval = 'year',
    name = '2027',
    ...terms
  }: Partial<Terms> & { interval?: Interval; name?: string } = {},
) {
  const period = parsePeriod(interval, name)
  if (!period) throw new Error(`no period: ${name}`)
  const all = persons.map((person, index) => ({
    id: `per_${index}`,
    payerId: null,
    birthdate: '1980-01-01',
    joinDate: null,
    leaveDate: null,
    fits: rules.map(() => true),
    values: {},
    ...person,
  }))
  return duesOf(
    { dueDay: 0, proRata: 'months', rounding: 1, instalments: null, ...terms, rules },
    period,
    all,
  )
}

const amountsOf = (...given: Parameters<typeof compute>) => compute(...given).dues.map(({ amount }) => amount)

describe('who owes', () => {
  it('lets who joins on the last day owe for its month, and who joins a day later nothing', () => {
    expect(amountsOf([base(12_000)], [{ joinDate: '2027-12-31' }, { joinDate: '2028-01-01' }])).toEqual([
      1000,
    ])
  })

  it('lets who leaves on the first day owe all, and who left the day before nothing', () => {
    expect(amountsOf([base(12_000)], [{ leaveDate: '2027-01-01' }, { leaveDate: '2026-12-31' }])).toEqual([
      12_000,
    ])
  })

  it('lets who joined and left in the period owe from the month of joining to its end', () => {
    expect(amountsOf([base(12_000)], [{ joinDate: '2027-08-15', leaveDate: '2027-09-30' }])).toEqual([5000])
  })

  it('names who has no rule as a fault, and never as 0', () => {
    const { dues, faults } = compute([base(12_000)], [{ fits: [false] }])
    expect([dues, faults]).toMatchObject([[], [{ person: { id: 'per_0' }, reason: 'no_rule' }]])
  })

  it('names who has no birthdate only if an age decides', () => {
    const rules = [base(1), { ...base(2), id: 'rul_other' }]
    const { dues, faults } = compute(rules, [{ fits: [null, true] }, { fits: [true, null] }])
    expect(faults).toMatchObject([{ person: { id: 'per_0' }, reason: 'no_birthdate' }])
    expect(dues.map(({ person }) => person.id)).toEqual(['per_1'])
  })

  it('stops at an exemption', () => {
    const exempt: Rule = { ...RULE, id: 'rul_free', kind: 'exempt', why: 'Honorary' }
    const once: Rule = { ...RULE, id: 'rul_once', kind: 'once', amount: 500, place: null }
    const { dues, exempt: left } = compute([base(12_000), once, exempt], [{ joinDate: '2027-05-01' }])
    expect([dues, left]).toMatchObject([[], [{ person: { id: 'per_0' }, rule: { id: 'rul_free' } }]])
  })

  it('claims an admission fee as a whole, of those who join in the period', () => {
    const once: Rule = { ...RULE, id: 'rul_once', kind: 'once', amount: 505, place: null }
    const persons = [{ joinDate: '2027-12-01' }, { joinDate: '2026-12-31' }, { joinDate: null }]
    expect(amountsOf([base(12_000), once], persons, { rounding: 100 })).toEqual([1505, 12_000, 12_000])
  })
})

describe('a person', () => {
  it('pays for two sections of one price rule, each in a line of its own', () => {
    const { dues } = compute([base(100), sections], [{ values: { teams: ['Tennis', 'Turnen'] } }])
    expect(dues[0]?.lines.map(({ part, name, amount }) => [part, name, amount])).toEqual([
      ['rul_base', 'Rule', 100],
      ['rul_teams:Tennis', 'Tennis', 8000],
      ['rul_teams:Turnen', 'Turnen', 0],
    ])
  })

  it('has a fault for a section without a price', () => {
    const { dues, faults } = compute([base(100), sections], [{ values: { teams: ['Tennis', 'toString'] } }])
    expect(dues).toEqual([])
    expect(faults).toMatchObject([
      { person: { id: 'per_0' }, reason: 'no_price', value: 'toString', ruleId: 'rul_teams' },
    ])
  })

  it('gets no reduction of 33.33 % of 1 cent, and one of 50 %, rounded half up', () => {
    const off = (percent: number): Rule => ({
      ...RULE,
      id: 'rul_off',
      kind: 'reduction',
      percent,
      of: 'base',
    })
    expect([33.33, 50].map((percent) => amountsOf([base(1), off(percent)], [{}]))).toEqual([[1], [0]])
  })

  it('gets reductions in their order, never below 0', () => {
    const half: Rule = { ...RULE, id: 'rul_half', kind: 'reduction', percent: 50, of: 'all' }
    const less = (amount: number): Rule => ({ ...RULE, id: 'rul_less', kind: 'reduction', amount, of: 'all' })
    expect(amountsOf([base(1000), half, less(100)], [{}])).toEqual([400])
    expect(amountsOf([base(1000), less(100), half], [{}])).toEqual([450])
    expect(amountsOf([base(1000), less(1001)], [{}])).toEqual([0])
  })

  it('owes the months rounded half up to the rounding, with each step', () => {
    const { dues } = compute([base(20_000)], [{ joinDate: '2027-08-31' }], { rounding: 10 })
    expect(dues[0]?.lines[0]?.steps).toEqual([
      { step: 'price', ruleId: 'rul_base', amount: 20_000 },
      { step: 'pro_rata', months: 5, of: 12, amount: -11_667 },
      { step: 'rounding', amount: -3 },
    ])
  })

  it('pays the amount of a year in parts that add up to the cent, from the one in which it joins', () => {
    const instalments = { column: 'pays', parts: { quarterly: 4, monthly: 12 } }
    const { dues } = compute(
      [base(10_001)],
      [
        { values: { pays: ['quarterly'] } },
        { values: { pays: ['monthly'] }, joinDate: '2027-11-30' },
        { values: { pays: ['something else'] } },
      ],
      { instalments, dueDay: 14, proRata: 'none' },
    )
    expect(dues.map(({ instalments }) => instalments.map(({ dueOn, amount }) => [dueOn, amount]))).toEqual([
      [
        ['2027-01-15', 2500],
        ['2027-04-15', 2500],
        ['2027-07-15', 2500],
        ['2027-10-15', 2501],
      ],
      [
        ['2027-11-15', 5000],
        ['2027-12-15', 5001],
      ],
      [['2027-01-15', 10_001]],
    ])
  })
})

describe('a family', () => {
  const of = (...births: string[]) =>
    births.map((birthdate): Partial<DuesPerson> => ({ birthdate, payerId: 'per_0' }))

  it('pays the cap, which is taken off from the youngest first', () => {
    expect(amountsOf([base(12_000), cap(30_000)], of('1980-01-01', '2012-01-01', '2010-01-01'))).toEqual([
      12_000, 6000, 12_000,
    ])
  })

  it('pays a cap that is below one base', () => {
    expect(amountsOf([base(12_000), cap(5000)], of('1980-01-01', '2010-01-01'))).toEqual([5000, 0])
  })

  it('keeps the base of the youngest longer than its surcharges', () => {
    const family = of('1980-01-01', '2010-01-01').map((one) => ({ ...one, values: { teams: ['Tennis'] } }))
    const { dues } = compute([base(6000), sections, cap(21_000)], family)
    expect(dues.map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([
      [6000, 8000],
      [6000, 1000],
    ])
  })

  it('counts the others against the cap if the payer is exempt', () => {
    const exempt: Rule = { ...RULE, id: 'rul_free', kind: 'exempt', why: 'Honorary' }
    const family = of('1980-01-01', '2010-01-01', '2012-01-01').map((one, index) => ({
      ...one,
      fits: [true, true, index === 0],
    }))
    expect(amountsOf([base(12_000), cap(20_000), exempt], family)).toEqual([12_000, 8000])
  })

  it('takes three who joined in the period for the months of the first of them', () => {
    const family = of('1980-01-01', '2010-01-01', '2012-01-01').map((one, index) => ({
      ...one,
      joinDate: ['2027-09-01', '2027-07-01', '2027-10-01'][index] ?? null,
    }))
    // Six of twelve months of the cap; the parts are 4, 6 and 3 months of the base.
    expect(amountsOf([base(12_000), cap(20_000)], family)).toEqual([4000, 6000, 0])
  })

  it('gives the third child what the cap leaves of what was claimed', () => {
    const claimed = [{ part: 'rul_base', kind: 'base' as const, amount: 12_000 }]
    const [one = {}, two = {}, three = {}] = of('1980-01-01', '2010-01-01', '2012-01-01')
    const family = [{ ...one, claimed }, { ...two, claimed }, three]
    expect(amountsOf([base(12_000), cap(30_000)], family)).toEqual([0, 0, 6000])
  })

  it('takes nothing back of what was claimed above the cap', () => {
    const claimed = [{ part: 'rul_base', kind: 'base' as const, amount: 40_000 }]
    const [one = {}, two = {}] = of('1980-01-01', '2010-01-01')
    expect(amountsOf([base(12_000), cap(30_000)], [{ ...one, claimed }, two])).toEqual([0, 0])
  })

  it('lets the third pay less by steps, oldest first', () => {
    const steps: Rule = {
      ...RULE,
      id: 'rul_steps',
      kind: 'family',
      of: 'base',
      steps: [
        { from: 2, percent: 50 },
        { from: 3, percent: 100 },
      ],
    }
    expect(amountsOf([base(1001), steps], of('2012-01-01', '1980-01-01', '2010-01-01'))).toEqual([
      0, 1001, 500,
    ])
  })

  it('has one payer for each child of divorced parents', () => {
    const children = [{ payerId: 'per_a' }, { payerId: 'per_b' }, { payerId: 'per_b' }]
    expect(amountsOf([base(12_000), cap(15_000)], children)).toEqual([12_000, 12_000, 3000])
  })
})

it('claims no second base from who has another base now', () => {
  const claimed = [{ part: 'rul_child', kind: 'base' as const, amount: 6000 }]
  expect(compute([base(12_000)], [{ claimed }]).dues).toMatchObject([{ amount: 0, lines: [] }])
})

describe('periods', () => {
  it.each([
    ['year', '2027', '2027-01-01', '2027-12-31'],
    ['half_year', '2027-H1', '2027-01-01', '2027-06-30'],
    ['quarter', '2027-Q3', '2027-07-01', '2027-09-30'],
    ['month', '2028-02', '2028-02-01', '2028-02-29'],
  ] as const)('reads %s %s', (interval, name, begin, end) => {
    expect(parsePeriod(interval, name)).toMatchObject({ begin, end })
  })

  it.each([
    ['year', '2027-H1'],
    ['year', '27'],
    ['year', '2200'],
    ['half_year', '2027-H3'],
    ['quarter', '2027-Q0'],
    ['month', '2027-13'],
    ['month', '2027-05\n'],
  ] as const)('refuses %s %j', (interval, name) => expect(parsePeriod(interval, name)).toBeUndefined())

  it('takes 28 February for the key day 29 February', () => {
    const [year, leap] = ['2027', '2028'].map((name) => parsePeriod('year', name))
    if (!year || !leap) throw new Error('no period')
    expect([keyDayOf(year, '02-29'), keyDayOf(leap, '02-29')]).toEqual(['2027-02-28', '2028-02-28'])
  })

  it('makes who was born on 29 February older on 1 March', () => {
    expect(['2027-02-28', '2027-03-01'].map((day) => ageOn('2009-02-28', day))).toEqual([18, 18])
    expect(['2027-02-28', '2027-03-01'].map((day) => ageOn('2008-02-29', day))).toEqual([18, 19])
  })
})
