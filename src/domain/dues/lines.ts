import type { Place, Rule } from './rule'
import type { DuesPerson } from './terms'

/** A line of what a person owes, in cents. `part` is the rule, with the value that has the price if there is one. */
export type Line = {
  part: string
  kind: 'base' | 'surcharge' | 'once'
  ruleId: string
  name: string
  value: string | null
  amount: number
  place: Place | null
  /** What the amount is made of; the amounts add up to it. */
  steps: Step[]
}

/** A step of a computation: the price, or what a rule, the months or the rounding changed. */
export type Step =
  | { step: 'price' | 'reduction' | 'family'; ruleId: string; amount: number }
  | { step: 'pro_rata'; months: number; of: number; amount: number }
  /** `claimed` is what was claimed of it before. */
  | { step: 'rounding' | 'claimed'; amount: number }

/**
 * A person in the course of the computation. `share` is the part of the period that counts, in months. Who `isLeft` out owes
 * nothing, but what was claimed before counts for the family.
 */
export type Reckoned<P extends DuesPerson = DuesPerson> = {
  person: P
  lines: Line[]
  share: readonly [months: number, of: number]
  isLeft?: boolean
}

/** Whether a rule of the base or of all takes a line into account. Admission fees are never reduced. */
export const isOf = (of: 'base' | 'all', kind: Rule['kind']): boolean =>
  kind === 'base' || (of === 'all' && kind === 'surcharge')

/** A percentage with two digits after the point of an amount, in whole cents, half up. */
export const percentOf = (amount: number, percent: number): number =>
  roundedTo(1, amount * Math.round(percent * 100), 10_000)

/** Applies a step to a line, unless it changes nothing. */
export function change(line: Line, step: Step): void {
  if (step.amount === 0) return
  line.amount += step.amount
  line.steps.push(step)
}

/** A fraction of cents as a multiple of `unit`, half up. */
export const roundedTo = (unit: number, numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator * unit) / (2 * denominator * unit)) * unit
