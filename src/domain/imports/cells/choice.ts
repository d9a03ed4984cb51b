import type { CustomColumn } from '../../custom-columns/column'
import { MAX_VALUE } from '../../custom-columns/limits'
import { headerKey } from '../headers'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { isLonger, tidyText } from './text'

/** The key by which two words are the same: "Fussball" and "Fußball". */
export const wordKey = (word: string): string => headerKey(word) || word

const byColumn = new WeakMap<CustomColumn, Map<string, string>>()

/** The allowed values of a column by their keys; undefined if any text is allowed. */
function allowedOf(column: CustomColumn | undefined): Map<string, string> | undefined {
  if (!column?.allowed_values) return undefined
  const known = byColumn.get(column) ?? new Map(column.allowed_values.map((value) => [wordKey(value), value]))
  byColumn.set(column, known)
  return known
}

/** Reads a value of a column with allowed values. One that is not allowed is asked for. */
export const readChoice: Reader<string> = (text, { column }) => {
  const allowed = allowedOf(column)
  if (allowed === undefined || column?.allowed_values?.includes(text)) return readWord(text)
  const tidy = tidyText(text)
  if (tidy === '' || /^[-–—−.]+$/.test(tidy)) return NOTHING
  const value = allowed.get(wordKey(tidy))
  if (value !== undefined) return taken(text, value)
  if (isLonger(tidy, MAX_VALUE)) return wrong('too_long', { max: MAX_VALUE })
  return { grade: 'doubtful', kind: 'unknown_word', value: null, word: tidy }
}

const readWord = (text: string) => {
  const tidy = tidyText(text)
  if (tidy === '' || /^[-–—−]+$/.test(tidy)) return NOTHING
  return isLonger(tidy, MAX_VALUE) ? wrong('too_long', { max: MAX_VALUE }) : taken(text, tidy)
}

/** The words of a cell of an array column: those of JSON, one that is allowed as a whole, or what separators part. */
export function wordsIn(text: string, column?: CustomColumn): string[] {
  const written = text.startsWith('[') ? wordsInJson(text) : undefined
  if (written) return written
  const tidy = tidyText(text, true)
  if (allowedOf(column)?.has(wordKey(tidy))) return [tidy]
  return tidy
    .split(/\s*[;\n|,/]\s*|\s*\+\s*(?=\p{L})/u)
    .map((word) => word.trim())
    .filter(Boolean)
}

function wordsInJson(text: string): string[] | undefined {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined
  } catch {
    return undefined
  }
}

/** The allowed value that an unknown word may be a misspelling of: one letter differs, or it begins with the other. */
export function similarTo(word: string, column: CustomColumn | undefined): string | undefined {
  const key = wordKey(word)
  for (const [other, value] of allowedOf(column) ?? [])
    if (key.length >= 4 && other.length >= 4 && (isOneLetterFrom(key, other) || other.startsWith(key)))
      return value
  return undefined
}

function isOneLetterFrom(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  let behind = 0
  const rest = Math.min(one.length, other.length) - from
  while (behind < rest && one.at(-1 - behind) === other.at(-1 - behind)) behind++
  return Math.max(one.length, other.length) - from - behind <= 1
}
