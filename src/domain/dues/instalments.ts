import { addDays, addMonths } from '../shared/dates'
import type { Line } from './lines'
import type { Period } from './period'
import type { DuesPerson, Terms } from './terms'

/** A part of what a person owes, due on a day. `amounts` are those of the lines, in their order. */
export type Instalment = { dueOn: string; amount: number; amounts: number[] }

/**
 * Divides the lines of a person into the instalments that its column asks for, each to the cent: those that end before the
 * person joins are left out. An admission fee is due as a whole with the first.
 */
export function divide(
  terms: Terms,
  period: Period,
  person: DuesPerson,
  lines: readonly Line[],
): Instalment[] {
  const begins = beginsOf(terms, period, person)
  return begins.map((begin, index) => {
    const amounts = lines.map(({ amount, kind }) => {
      if (kind === 'once') return index === 0 ? amount : 0
      const upTo = (count: number) => Math.floor((amount * count) / begins.length)
      return upTo(index + 1) - upTo(index)
    })
    const amount = amounts.reduce((sum, part) => sum + part, 0)
    return { dueOn: addDays(begin, terms.dueDay), amount, amounts }
  })
}

/** The first days of the instalments of a person. */
function beginsOf({ instalments }: Terms, period: Period, { values, joinDate }: DuesPerson): string[] {
  const [value = ''] = (instalments && values[instalments.column]) ?? []
  const parts = instalments && Object.hasOwn(instalments.parts, value) ? instalments.parts[value] : undefined
  const count = parts ?? 1
  const months = period.months / count
  return Array.from({ length: count }, (_, index) => addMonths(period.begin, index * months)).filter(
    (begin) => joinDate === null || addDays(addMonths(begin, months), -1) >= joinDate,
  )
}
