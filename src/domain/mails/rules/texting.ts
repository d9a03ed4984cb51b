import type { Occasion } from './occasions'

/** What the texts that a rule begins with name of a workspace. */
export type Texting = {
  creditorId: string | null
  /** Whether members have a portal. */
  hasPortal: number
  /** Whether German texts say Sie. */
  isFormal: number
}

export type TextsByOccasion = Record<Occasion, { subject: string; body: string }>
