import { NOTHING, type Reader, type Reading, taken, wrong } from './grade'
import { spreadsheetWords, tidyText } from './text'

/** Reads a postcode. One of four digits may have lost its zero, unless the row names another country than Germany. */
export const readPostcode: Reader<string> = (text, { country }) => {
  const tidy = tidyText(text)
  const other = tidy === '' ? NOTHING : spreadsheetWords(tidy)
  if (other) return other
  const value = tidy.replace(/^(?:[A-Z]{1,3}[ -]+)(?=\d{4,5}$)/i, '').replace(/[.,]0$/, '')
  if (!/\d/.test(value) || value.length > 32 || !/^[\p{L}\d\s-]+$/u.test(value))
    return wrong('postcode_wrong')
  if (
    /^\d{4}$/.test(value) &&
    (!country || country === 'DE') &&
    !/^(?:A|AT|CH|FL|L|LU|B|BE|NL|DK)[ -]/i.test(tidy)
  )
    return { grade: 'doubtful', kind: 'postcode_zero', value: `0${value}`, other: value }
  return taken(text, value)
}

export type PostcodeAndCity = { postcode: string | null; city: string | null }

/** Reads a postcode and a city in one cell. */
export const readPostcodeAndCity: Reader<PostcodeAndCity> = (text, context) => {
  const tidy = tidyText(text)
  const other = tidy === '' ? NOTHING : spreadsheetWords(tidy)
  if (other?.grade === 'doubtful') return wrong('postcode_wrong')
  if (other) return other as Reading<PostcodeAndCity>
  const [, code, city = tidy] = /^((?:[A-Z]{1,3}-)?\d{4,5})[ ,]+([^\d\s,].*)$/.exec(tidy) ?? []
  if (city.length > 255) return wrong('too_long', { max: 255 })
  if (code === undefined) return { grade: 'tidied', value: { postcode: null, city } }
  const reading = readPostcode(code, context)
  if (reading.grade === 'wrong') return reading
  const both = (postcode: string | null) => ({ postcode, city })
  return reading.grade === 'doubtful'
    ? { ...reading, value: both(reading.value), other: both(reading.other ?? null) }
    : { grade: 'tidied', value: both(reading.value) }
}
