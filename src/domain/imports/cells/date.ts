import { dateText } from '../read/xlsx-number'
import { NOTHING, type Reader, type ReaderContext, type Reading, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** What a date is of: it says which years are likely. */
export type DateKind = 'birth' | 'join' | 'leave' | 'past' | 'any'

/** Year, month and day as they are written, and what is doubtful about them. */
type Parts = { year: number; month: number; day: number; doubt?: 'two_digit_year' | 'year_only' }

/**
 * Reads a date of a kind in the ways that people and programs write it, as YYYY-MM-DD. Members who have not left have none, which
 * programs write as 00.00.0000 or 31.12.9999.
 */
export const dateReader =
  (kind: DateKind): Reader<string> =>
  (text, context) => {
    if (ISO.test(text) && !NEVER.test(text)) return graded(text, partsOf(text, context), kind, context)
    const tidy = tidyText(text)
    if (kind === 'leave' && NEVER.test(tidy)) return NOTHING
    if (tidy === '' || saysNone(tidy) || NO_DATE.test(tidy))
      return kind === 'leave' ? NOTHING : wrong('no_value')
    return graded(text, partsOf(bare(tidy), context), kind, context)
  }

const ISO = /^\d{4}-\d\d-\d\d$/

/** What programs write for no date. */
const NO_DATE =
  /^(?:0+(?:[./ -]0+){0,2}|0?0[./]0?1[./]1900|3[01][./]12[./]1899|1899-12-3[01]|[_.\s/-]+)(?:[T ]00?:00.*)?$/

/** What programs write for a day that has not come. */
const NEVER = /^(?:31[./]12[./][29]999|[29]999-12-31)(?:[T ]\d\d:\d\d.*)?$/

const MONTHS = 'jan feb mär|mar|mrz apr mai|may jun jul aug sep o[kc]t nov de[zc]'.split(' ')
const monthOf = (word: string): number =>
  MONTHS.findIndex((month) => new RegExp(`^(?:${month})`, 'i').test(word)) + 1

/** A date without the words, weekdays and times around it. */
const bare = (text: string): string =>
  text
    .replace(/^(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)\p{L}*[.,]+ ?/iu, '')
    .replace(/^(?:geb(?:oren)?\.?|born|seit|ab|am|zum|since|on|\*) ?/iu, '')
    .replace(/(?:T| ,? ?|, )\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?Uhr| ?[AP]M|Z|[+-]\d\d:?\d\d)?$/i, '')
    .trim()

function partsOf(text: string, context: ReaderContext): Parts | undefined {
  if (/^\d+$/.test(text)) return partsOfDigits(text)
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const numeric = /^(\d{1,2}) ?([-./, ]) ?(\d{1,2}) ?[-./, ] ?['’]?(\d{4}|\d{2})\.?$/.exec(text)
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])]
    const isMonthFirst =
      /[/-]/.test(numeric[2] ?? '') && context.order === 'mdy' ? first <= 12 : second > 12 && first <= 12
    return withYear(numeric[4] ?? '', isMonthFirst ? first : second, isMonthFirst ? second : first)
  }
  const named =
    /^(\d{1,2})\.?(?:st|nd|rd|th)?[ -]?(\p{L}{3,9})\.?,?[ -]?(\d{4}|\d{2})$/u.exec(text) ??
    /^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u.exec(text)
  if (named) {
    const { month, day, year } = named.groups ?? {}
    return withYear(year ?? named[3] ?? '', monthOf(month ?? named[2] ?? ''), Number(day ?? named[1]))
  }
  const ofMonth = /^(?:(\d{1,2})[./-]|(\p{L}{3,9})\.? )(\d{4})$/u.exec(text)
  if (!ofMonth) return undefined
  const month = ofMonth[2] ? monthOf(ofMonth[2]) : Number(ofMonth[1])
  return { year: Number(ofMonth[3]), month, day: 1, doubt: 'year_only' }
}

function partsOfDigits(text: string): Parts | undefined {
  const at = (from: number, to: number) => Number(text.slice(from, to))
  switch (text.length) {
    case 4:
      return { year: Number(text), month: 1, day: 1, doubt: 'year_only' }
    case 5: {
      // Days since 1900, as spreadsheets count them: from 1927 on.
      const date = Number(text) >= 10_000 && Number(text) < 73_051 ? dateText(Number(text)) : undefined
      return date
        ? { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) }
        : undefined
    }
    case 6:
      return withYear(text.slice(4), at(2, 4), at(0, 2))
    case 8:
      return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])/.test(text) && at(6, 8) <= 31
        ? { year: at(0, 4), month: at(4, 6), day: at(6, 8) }
        : { year: at(4, 8), month: at(2, 4), day: at(0, 2) }
    default:
      return undefined
  }
}

const withYear = (year: string, month: number, day: number): Parts => ({
  year: Number(year),
  month,
  day,
  ...(year.length === 2 && { doubt: 'two_digit_year' as const }),
})

/** How many years ahead a two-digit year may be, if the date may be to come. */
const AHEAD: Record<DateKind, number> = { birth: 0, join: 1, leave: 20, past: 0, any: 10 }

function graded(
  text: string,
  parts: Parts | undefined,
  kind: DateKind,
  { today }: ReaderContext,
): Reading<string> {
  if (!parts) return wrong('date_wrong')
  const thisYear = Number(today.slice(0, 4))
  const year = parts.doubt === 'two_digit_year' ? centuryOf(parts, kind, today) : parts.year
  if (year > thisYear + 50) return wrong('date_too_far')
  if (year < 1850) return wrong('date_wrong')
  const value = `${year}-${twoDigits(parts.month)}-${twoDigits(parts.day)}`
  if (!exists(year, parts.month, parts.day)) return wrong('date_impossible')
  if (value > today && (kind === 'birth' || kind === 'past')) return wrong('date_in_future')
  if (parts.doubt) return { grade: 'doubtful', kind: parts.doubt, value }
  if (kind === 'birth' && thisYear - year > 110)
    return { grade: 'doubtful', kind: 'unlikely_birthdate', value }
  return { grade: value === text ? 'as_is' : 'tidied', value }
}

function centuryOf({ year, month, day }: Parts, kind: DateKind, today: string): number {
  const recent = 2000 + year
  const isTooLate =
    AHEAD[kind] === 0
      ? `${recent}-${twoDigits(month)}-${twoDigits(day)}` > today
      : recent > Number(today.slice(0, 4)) + AHEAD[kind]
  return isTooLate ? 1900 + year : recent
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const exists = (year: number, month: number, day: number): boolean => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))
}
