/** The fiscal year of a date (YYYY-MM-DD): the calendar year in which it begins, where years start with a month (1 to 12). */
export function fiscalYearOf(date: string, yearStart: number): number {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return month < yearStart ? year - 1 : year
}

/** The first and the last date of a fiscal year. */
export function datesOfYear(year: number, yearStart: number): { first: string; last: string } {
  const first = new Date(Date.UTC(year, yearStart - 1, 1))
  const last = new Date(Date.UTC(year + 1, yearStart - 1, 0))
  return { first: first.toISOString().slice(0, 10), last: last.toISOString().slice(0, 10) }
}
