import { addDays, addMonths } from '../shared/dates'

export const INTERVALS = ['year', 'half_year', 'quarter', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** What dues are claimed for, from its first day to its last (YYYY-MM-DD). */
export type Period = { name: string; begin: string; end: string; months: number }

const YEAR = '(19\\d\\d|2[01]\\d\\d)'

const KINDS: Record<Interval, { months: number; name: RegExp; example: string }> = {
  year: { months: 12, name: new RegExp(`^${YEAR}$`), example: '2027' },
  half_year: { months: 6, name: new RegExp(`^${YEAR}-H([12])$`), example: '2027-H1' },
  quarter: { months: 3, name: new RegExp(`^${YEAR}-Q([1-4])$`), example: '2027-Q3' },
  month: { months: 1, name: new RegExp(`^${YEAR}-(0[1-9]|1[0-2])$`), example: '2027-05' },
}

/** How a period of an interval is written, such as `2027-Q3`. Names of one interval are in the order of their days. */
export const exampleOf = (interval: Interval): string => KINDS[interval].example

/** The period that a name means; undefined if it is none of the interval. */
export function parsePeriod(interval: Interval, name: string): Period | undefined {
  const { months, name: form } = KINDS[interval]
  const [, year, number = '1'] = form.exec(name) ?? []
  if (year === undefined) return undefined
  const begin = addMonths(`${year}-01-01`, (Number(number) - 1) * months)
  return { name, begin, end: addDays(addMonths(begin, months), -1), months }
}

/** The period of an interval that a day is in. */
export function periodOn(interval: Interval, day: string): Period {
  const { months } = KINDS[interval]
  const number = Math.ceil(Number(day.slice(5, 7)) / months)
  const signs: Record<Interval, string> = {
    year: '',
    half_year: `-H${number}`,
    quarter: `-Q${number}`,
    month: `-${String(number).padStart(2, '0')}`,
  }
  return parsePeriod(interval, day.slice(0, 4) + signs[interval]) as Period
}

/** The period after one. */
export const periodAfter = (interval: Interval, { end }: Period): Period =>
  periodOn(interval, addDays(end, 1))

/** The periods from one to another, both included; none if there is no such first one. */
export function periodsUntil(interval: Interval, first: string, last: Period): Period[] {
  const periods: Period[] = []
  let one = parsePeriod(interval, first)
  while (one && one.begin <= last.begin) {
    periods.push(one)
    one = periodAfter(interval, one)
  }
  return periods
}

/** The period before one. */
export function periodBefore(interval: Interval, { begin, months }: Period): Period | undefined {
  const first = addMonths(begin, -months)
  const number = (Number(first.slice(5, 7)) - 1) / months + 1
  const prefix = { year: '', half_year: '-H', quarter: '-Q', month: '-' }[interval]
  const rest = interval === 'year' ? '' : String(number).padStart(interval === 'month' ? 2 : 1, '0')
  return parsePeriod(interval, `${first.slice(0, 4)}${prefix}${rest}`)
}

/**
 * The day on which ages and groups count: `MM-DD` in the year of the period. The 29 February counts as the 28 in every year,
 * so that nobody grows older with the calendar.
 */
export const keyDayOf = ({ begin }: Period, keyDay: string): string =>
  `${begin.slice(0, 4)}-${keyDay === '02-29' ? '02-28' : keyDay}`

/** The day so many days after another. The 29 February is not counted, so that dues are due on one day of every year. */
export function dueDayAfter(begin: string, days: number): string {
  const day = addDays(begin, days)
  const leapDays = [begin, day].map((date) => addDays(`${date.slice(0, 4)}-02-28`, 1))
  const passesOne = leapDays.some((leapDay) => leapDay.endsWith('-29') && begin < leapDay && leapDay <= day)
  return passesOne ? addDays(begin, days + 1) : day
}

/** The years that have passed since a date, on a day. Who is born on 29 February grows older on 1 March. */
export function ageOn(birthdate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return day.slice(5) < birthdate.slice(5) ? years - 1 : years
}

/** Which of the months of a period a date is in, from 1; 0 for a date before it. */
export function monthIn({ begin, months }: Period, date: string): number {
  if (date < begin) return 0
  const [year = 0, month = 0] = date.split('-').map(Number)
  const [firstYear = 0, firstMonth = 0] = begin.split('-').map(Number)
  return Math.min(months + 1, (year - firstYear) * 12 + month - firstMonth + 1)
}
