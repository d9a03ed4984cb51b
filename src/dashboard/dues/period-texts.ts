import { type Interval, parsePeriod } from '../../domain/dues/period'
import { formatMonth } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  intervals: { year: 'jährlich', half_year: 'halbjährlich', quarter: 'vierteljährlich', month: 'monatlich' },
  half: (number: string, year: string) => `${number}. Halbjahr ${year}`,
  quarter: (number: string, year: string) => `${number}. Quartal ${year}`,
}

const en: typeof de = {
  intervals: { year: 'yearly', half_year: 'half-yearly', quarter: 'quarterly', month: 'monthly' },
  half: (number, year) => `${number === '1' ? 'first' : 'second'} half of ${year}`,
  quarter: (number, year) => `quarter ${number} of ${year}`,
}

const textsIn = ({ language }: Locale): typeof de => ({ de, en })[language]

/** How often an interval comes, such as "yearly". */
export const intervalText = (interval: Interval, locale: Locale): string =>
  textsIn(locale).intervals[interval]

/** A period in words, such as "quarter 3 of 2027"; as it is written if it is none of the interval. */
export function periodText(interval: Interval, name: string, locale: Locale): string {
  const t = textsIn(locale)
  const period = parsePeriod(interval, name)
  if (!period) return name
  const [year = '', number = ''] = name.split(/-[HQ]?/)
  if (interval === 'half_year') return t.half(number, year)
  if (interval === 'quarter') return t.quarter(number, year)
  return interval === 'month' ? formatMonth(period.begin, locale) : name
}
