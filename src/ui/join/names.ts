/** The names of the boxes by which applicants agree: to the statutes, to act for all who have custody, and to pay. */
export const CONSENT = {
  statutes: 'consent.statutes',
  custody: 'consent.custody',
  pays: 'consent.pays',
} as const

/** The names of what a form for applications asks beside the persons. No key of a custom column has a dot. */
export const FAMILY = {
  /** Says that the form asked whether who fills it in becomes a member. */
  asksJoining: 'family.asks',
  joins: 'family.joins',
  payer: 'family.payer',
  /** The tick that gives a mandate. */
  mandate: 'family.mandate',
  blocks: 'family.blocks',
  add: 'family.add',
} as const

/** The prefix of the inputs of a guardian. */
export const GUARDIAN = 'guardian.'

/** What the names of the inputs of the person at a place begin with; those of the first one have no prefix. */
export const prefixAt = (place: number): string => (place === 0 ? '' : `${place + 1}.`)
