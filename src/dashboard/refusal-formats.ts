import type { ExplainedRefusal } from '../domain/shared/refusals'

/** How a language writes the values of a sentence. */
export type Formats = {
  day: (date: string) => string
  money: (cents: number) => string
  number: (count: number) => string
  because: (refusal: ExplainedRefusal) => string
}
