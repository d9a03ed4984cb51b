import type { Rule } from './rule'

/** What a plan says of a period: its rules, and how parts of a period and instalments count. */
export type Terms = {
  dueDay: number
  proRata: 'none' | 'months'
  /** The cents to a multiple of which each line is rounded. */
  rounding: number
  /** The column that divides the amount of a year, with the number of parts for each of its values. */
  instalments: { column: string; parts: Record<string, number> } | null
  rules: readonly Rule[]
}

/** A person, with what the rules ask about it. */
export type DuesPerson = {
  id: string
  /** Who pays for the person; the person itself if null. */
  payerId: string | null
  birthdate: string | null
  joinDate: string | null
  leaveDate: string | null
  /** Whether the conditions of each rule are met; null if an age decides and there is no birthdate. */
  fits: readonly (boolean | null)[]
  /** The values of the columns that prices and instalments name. */
  values: Readonly<Record<string, readonly string[]>>
  /** What was claimed for the period before. It stays, and counts for the family. */
  claimed?: readonly ClaimedPart[]
}

export type ClaimedPart = { part: string; kind: Rule['kind']; amount: number }
