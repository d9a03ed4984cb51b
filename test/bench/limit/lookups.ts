import { nameKey } from '../../../src/domain/persons/name-key'

type Line = { amount: number; party_name: string | null; text: string | null }

/** What a line looks up, stored with it so that a page of lines takes one trip: its reference, or the names in it. */
export function lookupsOf({ amount, party_name, text }: Line): object {
  if (amount < 0) return {}
  const reference = referenceIn(text ?? '')
  return reference ? { references: [[reference, idStartOf(reference)]] } : { names: keysIn(party_name, text) }
}

/** The RF reference in a text, if its check digits are right. */
export function referenceIn(text: string): string | undefined {
  const [reference] = /RF\d\d[0-9A-Z]{21}/.exec(text.toUpperCase().replace(/\s/g, '')) ?? []
  if (!reference) return undefined
  let rest = 0
  for (const character of reference.slice(4) + reference.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1 ? reference : undefined
}

/** The keys of the words of a line. */
export const keysIn = (party: string | null, text: string | null): string[] =>
  `${party ?? ''} ${text ?? ''}`
    .split(/[^\p{L}'’]+/u)
    .filter((word) => word.length > 1)
    .map(nameKey)

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SEVEN = 36n ** 7n

/** What follows the prefix in the id of a fee with this reference. */
function idStartOf(reference: string): string {
  let rest = 0n
  for (const from of [4, 11, 18])
    rest = rest * SEVEN + BigInt(Number.parseInt(reference.slice(from, from + 7), 36))
  let text = ''
  for (; rest > 0n; rest /= 62n) text = `${BASE62[Number(rest % 62n)]}${text}`
  return text.padStart(18, '0')
}
