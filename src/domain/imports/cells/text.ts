import { visible } from '../../shared/text'
import { NOTHING, type Reader, type Reading, taken, wrong } from './grade'

// Most texts are, and the steps for the others leave them as they are.
const IS_TIDY = /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+)*$/

/** Text in NFC without blanks at its ends, several in a row, invisible characters, and line breaks unless it `keepsLines`. */
export function tidyText(text: string, keepsLines = false): string {
  if (IS_TIDY.test(text)) return text
  const composed = visible(text.toWellFormed().normalize('NFC'), '\n').replace(/\r\n?|[\v\f\u0085]/g, '\n')
  const lines = composed.split('\n').map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  const tidy = keepsLines
    ? lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
    : lines.filter(Boolean).join(' ')
  // What is left out may have stood between letters that compose.
  const again = tidy.normalize('NFC')
  return again === text ? text : again
}

const FORMULA = /^[=＝]\s*[\p{L}$(+-]|^[+-][\p{L}$]+\d*[(+*]/u
const ERROR = /^#(?:NV|N\/A|REF!|BEZUG!|WERT!|VALUE!|NAME\?|DIV\/0!|NUM!|ZAHL!|NULL!|LEER!|#+)$/i
const ROUNDED = /^-?\d[.,]\d{2,}E\+?\d{2}$/i

/** What a cell of any column may be: an error or a formula of a spreadsheet, a number that it rounded, or a dash for nothing. */
export function spreadsheetWords(text: string): Reading<string> | undefined {
  const first = text.charCodeAt(0)
  if (first === 35 && ERROR.test(text)) return wrong('error_value')
  if (text.length <= 3 && /^[-–—−._/?]+$/.test(text)) return NOTHING
  if ((first === 61 || first === 43 || first === 45 || first === 0xff1d) && FORMULA.test(text))
    return { grade: 'doubtful', kind: 'formula', value: text }
  if (first <= 57 && ROUNDED.test(text))
    return { grade: 'doubtful', kind: 'rounded_number', value: withoutExponent(text) }
  return undefined
}

const withoutExponent = (text: string): string => {
  const number = Number(text.replace(',', '.'))
  return Number.isInteger(number) && Math.abs(number) < 1e30 ? String(BigInt(number)) : text
}

const textReader =
  (max: number, keepsLines: boolean): Reader<string> =>
  (text) => {
    const tidy = tidyText(text, keepsLines)
    if (tidy === '') return NOTHING
    const other = spreadsheetWords(tidy)
    if (other) return other
    return isLonger(tidy, max) ? wrong('too_long', { max }) : taken(text, tidy)
  }

/** Whether a text has more characters than `max`; one has one or two UTF-16 units. */
export const isLonger = (text: string, max: number): boolean => text.length > max && [...text].length > max

/** Reads a text in one line. */
export const readLine: Reader<string> = textReader(255, false)

/** Reads a text that may have several lines. */
export const readText: Reader<string> = textReader(5000, true)

/** Reads a membership number: a short text in one line. */
export const readNumber: Reader<string> = (text) => {
  const reading = textReader(64, false)(text, CONTEXT_FREE)
  return reading.grade === 'tidied' && reading.value !== null && /^\d+[.,]0+$/.test(reading.value)
    ? { ...reading, value: reading.value.replace(/[.,]0+$/, '') }
    : reading
}

const CONTEXT_FREE = { today: '', locale: 'de', order: 'dmy' } as const

/** Reads a key of another system, exactly as it is. */
export const readKey: Reader<string> = (text) =>
  /\p{Cc}|\p{Cs}/u.test(text) || isLonger(text, 255) ? wrong('key_wrong') : { grade: 'as_is', value: text }

const NONE =
  /^(?:kein\p{L}*|ohne|nicht vorhanden|nicht bekannt|nichts|unbekannt|unbek\.?|none|no|nein|nope|unknown|missing|fehlt|offen|k\.? ?a\.?|n\/?a|n\.? ?a\.?|o\.? ?a\.?|hat keine?|not known)(?: (?:e-?mail|mail|adresse|telefon|handy|konto|iban|angabe|angaben|vorhanden|bekannt|address|phone))?[.!]?$/iu

/** Whether a text says that there is nothing: keine, unbekannt, -. */
export const saysNone = (text: string): boolean => NONE.test(text) || /^[-–—−._/?*x]{1,4}$/i.test(text)
