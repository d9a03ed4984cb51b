import fc from 'fast-check'
import { expect, it } from 'vitest'
import { duesOf } from '../../src/domain/dues/compute'
import { INTERVALS, type Interval, parsePeriod } from '../../src/domain/dues/period'
import type { Rule } from '../../src/domain/dues/rule'
import type { DuesPerson, Terms } from '../../src/domain/dues/terms'
import { duesByTable } from '../support/dues-oracle'
import { runs } from '../support/runs'

const PERIODS: Record<Interval, string> = {
  year: '2027',
  half_year: '2027-H2',
  quarter: '2027-Q2',
  month: '2027-02',
}

const cents = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 30_000 }))
const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100)
const of = fc.constantFrom('base' as const, 'all' as const)
const VALUES = ['Tennis', 'Judo', 'constructor']

const ruleBody = fc.oneof(
  fc.record({ kind: fc.constant('base' as const), amount: cents }),
  fc.record({ kind: fc.constant('surcharge' as const), amount: cents, per_value: fc.constant(null) }),
  fc.record({
    kind: fc.constant('surcharge' as const),
    amount: fc.constant(null),
    per_value: fc
      .dictionary(fc.constantFrom(...VALUES), fc.record({ amount: cents, place: fc.constant(null) }), {
        minKeys: 2,
        maxKeys: 3,
      })
      .map((prices) => ({ column: 'teams', prices })),
  }),
  fc.record({ kind: fc.constant('reduction' as const), percent, amount: fc.constant(null), of }),
  fc.record({ kind: fc.constant('reduction' as const), percent: fc.constant(null), amount: cents, of }),
  fc.record({ kind: fc.constant('family' as const), cap: cents, steps: fc.constant(null), of }),
  fc.record({
    kind: fc.constant('family' as const),
    cap: fc.constant(null),
    steps: fc.array(fc.record({ from: fc.integer({ min: 2, max: 4 }), percent }), {
      minLength: 1,
      maxLength: 3,
    }),
    of,
  }),
  fc.record({ kind: fc.constant('exempt' as const), why: fc.constant('Honorary') }),
  fc.record({ kind: fc.constant('once' as const), amount: cents }),
)

const rules = fc
  .array(ruleBody, { maxLength: 8 })
  .map((bodies) =>
    [...bodies, { kind: 'base' as const, amount: 5000 }].map(
      (body, index) => ({ id: `rul_${index}`, name: 'x', conditions: [], place: null, ...body }) as Rule,
    ),
  )

const day = fc
  .date({ min: new Date('2026-11-01'), max: new Date('2028-02-01'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))
const birthday = fc.constantFrom('1970-01-01', '1990-05-05', '2012-02-29', '2015-12-31')
const seldomNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 12 })

const personOf = (count: number, ids: string[]) =>
  fc.record({
    id: fc.constantFrom(...ids),
    payerId: fc.option(fc.constantFrom(...ids.slice(0, 2))),
    birthdate: seldomNull(birthday),
    joinDate: fc.option(day, { freq: 1 }),
    leaveDate: fc.option(day, { freq: 1 }),
    fits: fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(true) },
        { weight: 6, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      { minLength: count, maxLength: count },
    ),
    values: fc.record({
      teams: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 2 }),
      pays: fc.constantFrom([], ['quarterly'], ['monthly']),
    }),
    claimed: fc.array(
      fc.record({
        part: fc.constantFrom('rul_0', 'rul_1', 'rul_1:Tennis', 'rul_gone'),
        kind: fc.constantFrom('base' as const, 'surcharge' as const, 'exempt' as const),
        amount: cents,
      }),
      { maxLength: 1 },
    ),
  })

const cases = fc
  .record({
    interval: fc.constantFrom(...INTERVALS),
    proRata: fc.constantFrom('none' as const, 'months' as const),
    rounding: fc.constantFrom(1, 10, 50, 100),
    rules,
  })
  .chain(({ interval, ...given }) => {
    const parts = { quarterly: 4, monthly: 12 }
    const instalments = interval === 'year' ? { column: 'pays', parts } : null
    const terms: Terms = { dueDay: 30, instalments, ...given }
    const ids = ['per_1', 'per_2', 'per_3', 'per_4', 'per_5']
    const persons: fc.Arbitrary<DuesPerson[]> = fc.uniqueArray(personOf(given.rules.length, ids), {
      minLength: 1,
      maxLength: 5,
      selector: ({ id }) => id,
    })
    return fc.record({ interval: fc.constant(interval), terms: fc.constant(terms), persons })
  })

it('computes what a second implementation computes rule by rule, to the cent', () => {
  fc.assert(
    fc.property(cases, ({ interval, terms, persons }) => {
      const period = parsePeriod(interval, PERIODS[interval])
      if (!period) throw new Error('no period')
      const { dues, faults, exempt } = duesOf(terms, period, persons)
      const table = duesByTable(terms, period, persons)
      const parts = dues.flatMap(({ person, lines }) =>
        lines.map(({ part, amount }): [string, number] => [`${person.id} ${part}`, amount]),
      )
      expect(Object.fromEntries(parts)).toEqual(Object.fromEntries(table.parts))
      const out = [
        ...exempt.map(({ person }) => [person.id, 'exempt']),
        ...faults.map((fault) => [
          fault.person.id,
          fault.reason === 'no_price' ? `no_price ${fault.value}` : fault.reason,
        ]),
      ]
      expect(Object.fromEntries(out)).toEqual(Object.fromEntries(table.out))
      for (const { amount, lines, instalments } of dues) {
        for (const line of lines) {
          expect(line.amount).toBeGreaterThanOrEqual(0)
          expect(line.steps.reduce((sum, step) => sum + step.amount, 0)).toBe(line.amount)
        }
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
        expect(instalments.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
        for (const part of instalments)
          expect(part.amounts.reduce((sum, one) => sum + one, 0)).toBe(part.amount)
      }
    }),
    runs(3000),
  )
})

it('computes the same for persons in any order', () => {
  fc.assert(
    fc.property(cases, ({ interval, terms, persons }) => {
      const period = parsePeriod(interval, PERIODS[interval])
      if (!period) throw new Error('no period')
      const turned = JSON.stringify(duesOf(terms, period, persons.toReversed()))
      expect(turned).toBe(JSON.stringify(duesOf(terms, period, persons)))
    }),
    runs(300),
  )
})
