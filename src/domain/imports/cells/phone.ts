import { NOTHING, type Reader, wrong } from './grade'
import { saysNone, tidyText } from './text'

export type Phone = { label: string | null; number: string }

/** How many entries a person can have. */
export const MAX_PHONES = 20

/** Reads phone numbers, several of one cell too. A word beside a number is its label: privat, abends. */
export const readPhones: Reader<Phone[]> = (text) => {
  const written = text.startsWith('[') ? phonesInJson(text) : undefined
  if (written) return { grade: 'as_is', value: written }
  const tidy = tidyText(text, true)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const phones = partsOf(tidy).map(phoneOf)
  if (phones.some(({ number }) => digitsOf(number).length < 3 || number.length > 64))
    return wrong('phone_wrong')
  if (phones.length > MAX_PHONES) return wrong('phones_too_many', { max: MAX_PHONES })
  const [only] = phones
  const isAsIs = phones.length === 1 && only?.label === null && only.number === text
  return { grade: isAsIs ? 'as_is' : 'tidied', value: phones }
}

/** The digits of a number, without the sign of its country for German ones, by which two are the same. */
export const phoneKey = (number: string): string => {
  const digits = digitsOf(number.replace(/\(0\)/, ''))
  return /^\s*\+/.test(number) ? digits.replace(/^49/, '0') : digits.replace(/^0049/, '0')
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

function phonesInJson(text: string): Phone[] | undefined {
  try {
    const phones: unknown = JSON.parse(text)
    if (!Array.isArray(phones) || phones.length > MAX_PHONES) return undefined
    const read = phones.map((phone) => ({ label: Object(phone).label ?? null, number: Object(phone).number }))
    return read.every(isPhone) ? read : undefined
  } catch {
    return undefined
  }
}

const isPhone = ({ label, number }: { label: unknown; number: unknown }): boolean =>
  isShort(number) && (label === null || isShort(label))

const isShort = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= 64 && !/\p{Cc}|\p{Cs}/u.test(text)

/** The parts of a cell that have a number each. What has few digits belongs to the number before it. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const piece of text
    .split(/\s*[;,\n|]\s*|\s+(?:od\.?|oder|or|und|u\.|and|bzw\.?|&)\s+/i)
    .flatMap(bySlash)) {
    const last = parts.length - 1
    if (last >= 0 && (digitsOf(piece).length < 5 || digitsOf(parts[last] ?? '').length < 5))
      parts[last] = `${parts[last]} ${piece}`.trim()
    else parts.push(piece)
  }
  return parts
}

/** Parts at a slash between two whole numbers; one within a number parts its area code. */
const bySlash = (text: string): string[] => {
  const at = text.search(/\/\s*(?=(?:\+|00?)[1-9])/)
  if (at < 0 || digitsOf(text.slice(0, at)).length < 7 || digitsOf(text.slice(at)).length < 7) return [text]
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Words before a number that say no more than that it is one. */
const PLAIN = /^(?:tel|telefon|telefonnummer|fon|phone|nr|t|ruf|rufnummer|nummer)$/i

function phoneOf(part: string): Phone {
  const [, before = '', rest = part] =
    /^([\p{L}][\p{L} .\-/]{0,40}?)[\s.:]*(?=[+(\d])(.*)$/su.exec(part) ?? []
  const [, number = rest, inBrackets, behind] =
    /^([^\p{L}]*[\d)])\s*(?:\(\s*([^()\d]{1,40}?)\s*\)|[-–:]?\s*(\p{L}[\p{L} .-]{0,40}))\s*$/u.exec(rest) ??
    []
  const word = before.replace(/[\s.:-]+$/, '').trim()
  const label = (PLAIN.test(word) ? '' : word) || (inBrackets ?? behind ?? '').trim()
  return { label: label || null, number: number.replace(/\s+/g, ' ').trim() }
}
