import type { Rule } from '../../domain/dues/rule'

/** The kinds of rules in the order in which pages show them. */
export const KINDS = [
  'base',
  'surcharge',
  'reduction',
  'family',
  'exempt',
  'once',
] as const satisfies Rule['kind'][]

/** The kind that an address names. */
export const kindNamed = (name: string | undefined): Rule['kind'] | undefined =>
  KINDS.find((kind) => kind === name)
