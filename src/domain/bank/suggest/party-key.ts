import { fold } from './fold'
import type { MatchLine } from './line'

/** What the key of a party begins with that has no account. */
const BY_NAME = 'name:'

/**
 * Who is on the other side of a line, as it is stored: the account, else `name:` with the exactly folded name, of which nothing
 * is taken off. NULL if the bank names nobody.
 */
export function partyKeyOf({ party_iban, party_name }: Pick<MatchLine, 'party_iban' | 'party_name'>) {
  if (party_iban !== null) return party_iban
  const name = fold(party_name ?? '')
  return name === '' ? null : `${BY_NAME}${name}`
}

/** The account of a party by its key; null for one that is known by its name alone. */
export const ibanOf = (partyKey: string | null): string | null =>
  partyKey === null || partyKey.startsWith(BY_NAME) ? null : partyKey
