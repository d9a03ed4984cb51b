import type { Occasion } from './occasions'

/** What the texts that a rule begins with name of a workspace. */
export type Texting = {
  creditorName: string | null
  creditorIban: string | null
  creditorId: string | null
  /** Whether members have a portal. */
  hasPortal: number
  /** Whether German texts say Sie. */
  isFormal: number
}

export type TextsByOccasion = Record<Occasion, { subject: string; body: string }>

/** An IBAN as people read it. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
