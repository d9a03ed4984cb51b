/** The date (`YYYY-MM-DD`) that clocks show in a time zone. */
export function todayIn(timeZone: string, now: Date): string {
  const time = now.getTime()
  if (last.time !== time || last.timeZone !== timeZone)
    last = { time, timeZone, date: calendarOf(timeZone).format(now) }
  return last.date
}

// A request asks once for each of thousands of items.
let last = { time: Number.NaN, timeZone: '', date: '' }

/** The instant at which a date (YYYY-MM-DD) begins in a time zone. */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // The offset at that wall clock, and once more where a change of the clocks lies between the two.
  const first = midnight - offsetOf(timeZone, midnight)
  return new Date(midnight - offsetOf(timeZone, first))
}

/** The date and time (`YYYY-MM-DD HH:MM:SS`) that clocks show in a time zone. */
export const wallClock = (timeZone: string, instant: Date): string => clockOf(timeZone).format(instant)

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
const offsetOf = (timeZone: string, instant: number): number =>
  Date.parse(`${wallClock(timeZone, new Date(instant)).replace(' ', 'T')}Z`) - instant

/** The earliest date that any clock on earth shows. */
export const earliestDate = (now: Date): string => todayIn('Etc/GMT+12', now)

/** The latest date that any clock on earth shows. */
export const latestDate = (now: Date): string => todayIn('Etc/GMT-14', now)

const calendarOf = cached((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }))
const clockOf = cached(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)

/** A date (`YYYY-MM-DD`) a number of days later, or earlier where that is negative. */
export const addDays = (date: string, days: number): string => isoDate(Date.parse(date) + days * DAY)

/** The instant a number of days of 24 hours later, or earlier where that is negative. */
export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY)

/** A date a number of months later, or the last day of that month where it is shorter. */
export function addMonths(date: string, months: number): string {
  const end = new Date(date)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + months + 1, 0)
  return isoDate(end.setUTCDate(Math.min(day, end.getUTCDate())))
}

const DAY = 24 * 60 * 60 * 1000

const isoDate = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

// Making a calendar costs more than looking a person up; there are some hundred time zones at most.
function cached(make: (timeZone: string) => Intl.DateTimeFormat) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = formats.get(timeZone) ?? make(timeZone)
    formats.set(timeZone, format)
    return format
  }
}

/** The last day of the year of a date (YYYY-MM-DD). */
export const endOfYear = (date: string): string => `${date.slice(0, 4)}-12-31`
