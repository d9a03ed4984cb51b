import { addDays, addMonths } from '../shared/dates'
import type { Line } from './lines'
import { dueDayAfter, type Period } from './period'
import type { DuesPerson, Terms } from './terms'

/** A part of what a person owes, due on a day. `amounts` are those of the lines, in their order. */
export type Instalment = { dueOn: string; amount: number; amounts: number[] }

/**
 * Returns a function that divides the lines of a person into the instalments that its column asks for, each to the cent: those
 * that end before the person joins are left out. An admission fee is due as a whole with the first. The function computes dates
 * once for all persons.
 */
export function dividerOf(
  terms: Terms,
  period: Period,
): (person: DuesPerson, lines: readonly Line[]) => Instalment[] {
  const sections = new Map<number, Section[]>()
  const sectionsOf = (count: number): Section[] => {
    const known = sections.get(count) ?? divisionOf(terms, period, count)
    sections.set(count, known)
    return known
  }
  return (person, lines) => {
    const { joinDate } = person
    const owed = sectionsOf(countOf(terms, person)).filter(({ end }) => joinDate === null || end >= joinDate)
    return owed.map(({ dueOn }, index) => {
      const amounts = lines.map((line) => partOf(line, index, owed.length))
      return { dueOn, amount: amounts.reduce((sum, part) => sum + part, 0), amounts }
    })
  }
}

/** The part of a line in one of so many instalments, the first of which is 0. */
function partOf({ kind, amount }: Line, index: number, count: number): number {
  if (kind === 'once') return index === 0 ? amount : 0
  return Math.floor((amount * (index + 1)) / count) - Math.floor((amount * index) / count)
}

/** A part of a period: its last day, and the day on which its instalment is due. */
type Section = { end: string; dueOn: string }

function divisionOf({ dueDay }: Terms, { begin, months }: Period, count: number): Section[] {
  return Array.from({ length: count }, (_, index) => {
    const first = addMonths(begin, (index * months) / count)
    return { end: addDays(addMonths(first, months / count), -1), dueOn: dueDayAfter(first, dueDay) }
  })
}

/** The number of instalments that a person asks for. */
function countOf({ instalments }: Terms, { values }: DuesPerson): number {
  const [value = ''] = (instalments && values[instalments.column]) ?? []
  const parts = instalments && Object.hasOwn(instalments.parts, value) ? instalments.parts[value] : undefined
  return parts ?? 1
}
