import { isCreditorReference } from '../../shared/creditor-reference'
import { checkDigits } from '../../shared/mod97'
import type { StatementLine } from '../camt/lines'

const LENGTH = 25

/**
 * The RF references of our form (25 characters, ISO 11649) in a text, each once, in their order. Case, spaces and line
 * breaks do not matter, nor what stands before and after; wrong check digits are no reference.
 */
export function referencesIn(text: string): string[] {
  if (text.length < LENGTH) return []
  const characters = text.toUpperCase().replace(/[\s\p{Cf}]+/gu, '')
  const found = new Set<string>()
  for (let at = characters.indexOf('RF'); at >= 0; at = characters.indexOf('RF', at + 1)) {
    const reference = characters.slice(at, at + LENGTH)
    if (isCreditorReference(reference) && hasValidCheckDigits(reference)) found.add(reference)
  }
  return [...found]
}

type Texts = Pick<StatementLine, 'end_to_end' | 'text'>

/** Finds the references in the end-to-end id and in the text of a line. */
export const findReferences = (line: Texts): string[] => [
  ...new Set([...referencesIn(line.end_to_end ?? ''), ...referencesIn(line.text ?? '')]),
]

/** What {@link findReferences} finds in a line, kept for the rules that ask for it one after the other. */
export function referencesOf(line: Texts): readonly string[] {
  const found = known.get(line) ?? findReferences(line)
  known.set(line, found)
  return found
}

const known = new WeakMap<Texts, readonly string[]>()

const hasValidCheckDigits = (reference: string): boolean =>
  checkDigits(`${reference.slice(4)}RF`) === reference.slice(2, 4)
