import type { Issues } from '../../domain/shared/errors'

/** Why an act on a line was refused. */
export const REFUSALS = [
  'future',
  'year',
  'account',
  'currency',
  'collectedAgain',
  'chargePaid',
  'collecting',
  'cancelled',
  'refunded',
  'paidAgain',
  'later',
  'returnedBefore',
  'creditedBefore',
  'discarded',
  'notSubmitted',
  'beforeRelease',
  'beforeCredit',
  'otherSum',
  'otherCollection',
  'tooMuch',
  'wrongWay',
  'voucher',
  'tied',
  'changed',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

// The domain's messages are for callers of the API; pages say it in the language of the viewer. The first that fits tells.
const SIGNS: [RegExp, Refusal][] = [
  // Someone was faster: what else does not fit follows from that.
  [/not that of the line|is confirmed already|is ignored/, 'changed'],
  [/in the future/, 'future'],
  [/fiscal year/, 'year'],
  [/is archived; restore it|begins|before 1900/, 'account'],
  [/before the release/, 'beforeRelease'],
  [/before the credit/, 'beforeCredit'],
  [/only euros are booked/, 'currency'],
  [/another direct debit collects/, 'collectedAgain'],
  [/passes its charge on/, 'chargePaid'],
  [/being collected/, 'collecting'],
  [/cancelled; reopen/, 'cancelled'],
  [/given back/, 'refunded'],
  [/paid again/, 'paidAgain'],
  [
    /^(is of the account|was booked on|was booked by a bank line|is shown by|was reversed$|is a reversal$|is a transfer|are not shown|are of .* no part)/,
    'voucher',
  ],
  [/by a decision; take that/, 'tied'],
  [/since; undo that first/, 'later'],
  [/was returned before/, 'returnedBefore'],
  [/was credited before|^is settled$/, 'creditedBefore'],
  [/discarded/, 'discarded'],
  [/not submitted to the bank/, 'notSubmitted'],
  [/debits of -?\d+ cents/, 'otherSum'],
  [/of another collection/, 'otherCollection'],
  [/is more than/, 'tooMuch'],
  [/goes out|must be (positive|negative)/, 'wrongWay'],
  [
    /does not match|changed since|is (not )?(confirmed|ignored)|nothing (left|is suggested)|named twice/,
    'changed',
  ],
]

/** Why a line could not be changed, out of the issues of its act. */
export function refusalOf(issues: Issues): Refusal {
  const messages = Object.values(issues).flat()
  const found = SIGNS.find(([sign]) => messages.some((message) => sign.test(message)))
  return found?.[1] ?? 'other'
}
