import { isOpen, sumOf } from './by-reference'
import type { Debtor, OwedFee } from './candidates'

/** Fees that are together of the amount of a line, and how many persons owe them. */
export type FeeSet = { fees: OwedFee[]; persons: number }

type Owed = { fee: OwedFee; debtor: string }

/** Each fee of an amount, in cents, that some persons owe. */
export const singlesOf = (amount: number, persons: readonly Debtor[]): FeeSet[] =>
  owedBy(persons)
    .filter(({ fee }) => fee.open_amount === amount)
    .map(({ fee }) => ({ fees: [fee], persons: 1 }))

/** Of each group of persons all that they owe, and all of one kind, if that is of an amount in cents; each set once. */
export function sumsOf(amount: number, groups: readonly (readonly Debtor[])[]): FeeSet[] {
  const sets = groups.flatMap((group) => {
    const owed = owedBy(group)
    return [owed, ...Map.groupBy(owed, ({ fee }) => fee.description).values()]
  })
  const found = sets
    .map((owed) => ({
      fees: owed.map(({ fee }) => fee),
      persons: new Set(owed.map(({ debtor }) => debtor)).size,
    }))
    .filter(({ fees }) => fees.length > 1 && sumOf(fees) === amount)
  return [...new Map(found.map((set) => [keyOf(set), set])).values()]
}

const keyOf = ({ fees }: FeeSet): string =>
  fees
    .map(({ id }) => id)
    .sort()
    .join()

const owedBy = (persons: readonly Debtor[]): Owed[] => {
  const owed = persons.flatMap(({ id, fees }) => fees.filter(isOpen).map((fee) => ({ fee, debtor: id })))
  return [...new Map(owed.map((one) => [one.fee.id, one])).values()]
}
