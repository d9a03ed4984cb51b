import * as z from 'zod'
import type { ShapeRefusal } from './shape-refusals'

const YEAR_10000 = Date.UTC(10_000)
const CONTROL = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u

/**
 * Text in one line: 1 to `max` characters (code points), not blank, well-formed, no control characters. Returns it
 * {@link tidy}.
 */
export const singleLine = (max: number) => bounded(max, 1, CONTROL, { clean: (text) => tidy(text, ' ') })

/** A key that another system chose, which may be blank and is given as it is. */
export const exactLine = (max: number) => bounded(max, 1, CONTROL, { mayBeBlank: true })

/** A {@link singleLine} that others compare with their own text: returned without characters that no reader sees alone. */
export const nameLine = (max: number) => bounded(max, 1, CONTROL, { clean: (text) => visible(text, ' ') })

/** A value among others, {@link tidy}; one of blanks alone as it is. */
export const valueLine = (max: number) => bounded(max, 1, CONTROL, { mayBeBlank: true, clean: tidyValue })

/**
 * Text that may have several lines and, unless `min` is 1, be empty or blank: at most `max` characters, well-formed,
 * no other control characters. Returns it {@link tidy}.
 */
export const multiLine = (max: number, min = 0) =>
  bounded(max, min, CONTROL_BUT_LINES, { mayBeBlank: min === 0, clean: (text) => tidy(text, '\n') })

/** A code of letters and digits, as an IBAN: at most `max` characters, returned in capitals without blanks. */
export const code = (max: number) => bounded(max, 1, CONTROL, { clean: codeOf })

/** A code as it is stored: without blanks, in capitals. */
export const codeOf = (text: string): string => visible(text, '').replaceAll(/\s/g, '').toUpperCase()

/**
 * Text as it is stored: without what {@link visible} removes, composed (NFC), and without blanks at its ends. Doing it again
 * changes nothing. Blanks within stay.
 */
export function tidy(text: string, separator: string): string {
  if (PLAIN.test(text)) return text
  // Trimmed first, so that a joiner before blanks at the end is at the end.
  return withoutHidden(text, separator).trim().replace(USELESS_JOINERS, '').normalize('NFC').trim()
}

/** A value among others as it is stored: {@link tidy}, but for one of blanks alone. */
export const tidyValue = (text: string): string => tidy(text, ' ') || text

/** ASCII without a blank at its ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** What {@link visible} might remove, for a quick look at texts that have nothing of it. */
const MAYBE_HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40/

const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

// Scripts such as Arabic and Devanagari need joiners within words, and emoji between their parts.
const USELESS_JOINERS =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])[\u200c\u200d]+|[\u200c\u200d]+$/gu

/**
 * Text without characters that no reader sees or that turn the text around them: two names that look alike are alike,
 * and none hides its end. Separators of lines and paragraphs become `separator`. To refuse them would stop a whole
 * synchronization for what its sender cannot see.
 */
export const visible = (text: string, separator: string): string =>
  MAYBE_HIDDEN.test(text) ? withoutHidden(text, separator).replace(USELESS_JOINERS, '') : text

const withoutHidden = (text: string, separator: string): string =>
  text.replace(HIDDEN, '').replace(/[\u2028\u2029]/g, separator)

export const date = z.iso.date()

/** An instant as the service writes it (RFC 3339 in UTC), for the description of what it answers. */
export const instant = z.string().meta({ format: 'date-time' })

/** An instant as callers give it: RFC 3339 with `Z` or an offset, before the year 10000 in UTC. */
export const givenInstant = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) >= YEAR_10000), {
    error: 'must be before the year 10000',
    params: { code: 'too_large' },
  })

/** A {@link givenInstant} as instants are stored, in UTC with milliseconds, so that their texts can be compared. */
export const inUtc = (text: string): string => new Date(text).toISOString()

export const email = z.string().trim().check(z.email()).max(254).meta({ format: 'email' })

/** An address that a browser may safely follow, written as it is: http or https, no spaces. */
export const webAddress = bounded(2000, 1, CONTROL, { clean: (text) => tidy(text, '') }).refine(
  isWebAddress,
  {
    error: 'must be an address that begins with http:// or https://',
  },
)

/** One of the values, for the description of what is answered: callers must take others, which are added later. */
export const openEnum = (values: readonly [string, ...string[]]): z.ZodType<string> =>
  z.union([z.enum(values), z.string()])

/** A list of `min` to `max` entries. One that is too long costs no look at its entries: zod checks the size first. */
export const arrayOf = <S extends z.ZodType>(entry: S, max: number, min = 0) =>
  z.array(entry).min(min).max(max)

/** Whether a list of texts holds none twice. */
export const hasNoDuplicates = (texts: readonly unknown[]): boolean => new Set(texts).size === texts.length

/** The texts among values of any type that may be a stored key, for lookups by what is not validated yet. */
export const uniqueStrings = (values: unknown[]): string[] =>
  [...new Set(values.filter((value) => typeof value === 'string' && value.length <= 510))] as string[]

function bounded(
  max: number,
  min: number,
  forbidden: RegExp,
  { mayBeBlank = min === 0, clean = (text: string) => text } = {},
) {
  // One check for all: zod takes longer for each of them than they take.
  return z
    .string()
    .check((given) => {
      const { issues } = given
      const isEmpty = given.value.length < min
      const value = clean(given.value)
      given.value = value
      const add = (message: string, params: Omit<ShapeRefusal, 'message'>) =>
        issues.push({ code: 'custom', message, params, input: value })
      if (isEmpty) add('must not be empty', { code: 'empty' })
      else if (!mayBeBlank && value.trim() === '') add('must not be blank', { code: 'blank' })
      // A character has one or two UTF-16 units.
      if (value.length > 2 * max || (value.length > max && [...value].length > max))
        add(`must be at most ${max} characters long`, { code: 'too_long', max })
      if (forbidden.test(value))
        add('must be well-formed text without control characters', { code: 'control_characters' })
    })
    .meta({ minLength: min, maxLength: max })
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
