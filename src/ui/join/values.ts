import type { FamilyInput } from '../../domain/portal/join/family'
import type { Consents } from '../../domain/portal/join/issues'

/** What a form for applications shows: what was typed, how many blocks it has, and what was agreed to. */
export type JoinValues = FamilyInput & { blocks: number; consents: Consents; asksGuardian: boolean }

/** How many blocks a form begins with: who fills it in, and four others. */
export const FIRST_BLOCKS = 5

/** What an empty form shows. `first` is what it suggests for who fills it in. */
export const emptyForm = (first: Record<string, unknown> = {}): JoinValues => ({
  persons: [first],
  isJoining: true,
  payer: 0,
  guardian: null,
  mandate: null,
  blocks: FIRST_BLOCKS,
  consents: { statutes: false, custody: false, pays: false },
  asksGuardian: false,
})
