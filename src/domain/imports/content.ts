import { wordKey, wordsIn } from './cells/choice'
import { dateReader } from './cells/date'
import { readEmail } from './cells/email'
import type { Reader, ReaderContext } from './cells/grade'
import { readBic, readIban } from './cells/iban'
import { readPayment } from './cells/payment'
import { readPhones } from './cells/phone'
import { readPostcodeAndCity } from './cells/postcode'
import { readSex } from './cells/sex'
import { readYesNo } from './cells/yes-no'
import type { Table } from './read/table-shape'

/** What the cells of a column look like: shares are of its different texts, from 0 to 1. */
export type Content = {
  filled: number
  /** How many different texts it has, by `wordKey`; counting ends at {@link MANY}. */
  distinct: number
  longest: number
  samples: string[]
  /** How many different words its texts have if they are parted, and whether some have several. */
  words: number
  hasSeveralWords: boolean
  share: Record<Look, number>
  /** The years of its dates, in ascending order. */
  years: number[]
  order: 'dmy' | 'mdy' | undefined
}

export const LOOKS = [
  'iban',
  'bic',
  'email',
  'date',
  'postcode',
  'postcodeAndCity',
  'phone',
  'yesNo',
  'payment',
  'sex',
  'amount',
  'digits',
  'twoWords',
] as const
export type Look = (typeof LOOKS)[number]

export const MANY = 500
const LOOKED_AT = 200
const MAX_SAMPLE = 200

const isRead =
  (reader: Reader, context: ReaderContext) =>
  (text: string): boolean => {
    const reading = reader(text, context)
    return reading.grade !== 'wrong' && reading.value !== null
  }

/** What the columns of a table look like. */
export function contentsOf(table: Table, today: string): Content[] {
  const context: ReaderContext = { today, locale: 'de', order: 'dmy' }
  const looks = looksIn(context)
  const totals = new Set(table.totals)
  const columns = table.headers.map(() => new ColumnTexts())
  for (const { row, cells } of table.rows)
    if (!totals.has(row)) for (const [index, cell] of cells.entries()) columns[index]?.add(cell.trim())
  return columns.map((column) => contentOf(column, looks, context))
}

/** What is held of the texts of a column. */
class ColumnTexts {
  filled = 0
  longest = 0
  readonly different = new Map<string, string>()
  /** The order of day and month that the dates with slashes or hyphens have, if any of them says so. */
  order: Content['order']

  add(text: string): void {
    if (text === '') return
    this.filled++
    this.longest = Math.max(this.longest, text.length)
    if (this.different.size < MANY) this.different.set(wordKey(text), text)
    this.order ??= orderOf(text)
  }
}

function looksIn(context: ReaderContext): Record<Look, (text: string) => boolean> {
  const isAnyDate = isRead(dateReader('any'), context)
  const isPhone = isRead(readPhones, context)
  const isPayment = isRead(readPayment, context)
  const isPostcodeAndCity = isRead(readPostcodeAndCity, context)
  return {
    iban: isRead(readIban, context),
    bic: isRead(readBic, context),
    email: isRead(readEmail, context),
    date: (text) => !/^\d{5,6}$/.test(text) && (isAnyDate(text) || /^0?0\.0?0\.0000$/.test(text)),
    postcode: (text) => /^(?:[A-Z]{1,2}-)?\d{4,5}$/.test(text),
    postcodeAndCity: (text) => /^(?:[A-Z]{1,2}-)?\d{4,5}[ ,]+\D/.test(text) && isPostcodeAndCity(text),
    phone: (text) => /^[\p{L}:. ]*[+(0]/u.test(text) && text.replace(/\D/g, '').length >= 6 && isPhone(text),
    yesNo: isRead(readYesNo, context),
    payment: isPayment,
    sex: isRead(readSex, context),
    amount: (text) => /^-?[\d.]*,\d\d ?(?:€|EUR)?$|^-?\d+\.\d\d$|^-?\d+ ?(?:€|EUR)$/.test(text),
    digits: (text) => /^\d+$/.test(text),
    twoWords: (text) => /^[^\s,]+,? \S/.test(text),
  }
}

function contentOf(
  { filled, longest, different, order }: ColumnTexts,
  looks: ReturnType<typeof looksIn>,
  context: ReaderContext,
): Content {
  const all = [...different.values()]
  const step = Math.max(1, Math.floor(all.length / LOOKED_AT))
  const some = all.filter((_, at) => at % step === 0)
  const share = (look: Look) => (some.length === 0 ? 0 : some.filter(looks[look]).length / some.length)
  const words = longest > 300 ? [] : some.map((text) => wordsIn(text))
  return {
    filled,
    distinct: different.size,
    longest,
    samples: all.slice(0, 3).map((text) => text.slice(0, MAX_SAMPLE)),
    words: new Set(words.flat().map(wordKey)).size,
    hasSeveralWords: words.filter(({ length }) => length > 1).length >= Math.max(1, some.length / 20),
    share: Object.fromEntries(LOOKS.map((look) => [look, share(look)])) as Content['share'],
    years: yearsOf(some, context),
    order,
  }
}

function yearsOf(texts: string[], context: ReaderContext): number[] {
  const read = dateReader('any')
  return texts
    .map((text) => read(text, context))
    .flatMap((reading) =>
      reading.grade !== 'wrong' && reading.value ? [Number(reading.value.slice(0, 4))] : [],
    )
    .sort((one, other) => one - other)
}

/** The order of day and month that a date with slashes or hyphens has, if it says so. */
function orderOf(text: string): Content['order'] {
  const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}/.exec(text) ?? []
  return Number(first) > 12 ? 'dmy' : Number(second) > 12 ? 'mdy' : undefined
}
