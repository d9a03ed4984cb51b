import { nameKey } from '../../persons/name-key'
import type { MatchLine } from './line'

const MAX_WORDS = 40
const MAX_NAME_WORDS = 8
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }

type Named = Pick<MatchLine, 'party_name' | 'text'>

/**
 * Which keys a last name may have that a line holds: its words, and up to three words of the party together. "MUELLER"
 * may be "Müller" or "Mueller".
 */
export function nameKeysIn({ party_name, text }: Named): string[] {
  const party = words(party_name, /[^\p{L}'’-]+/u).slice(0, MAX_NAME_WORDS)
  const names = party.flatMap((_, index) =>
    [1, 2, 3].map((count) => party.slice(index, index + count).join(' ')),
  )
  const keys = new Set<string>()
  for (const word of new Set([...names, ...words(party_name), ...words(text)]))
    for (const key of keysOf(word)) keys.add(key).add(contracted(key))
  return [...keys]
}

/** A test of whether a line holds the first and the last name of a person, in any order. */
export function namesIn({ party_name, text }: Named) {
  const found = new Set([...words(party_name), ...words(text)].flatMap(keysOf))
  const has = (word: string) => keysOf(word).some((key) => found.has(key))
  return (person: { first_name: string | null; last_name: string | null }): boolean => {
    const [firstName] = words(person.first_name)
    const lastNames = words(person.last_name)
    return firstName !== undefined && lastNames.length > 0 && has(firstName) && lastNames.every(has)
  }
}

/** A test of whether the text of a line holds the first name of a person, who is known to be of its family. */
export function firstNamesIn({ text }: Named) {
  const found = new Set(words(text).flatMap(keysOf))
  return ({ first_name }: { first_name: string | null }): boolean => {
    const [firstName] = words(first_name)
    return firstName !== undefined && keysOf(firstName).some((key) => found.has(key))
  }
}

const words = (text: string | null, separator = /[^\p{L}'’]+/u): string[] =>
  (text ?? '')
    .normalize('NFC')
    .split(separator)
    .filter((word) => word.length > 1)
    .slice(0, MAX_WORDS)

/** The keys of a word: without its accents, and with umlauts as two letters. */
function keysOf(word: string): string[] {
  const expanded = word.replace(/[äöüÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter)
  return expanded === word ? [nameKey(word)] : [nameKey(word), nameKey(expanded)]
}

const contracted = (key: string): string => key.replace(/([aou])e/g, '$1')
