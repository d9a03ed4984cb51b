import { BASE62, convert, type IdPrefix } from './ids'
import { checkDigits } from './mod97'

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TAKEN = 18

/**
 * The ISO 11649 creditor reference of an id, such as that of a fee: `RF`, two check digits, and in base36 the first
 * 18 characters after the prefix (time and 59 random bits), as many as 21 characters can hold. So the reference is
 * unique as the id is, and leads back to it. It needs no index. The references of direct debits are made the same
 * way.
 */
export function creditorReference(id: string): string {
  const start = id.indexOf('_') + 1
  const body = convert(id.slice(start, start + TAKEN), BASE62, BASE36, 21)
  return `RF${checkDigits(`${body}RF`)}${body}`
}

/** What the id with this reference begins with; for a text that is no reference, what no id begins with. */
export const idPrefixOf = (reference: string, prefix: IdPrefix): string =>
  isCreditorReference(reference) ? `${prefix}_${idStartOf(reference)}` : '-'

/** What follows the prefix in the id with this reference, as far as the reference holds it. */
export const idStartOf = (reference: string): string => convert(reference.slice(4), BASE36, BASE62, TAKEN)

/** Whether a text has the form of our references. Its check digits may be wrong. */
export const isCreditorReference = (text: string): boolean => /^RF\d\d[0-9A-Z]{21}$/.test(text)
