import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastCollectionDate, mandateStateOn } from '../../src/domain/collections/mandate'
import {
  addTargetDays,
  collectionDateIssue,
  earliestCollectionDate,
  isFarAhead,
  isTargetDay,
} from '../../src/domain/collections/target-days'
import { addDays, addMonths } from '../../src/domain/shared/dates'

const EASTER_SUNDAYS = `
  2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01
  2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10
  2040-04-01`
  .trim()
  .split(/\s+/)

const anyDate = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))

describe('the days of TARGET', () => {
  it('are all but weekends and six holidays, in each year from 2020 to 2040', () => {
    for (const easter of EASTER_SUNDAYS) {
      const year = easter.slice(0, 4)
      const holidays = ['01-01', '05-01', '12-25', '12-26'].map((day) => `${year}-${day}`)
      holidays.push(addDays(easter, -2), addDays(easter, 1))
      for (let date = `${year}-01-01`; date.startsWith(year); date = addDays(date, 1)) {
        const weekday = new Date(date).getUTCDay()
        const isClosed = weekday === 0 || weekday === 6 || holidays.includes(date)
        expect(isTargetDay(date), date).toBe(!isClosed)
      }
    }
  })

  it('are counted in both directions', () => {
    expect(addTargetDays('2026-12-23', 1)).toBe('2026-12-24')
    expect(addTargetDays('2026-12-23', 2)).toBe('2026-12-28')
    expect(addTargetDays('2026-12-28', -2)).toBe('2026-12-23')
    expect(addTargetDays('2026-12-26', 0)).toBe('2026-12-26')
    fc.assert(
      fc.property(anyDate.filter(isTargetDay), fc.integer({ min: -30, max: 30 }), (date, days) => {
        expect(addTargetDays(addTargetDays(date, days), -days)).toBe(date)
      }),
    )
  })
})

describe('the collection date', () => {
  it('is at the earliest after the notice and two TARGET days', () => {
    expect(earliestCollectionDate('2026-11-23', 14)).toBe('2026-12-07')
    expect(earliestCollectionDate('2026-11-21', 14)).toBe('2026-12-07')
    expect(earliestCollectionDate('2026-12-11', 14)).toBe('2026-12-28')
    expect(earliestCollectionDate('2026-12-23', 1)).toBe('2026-12-28')
    expect(earliestCollectionDate('2026-11-23', 1)).toBe('2026-11-25')
  })

  it('is valid on the earliest date and not before it', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 14 }), (today, noticeDays) => {
        const earliest = earliestCollectionDate(today, noticeDays)
        expect(collectionDateIssue(earliest, { today, noticeDays })).toBeUndefined()
        for (let date = today; date < earliest; date = addDays(date, 1))
          expect(collectionDateIssue(date, { today, noticeDays })).toBeDefined()
      }),
    )
  })

  it.each([
    ['2026-11-20', 'past', 'must not be in the past'],
    ['2026-12-12', 'weekend', 'must not be a Saturday or Sunday'],
    ['2026-12-25', 'holiday', 'must not be a holiday of the banks (TARGET)'],
    [
      '2026-12-04',
      'too_soon',
      "must be 2026-12-07 or later, for the notice of 14 days and the bank's own time",
    ],
    ['2027-11-24', 'too_late', 'must be 2027-11-23 or earlier, a year ahead'],
  ])('is refused on %s: %s', (date, reason, message) => {
    expect(collectionDateIssue(date, { today: '2026-11-23', noticeDays: 14 })).toEqual({ reason, message })
  })
})

it('is valid a year ahead at most, and far ahead after 30 days', () => {
  const today = '2026-11-23'
  expect(collectionDateIssue('2027-11-23', { today, noticeDays: 14 })).toBeUndefined()
  expect([isFarAhead('2026-12-23', today), isFarAhead('2026-12-24', today)]).toEqual([false, true])
})

describe('a mandate', () => {
  it.each([
    ['2023-12-08', null, null, '2026-12-08'],
    ['2024-02-29', null, null, '2027-02-28'],
    ['2023-08-31', null, '2024-11-30', '2027-11-30'],
    ['2020-01-01', null, '2026-12-08', '2029-12-08'],
    ['2019-03-01', '2026-02-15', null, '2029-02-15'],
    ['2019-03-01', '2024-02-29', null, '2027-02-28'],
    ['2019-03-01', '2024-02-15', '2026-02-15', '2029-02-15'],
    ['2019-03-01', '2026-02-15', '2024-02-15', '2029-02-15'],
    ['2026-02-15', '2025-01-01', '2024-02-15', '2029-02-15'],
  ])(
    'signed on %s, last used on %s and last due on %s can be collected until %s',
    (signedOn, lastUsedOn, lastDueOn, last) => {
      const mandate = { signedOn, lastUsedOn, lastDueOn }
      expect(lastCollectionDate(mandate)).toBe(last)
      expect(mandateStateOn(last, mandate)).toBe('expiring')
      expect(mandateStateOn(addDays(last, 1), mandate)).toBe('expired')
      expect(mandateStateOn(addDays(last, -180), mandate)).toBe('expiring')
      expect(mandateStateOn(addDays(last, -181), mandate)).toBe('valid')
    },
  )

  it('lasts 36 months to the day from any date', () => {
    fc.assert(
      fc.property(anyDate, (signedOn) => {
        const last = lastCollectionDate({ signedOn })
        expect(Number(last.slice(0, 4))).toBe(Number(signedOn.slice(0, 4)) + 3)
        expect(last.slice(5)).toBe(signedOn.endsWith('-02-29') ? '02-28' : signedOn.slice(5))
      }),
    )
  })
})

it('adds months as calendars do', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-12-08', 1)).toBe('2027-01-08')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})
