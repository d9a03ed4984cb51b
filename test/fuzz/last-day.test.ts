import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAVING_ENDS } from '../../src/db/schema'
import { addDays } from '../../src/domain/shared/dates'
import { lastDayAfter } from '../../src/domain/shared/last-day'

it.each([
  ['2026-11-27', 0, 'any_day', '2026-11-27'],
  ['2026-11-27', 4, 'any_day', '2026-12-25'],
  ['2026-11-30', 0, 'month', '2026-11-30'],
  ['2026-12-01', 0, 'month', '2026-12-31'],
  ['2028-02-01', 0, 'month', '2028-02-29'],
  ['2026-11-19', 6, 'quarter', '2026-12-31'],
  ['2026-11-20', 6, 'quarter', '2027-03-31'],
  ['2026-06-30', 0, 'half_year', '2026-06-30'],
  ['2026-07-01', 0, 'half_year', '2026-12-31'],
  ['2026-11-19', 6, 'year', '2026-12-31'],
  ['2026-11-20', 6, 'year', '2027-12-31'],
  ['2026-01-01', 104, 'year', '2027-12-31'],
] as const)(
  'who resigns on %s with %i weeks to the end of %s stays until %s',
  (day, notice_weeks, end, last) => {
    expect(lastDayAfter(day, { notice_weeks, end })).toBe(last)
  },
)

const LONGEST = { any_day: 0, month: 30, quarter: 91, half_year: 183, year: 365 }
const FIRST = {
  any_day: /-\d\d-\d\d$/,
  month: /-01$/,
  quarter: /-(01|04|07|10)-01$/,
  half_year: /-(01|07)-01$/,
  year: /-01-01$/,
}

it('gives the first day that ends a period and keeps the notice, and never an earlier one for a later resignation', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))
  const notices = fc.record({
    notice_weeks: fc.integer({ min: 0, max: 104 }),
    end: fc.constantFrom(...LEAVING_ENDS),
  })
  fc.assert(
    fc.property(days, notices, fc.integer({ min: 0, max: 400 }), (day, notice, later) => {
      const last = lastDayAfter(day, notice)
      const earliest = addDays(day, notice.notice_weeks * 7)
      expect(last >= earliest && last <= addDays(earliest, LONGEST[notice.end])).toBe(true)
      expect(addDays(last, 1)).toMatch(FIRST[notice.end])
      if (notice.end === 'any_day') expect(last).toBe(earliest)
      expect(lastDayAfter(addDays(day, later), notice) >= last).toBe(true)
      expect(lastDayAfter(last, { ...notice, notice_weeks: 0 })).toBe(last)
    }),
  )
})
