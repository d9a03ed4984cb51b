import { checkDigits } from '../shared/mod97'
import { code } from '../shared/text'
import { EEA_COUNTRIES } from './eea'

const FORM = /^(?<country>[A-Z]{2})(?<check>\d\d)[A-Z0-9]{3}(?<national>[A-Z0-9]{1,28})$/
const GERMAN_NATIONAL = /^\d{11}$/

/** A SEPA creditor identifier; see {@link isCreditorId}. */
export const creditorId = code(35).refine(isCreditorId, {
  error: 'must be a valid SEPA creditor identifier, as DE98ZZZ09999999999',
})

/**
 * Whether a text is a SEPA creditor identifier of a country in the European Economic Area: its country, two check
 * digits over country and national part, the three characters of a business code, and the national part.
 */
export function isCreditorId(text: string): boolean {
  const { country = '', check, national = '' } = FORM.exec(text)?.groups ?? {}
  const isOfCountry = country === 'DE' ? GERMAN_NATIONAL.test(national) : EEA_COUNTRIES.has(country)
  return isOfCountry && checkDigits(`${national}${country}`) === check
}

/** Whether a creditor identifier is the German one for tests, which no bank accepts for collections. */
export const isTestCreditorId = (creditorId: string): boolean => /^DE98.{3}09999999999$/.test(creditorId)
