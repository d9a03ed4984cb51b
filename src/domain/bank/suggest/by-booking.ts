import { bookingText } from './booking-text'
import type { BookedBefore, Candidates } from './candidates'
import type { MatchLine } from './line'
import { partyKeyOf } from './party-key'
import { type Suggestion, suggestion } from './suggestion'

/** What a line is booked to as the last one of its party and sign was, if that place can still be booked to. */
export function byBooking(
  line: MatchLine,
  { bookedBefore }: Pick<Candidates, 'bookedBefore'>,
): Suggestion | null {
  const last = bookedBefore.get(bookedKey(partyKeyOf(line), Math.sign(line.amount)))
  if (!last) return null
  const { times, last_on, costunit_name, category_name, sphere, side } = last
  return suggestion({
    kind: 'booking',
    reason: { code: 'as_last_time', times, last_on },
    booking: {
      text: textAsBefore(line, last),
      costunit_name,
      category_name,
      sphere,
      side,
      rule_id: null,
    },
  })
}

/** The key of what was booked before of a party and a sign. */
export const bookedKey = (partyKey: string | null, sign: number): string => `${sign} ${partyKey}`

/** The text of the last booking, unless it is what the bank wrote of that line: then what it wrote of this one. */
function textAsBefore(line: MatchLine, last: BookedBefore): string {
  const written = bookingText({ party_name: last.party_name, text: last.line_text })
  return (last.text === written && bookingText(line)) || last.text
}
