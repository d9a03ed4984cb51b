/** How a number of a spreadsheet is shown, as far as its text depends on it. */
export type NumberFormat = 'number' | 'date' | 'time'

const DATE_IDS = new Set([14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)])
const TIME_IDS = new Set([18, 19, 20, 21, 45, 46, 47])

/** The format of a number by the id of the format, and by its code if the workbook declares one. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return DATE_IDS.has(id) ? 'date' : TIME_IDS.has(id) ? 'time' : 'number'
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').replace(/general|standard/gi, '')
  // German spreadsheets write T and J for days and years.
  if (/[dytj]/i.test(bare)) return 'date'
  if (/[hs]/i.test(bare)) return 'time'
  return /m/i.test(bare) ? 'date' : 'number'
}

/** The number of digits from which spreadsheets round a number. */
const ROUNDED_FROM = 1e14

/** The text of a number; one that was rounded keeps an exponent (1.23E+15), by which readers know it. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(raw)
  if (!Number.isFinite(value) || raw.trim() === '') return raw.trim()
  if (format === 'date') return dateText(value, is1904) ?? raw
  if (format === 'time' && value >= 0 && value < 1) return timeText(value)
  if (isRounded(raw)) return value.toExponential().replace('e+', 'E+')
  return String(Number(value.toPrecision(15)))
}

export const isRounded = (raw: string): boolean => Math.abs(Number(raw)) >= ROUNDED_FROM

const DAY = 24 * 60 * 60 * 1000

/** The date of a serial number (YYYY-MM-DD), without its time. 0 is shown as a day that does not exist. */
export function dateText(serial: number, is1904 = false): string | undefined {
  const days = Math.floor(serial)
  if (days < 0 || days > 2_958_465) return undefined
  if (days === 0 && !is1904) return '00.00.0000'
  // Spreadsheets take 1900 for a leap year.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  return new Date(epoch + days * DAY).toISOString().slice(0, 10)
}

const timeText = (part: number): string => new Date(Math.round(part * DAY)).toISOString().slice(11, 16)

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
