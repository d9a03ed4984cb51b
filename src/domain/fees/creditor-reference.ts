import { BASE62, convert } from '../shared/ids'

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TAKEN = 18

/**
 * The ISO 11649 creditor reference of a fee: `RF`, two check digits (ISO 7064 MOD 97-10), and in base36 the first 18
 * characters of its id (time and 59 random bits), as many as 21 characters can hold. So the reference is unique as
 * the id is, and leads back to it.
 */
export function creditorReference(feeId: string): string {
  const body = convert(feeId.slice('fee_'.length, 'fee_'.length + TAKEN), BASE62, BASE36, 21)
  const check = 98 - remainder97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/** What the id of the fee with this reference begins with; for a text that is no reference, what no id begins with. */
export const idPrefixOf = (reference: string): string =>
  /^RF\d\d[0-9A-Z]{21}$/.test(reference) ? `fee_${convert(reference.slice(4), BASE36, BASE62, TAKEN)}` : '-'

function remainder97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
