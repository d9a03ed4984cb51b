import type { Inline } from '../../domain/mails/body'
import { namedKey, PLACEHOLDER, type PlaceholderValues } from '../../domain/mails/placeholders'

const LINE_ENDS = /\r\n|[\r\u2028\u2029]/g
const CONTROLS = /(?!\n)[\p{Cc}\p{Cs}]|[\u202A-\u202E\u2066-\u2069]/gu
const MAX_SUBJECT = 250

/**
 * The value of a placeholder without characters that control how the text around it is shown; undefined if it has
 * none.
 */
export function valueIn(values: PlaceholderValues, key: string): string | undefined {
  const named = namedKey(key, Object.keys(values))
  return named === undefined ? undefined : withoutControls(values[named] ?? '')
}

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean =>
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(text)

/** The subject of a mail in one line of at most 250 characters, whatever the values hold. */
export function subjectLine(subject: string, values: PlaceholderValues): string {
  const replaced = subject.replace(
    PLACEHOLDER,
    (written: string, key: string) => valueIn(values, key) ?? written,
  )
  const line = withoutControls(replaced).replace(/\s+/g, ' ').trim()
  return cut(line, MAX_SUBJECT)
}

/** The beginning of a text, whose end is marked where it has more characters (code points) than `max`. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

const withoutControls = (text: string): string =>
  text.replace(LINE_ENDS, '\n').replaceAll('\t', ' ').replace(CONTROLS, '')

/** Whether a paragraph has placeholders alone, none of which has a value, so that it is left out. */
export const isWithoutValues = (inlines: readonly Inline[], values: PlaceholderValues): boolean =>
  inlines.every((inline) =>
    inline.type === 'placeholder'
      ? valueIn(values, inline.key) === ''
      : inline.type === 'text' && !inline.text.trim(),
  )
