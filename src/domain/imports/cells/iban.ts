import { isValidBIC, isValidIBAN } from 'ibantools'
import { isMaskedIban } from '../../persons/mask'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** Reads an IBAN with or without blanks, and keeps a masked one. One whose check digits are wrong is left out. */
export const readIban: Reader<string> = (text) => {
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  if (isMaskedIban(tidy)) return taken(text, tidy)
  const value = bare(tidy.replace(/^IBAN(?:[ :.-]+|(?=[A-Z]{2}\d\d))/i, ''))
  return isValidIBAN(value) ? taken(text, value) : wrong('iban_wrong')
}

/** Reads a BIC. */
export const readBic: Reader<string> = (text) => {
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const value = bare(tidy.replace(/^BIC[ :.-]+/i, ''))
  return isValidBIC(value) ? taken(text, value) : wrong('bic_wrong')
}

/** Letters and digits in capitals. Those beyond ASCII stay, since ß would become two. */
const bare = (text: string): string =>
  text.replace(/[\s.·:_-]+/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())
