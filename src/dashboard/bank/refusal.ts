import type { Issues } from '../../domain/shared/errors'

/** Why an act on a line was refused. */
export const REFUSALS = [
  'year',
  'account',
  'currency',
  'collecting',
  'cancelled',
  'refunded',
  'paidAgain',
  'later',
  'changed',
] as const
export type Refusal = (typeof REFUSALS)[number]

// The domain's messages are for callers of the API; pages say it in the language of the viewer.
const SIGNS: [RegExp, Refusal][] = [
  [/fiscal year|in the future/, 'year'],
  [/is archived; restore it|begins on/, 'account'],
  [/only euros are booked/, 'currency'],
  [/being collected/, 'collecting'],
  [/cancelled; reopen/, 'cancelled'],
  [/given back/, 'refunded'],
  [/paid again/, 'paidAgain'],
  [/since; undo that first|being collected; undo that/, 'later'],
]

/** Why a line could not be changed, out of the issues of its act. */
export function refusalOf(issues: Issues): Refusal {
  const messages = Object.values(issues).flat()
  const found = SIGNS.find(([sign]) => messages.some((message) => sign.test(message)))
  return found?.[1] ?? 'changed'
}
