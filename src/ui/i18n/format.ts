import type { Locale } from './locale'

/** Formats a date (`YYYY-MM-DD`). */
export const formatDate = (date: string, { tag }: Locale): string =>
  dayFormat(tag, 'UTC').format(new Date(`${date}T00:00:00Z`))

/** Formats a date (`YYYY-MM-DD`) in few characters, for tables and charts. */
export const formatShortDate = (date: string, { tag }: Locale): string =>
  shortDayFormat(tag, 'UTC').format(new Date(`${date}T00:00:00Z`))

/** Formats the month of a date (`YYYY-MM-DD`) with its year. */
export const formatMonth = (date: string, { tag }: Locale): string =>
  monthFormat(tag, 'UTC').format(new Date(`${date}T00:00:00Z`))

/** Formats a day of every year (`MM-DD`). */
export const formatDayOfYear = (day: string, { tag }: Locale): string =>
  dayOfYearFormat(tag, 'UTC').format(new Date(`2028-${day}T00:00:00Z`))

/** Formats the day of an instant (ISO 8601) in a time zone. */
export const formatDay = (instant: string, timeZone: string, { tag }: Locale): string =>
  dayFormat(tag, timeZone).format(new Date(instant))

/** Formats an instant (ISO 8601) to the minute in a time zone. */
export const formatInstant = (instant: string, timeZone: string, { tag }: Locale): string =>
  minuteFormat(tag, timeZone).format(new Date(instant))

/** Formats the time of an instant (ISO 8601) to the minute in a time zone. */
export const formatTime = (instant: string, timeZone: string, { tag }: Locale): string =>
  timeFormat(tag, timeZone).format(new Date(instant))

/** Formats the weekday and time of an instant (ISO 8601) of the last days, in few characters. */
export const formatRecent = (instant: string, timeZone: string, { tag }: Locale): string =>
  recentFormat(tag, timeZone).format(new Date(instant)).replace(/\.?,/, '')

/** Formats an instant (ISO 8601) to the second in a time zone, for logs. */
export const formatSecond = (instant: string, timeZone: string, { tag }: Locale): string =>
  secondFormat(tag, timeZone).format(new Date(instant))

/** Formats an amount in cents. */
export const formatMoney = (cents: number, currency: string, { tag }: Locale): string =>
  withMinus(moneyFormat(tag, currency).format(cents / 100))

/** Formats an amount in cents, without the cents where there are none, for the axis of a chart. */
export const formatShortMoney = (cents: number, currency: string, { tag }: Locale): string =>
  withMinus(shortMoneyFormat(tag, currency).format(cents / 100))

/** A text in groups of four characters, as IBANs and creditor references are written. */
export const inFours = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Formats a number with all its digits. */
export const formatNumber = (number: number, { tag }: Locale): string =>
  withMinus(numberFormat(tag).format(number))

/** Formats a change of a number, with its sign. */
export const formatSigned = (change: number, locale: Locale): string =>
  `${change > 0 ? '+' : change === 0 ? '±' : ''}${formatNumber(change, locale)}`

/** The name of a country by its ISO 3166-1 code; the code itself if it has no name. */
export const countryName = (code: string, { tag }: Locale): string =>
  /^[A-Z]{2}$/.test(code) ? (countryNames(tag).of(code) ?? code) : code

/** The name of a language, and of the country where it is spoken, by its BCP 47 tag. */
export const languageName = (name: string, { tag }: Locale): string => languageNames(tag).of(name) ?? name

/** Orders two texts as the language does. */
export const compareTexts = (one: string, other: string, { tag }: Locale): number =>
  collator(tag).compare(one, other)

// German and English texts write a minus, which is as wide as a digit, where Intl writes a hyphen.
const withMinus = (text: string): string => text.replace('-', '\u2212')

const dayFormat = cached((tag, timeZone) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }))
const shortDayFormat = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone }),
)
const monthFormat = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone }),
)
const dayOfYearFormat = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone }),
)
const minuteFormat = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone }),
)
const timeFormat = cached((tag, timeZone) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }))
const recentFormat = cached(
  (tag, timeZone) =>
    new Intl.DateTimeFormat(tag, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone }),
)
const secondFormat = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', timeZone }),
)
const moneyFormat = cached((tag, currency) => new Intl.NumberFormat(tag, { style: 'currency', currency }))
const shortMoneyFormat = cached(
  (tag, currency) =>
    new Intl.NumberFormat(tag, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }),
)
const numberFormat = cached((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }))
const countryNames = cached((tag) => new Intl.DisplayNames(tag, { type: 'region' }))
const languageNames = cached((tag) => new Intl.DisplayNames(tag, { type: 'language' }))
const collator = cached((tag) => new Intl.Collator(tag))

// A formatter costs more to make than a page of values to format. The limit is there since browsers may name any
// locale.
function cached<Formatter>(make: (tag: string, option: string) => Formatter) {
  const limit = 100
  const formatters = new Map<string, Formatter>()
  return (tag: string, option = ''): Formatter => {
    const key = `${tag} ${option}`
    const formatter = formatters.get(key) ?? make(tag, option)
    if (formatters.size >= limit && !formatters.has(key)) formatters.clear()
    formatters.set(key, formatter)
    return formatter
  }
}
