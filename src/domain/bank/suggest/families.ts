import { isOpen } from './by-reference'
import type { Debtor, Payer } from './candidates'

/** The family of each payer: it, its own payer, and all for whom that one pays. Each family once. */
export function familiesOf(payers: readonly Payer[]): Debtor[][] {
  const families = payers.map((payer) => [payer, ...payer.relatives])
  const keyOf = (family: Debtor[]) =>
    family
      .map(({ id }) => id)
      .sort()
      .join()
  return [...new Map(families.map((family) => [keyOf(family), family])).values()]
}

/** Persons, each once. */
export const distinct = <Person extends Debtor>(persons: readonly Person[]): Person[] => [
  ...new Map(persons.map((person) => [person.id, person])).values(),
]

/** Whether a person owes a fee that can be paid. */
export const owes = ({ fees }: Debtor): boolean => fees.some(isOpen)
