import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capacityOf, type Inputs, linesOf } from '../bench/capacity/compute'
import { CLASSES, KEPT, LIMITS, PRICES, SETTINGS, YEAR } from '../bench/capacity/inputs'
import type { Measured } from '../bench/capacity/measured'
import stored from '../bench/capacity/measured.json'
import { namesOf, overridden } from '../bench/capacity/overrides'
import { rows, workspace } from '../support/workspace'

const measured = stored as unknown as Measured
const INPUTS: Inputs = { year: YEAR, classes: CLASSES, settings: SETTINGS, prices: PRICES, limits: LIMITS }
const anyClubs = fc.integer({ min: 1, max: 200_000 })

/** What is further from the measurement needs a new one: `npm run capacity -- --measure`. */
const TOLERANCE = 1.6

describe('what was measured', () => {
  it('has the bytes of each table of the schema, and of no other', async () => {
    const tables = await rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
        AND name NOT LIKE 'd1_%' ORDER BY name`,
    )
    expect(Object.keys(measured.tables).toSorted()).toEqual(tables.map(({ name }) => name))
    for (const [table, { bytes }] of Object.entries(measured.tables)) expect(bytes, table).toBeGreaterThan(20)
  })

  it('has each act of the inputs, and tables that exist', () => {
    const acts = ['clubs', 'members', ...Object.keys(YEAR.member), ...Object.keys(YEAR.club)]
    expect(Object.keys(measured.acts).toSorted()).toEqual([...new Set(acts)].toSorted())
    const left = Object.values(measured.acts).flatMap((cost) => Object.keys(cost.rows))
    for (const table of [...left, ...Object.keys(KEPT)]) expect(measured.tables, table).toHaveProperty(table)
  })

  it('is what acts take today, within a tolerance', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', { data: [{ name: 'Motto', type: 'string' }] })
    const person = {
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      ...{ email: 'ada@example.org', membership_number: '1', external_id: 'm-1' },
      bank_account: { iban: 'DE02120300000000202051' },
      sepa_mandate: { reference: 'M-1', signature_date: '2020-01-31' },
    }
    await club.post('/lists/members/persons', { email: 'first@example.org' })
    const joined = await club.post('/lists/members/persons', person)
    const changed = await club.put(`/lists/members/persons/${joined.body.data.id}`, {
      phone_numbers: [{ label: 'mobile', number: '+49 170 1' }],
    })
    for (const [act, { cost }] of Object.entries({ joins: joined, changes: changed }))
      for (const what of ['trips', 'rowsRead', 'rowsWritten'] as const) {
        const before = measured.acts[act]?.[what] ?? 0
        expect(cost[what], `${act} ${what}`).toBeGreaterThan(before / TOLERANCE)
        expect(cost[what], `${act} ${what}`).toBeLessThan(before * TOLERANCE)
      }
  })
})

describe('capacityOf', () => {
  it('gives a bill whose lines add up to the sum', () => {
    fc.assert(
      fc.property(anyClubs, (clubs) => {
        const { lines, dollars, euros } = capacityOf(clubs, INPUTS, measured)
        expect(lines.reduce((sum, line) => sum + line.dollars, 0)).toBeCloseTo(dollars, 6)
        expect(euros).toBeCloseTo(dollars * SETTINGS.eurosADollar, 6)
        for (const line of lines) expect(line.dollars, line.name).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('never asks less of anything for more associations', () => {
    fc.assert(
      fc.property(anyClubs, fc.integer({ min: 1, max: 10_000 }), (clubs, more) => {
        const [few, many] = [clubs, clubs + more].map((count) => capacityOf(count, INPUTS, measured))
        expect(many?.dollars).toBeGreaterThanOrEqual(few?.dollars ?? 0)
        expect(many?.gb).toBeGreaterThan(few?.gb ?? 0)
        expect(many?.databases).toBeGreaterThanOrEqual(few?.databases ?? 0)
        for (const [index, line] of (few?.lines ?? []).entries())
          expect(many?.lines[index]?.amount, line.name).toBeGreaterThanOrEqual(line.amount)
      }),
    )
  })

  it('names the fullest limit first, and how many would do', () => {
    fc.assert(
      fc.property(anyClubs, (clubs) => {
        const { limits } = capacityOf(clubs, INPUTS, measured)
        expect(limits.map(({ used }) => used)).toEqual(
          limits.map(({ used }) => used).toSorted((a, b) => b - a),
        )
        for (const { used, needs } of limits) expect(needs).toBe(Math.ceil(used))
      }),
    )
  })

  it('counts what is kept for a time as long as it is kept, and the rest for all years', () => {
    const inYears = (years: number) => capacityOf(1, overridden(INPUTS, { years }).inputs, measured).tables
    expect(inYears(5).mail_recipients).toBeCloseTo(inYears(2).mail_recipients ?? 0, 6)
    expect(inYears(4).fees).toBeCloseTo(2 * (inYears(2).fees ?? 0), 6)
  })

  it('opens a database for each five gigabytes', () => {
    const { gb, databases } = capacityOf(100_000, INPUTS, measured)
    expect(databases).toBe(Math.ceil(gb / 5))
    expect(capacityOf(1, INPUTS, measured).databases).toBe(1)
    expect(capacityOf(100_000, overridden(INPUTS, { databaseGb: 10 }).inputs, measured).databases).toBe(
      Math.ceil(gb / 10),
    )
  })

  it('fails for rows of a table that was not measured', () => {
    const { fees: _, ...tables } = measured.tables
    expect(() => capacityOf(1, INPUTS, { ...measured, tables })).toThrow('fees')
    expect(() => capacityOf(1, overridden(INPUTS, {}).inputs, { ...measured, acts: {} })).toThrow(
      'not measured',
    )
  })
})

describe('linesOf', () => {
  it('bills what is beyond what the plan includes', () => {
    const month = { ...capacityOf(1, INPUTS, measured).month, storageGb: 7, mails: 5_000, rowsWritten: 50e6 }
    const lines = linesOf(month, INPUTS)
    const dollarsOf = (name: string) => lines.find((line) => line.name === name)?.dollars
    expect(dollarsOf('plan')).toBe(5)
    expect(dollarsOf('storageGb')).toBeCloseTo(1.5)
    expect(dollarsOf('mails')).toBeCloseTo(0.7)
    expect(dollarsOf('rowsWritten')).toBe(0)
  })
})

describe('overridden', () => {
  it('takes a number by its path or its last name, and refuses what names none or two', () => {
    const changed = overridden(INPUTS, { 'year.member.mails': '12', databaseGb: '10' }).inputs
    expect(changed.year.member.mails).toBe(12)
    expect(changed.settings.databaseGb).toBe(10)
    expect(INPUTS.year.member.mails).toBe(6)
    expect(namesOf(INPUTS)).toEqual(expect.arrayContaining(['mails', 'year.member.mails', 'classes.4.share']))
    expect(() => overridden(INPUTS, { mail: 1 })).toThrow('no input')
    expect(() => overridden(INPUTS, { transfers: 1 })).toThrow('year.member.transfers')
    expect(() => overridden(INPUTS, { databaseGb: 'many' })).toThrow('number')
  })
})

it('has classes that are all clubs, with the mean of memberships by the clubs of the DOSB', () => {
  expect(CLASSES.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  const mean = CLASSES.reduce((sum, { share, members }) => sum + share * members, 0)
  expect(mean / (27_500_000 / 90_767)).toBeCloseTo(1, 1)
})
