import { bookingText } from '../suggest/booking-text'
import { partyKeyOf } from '../suggest/party-key'
import type { Suggested } from '../suggest/suggest'
import type { SuggestedBooking, Suggestion } from '../suggest/suggestion'
import { type LineRow, restOf } from './bank-line'

/** Open lines that are suggested to be booked alike, so that one act may book them. */
export type BookingGroup = {
  /** The name of the rule, else of the other side, as the bank wrote it of the first line. */
  name: string | null
  lines: { id: string; revision: number }[]
  /** Without a text if each line gets what the bank wrote of it. */
  booking: Omit<SuggestedBooking, 'text'> & { text: string | null }
  reason: Suggestion['reason']
  /** Their sum in cents. */
  amount: number
  /** Whether they are of the party of the line that the last act was on. */
  isOfLast: boolean
}

/**
 * The groups of lines of one party and sign with one suggestion to book them, but for those with ids of `except`; a group may
 * have one line.
 */
export function groupsOf(
  lines: readonly LineRow[],
  suggested: readonly Suggested[],
  { last, except = [] }: { last?: LineRow | undefined; except?: readonly string[] } = {},
): BookingGroup[] {
  const found = lines.flatMap((line, index) => {
    const suggestion = suggested[index]?.suggestion
    const booking = suggestion?.booking
    if (!suggestion || !booking || line.assigned_amount !== 0 || except.includes(line.id)) return []
    const text = booking.text === bookingText(line) ? null : booking.text
    return [{ line, suggestion, booking: { ...booking, text } }]
  })
  const groups = Map.groupBy(found, ({ line, booking }) =>
    JSON.stringify([booking.rule_id ?? partyOf(line), booking]),
  )
  return [...groups.values()].flatMap((group): BookingGroup[] => {
    const [first] = group
    if (!first) return []
    const { line, suggestion, booking } = first
    return [
      {
        name: suggestion.reason.code === 'rule' ? suggestion.reason.name : line.party_name,
        lines: group.map(({ line: { id, revision } }) => ({ id, revision })),
        booking,
        reason: suggestion.reason,
        amount: group.reduce((sum, one) => sum + restOf(one.line), 0),
        isOfLast: last !== undefined && partyOf(last) === partyOf(line),
      },
    ]
  })
}

const partyOf = (line: LineRow): string => `${Math.sign(line.amount)} ${partyKeyOf(line)}`
