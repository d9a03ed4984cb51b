import { nameKey } from '../../persons/name-key'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** Reads a country by its name in German or English, by its code, or by that of its cars. */
export const readCountry: Reader<string> = (text) => {
  const tidy = tidyText(text)
  if (tidy === '') return NOTHING
  const code = countries().get(nameKey(tidy).replace(/[^\p{L}]+/gu, ''))
  // NO and NA are the codes of Norway and Namibia, but "no" and "n/a" say that there is none.
  if (code !== tidy && saysNone(tidy)) return NOTHING
  return code ? taken(text, code) : wrong('country_unknown')
}

// Some letters and short names that are no code of ISO 3166-1 alpha-2.
const MORE: Record<string, string> = {
  d: 'DE',
  ger: 'DE',
  deu: 'DE',
  brd: 'DE',
  bundesrepublikdeutschland: 'DE',
  a: 'AT',
  aut: 'AT',
  oesterreich: 'AT',
  sui: 'CH',
  che: 'CH',
  f: 'FR',
  fra: 'FR',
  i: 'IT',
  ita: 'IT',
  l: 'LU',
  lux: 'LU',
  b: 'BE',
  bel: 'BE',
  fl: 'LI',
  nld: 'NL',
  holland: 'NL',
  e: 'ES',
  esp: 'ES',
  p: 'PT',
  pol: 'PL',
  dnk: 'DK',
  s: 'SE',
  n: 'NO',
  fin: 'FI',
  h: 'HU',
  uk: 'GB',
  gbr: 'GB',
  england: 'GB',
  grossbritannien: 'GB',
  greatbritain: 'GB',
  usa: 'US',
  tschechien: 'CZ',
  turkei: 'TR',
  turkey: 'TR',
  russland: 'RU',
}

let cached: Map<string, string> | undefined

function countries(): Map<string, string> {
  if (cached) return cached
  const names = ['de', 'en'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  const found = new Map<string, string>()
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const code = first + second
      const ofCode = names.map((name) => name.of(code)).filter((name) => name !== undefined)
      // Codes of no country, as of unions and of what is unknown, have names too.
      if (ofCode.length === 0 || NO_COUNTRY.test(code) || !isCurrent(code)) continue
      for (const name of [code, ...ofCode]) found.set(nameKey(name).replace(/[^\p{L}]+/gu, ''), code)
    }
  for (const [name, code] of Object.entries(MORE)) found.set(name, code)
  cached = found
  return found
}

const NO_COUNTRY = /^(?:EU|EZ|UN|ZZ|QO|XA|XB)$/

/** Whether a code is no old or other one of a country, as UK of GB. */
const isCurrent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
