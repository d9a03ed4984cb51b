import { byBooked } from './by-voucher'
import type { Candidates, OpenFee } from './candidates'
import type { MatchLine } from './line'
import { referencesOf } from './references'
import { type Reason, type Suggestion, suggestion } from './suggestion'

const CLOSED: Partial<Record<OpenFee['status'], Reason>> = {
  paid: { code: 'reference_paid' },
  cancelled: { code: 'reference_cancelled' },
  collecting: { code: 'reference_collecting' },
}

/** Fees whose RF references are in the line, with the open amounts (rules 1 and 2) or with another (rule 5). */
export function byReference(line: MatchLine, candidates: Candidates): Suggestion[] {
  const { feesByReference } = candidates
  const named = referencesOf(line).flatMap((reference) => feesByReference.get(reference) ?? [])
  const open = named.filter(isOpen)
  const [first] = named
  if (!first) return []
  const closed = CLOSED[first.status]
  const { matches, others } = byBooked(line, candidates)
  const [other] = others
  if (open.length === 0 && matches.length > 0) return matches
  if (open.length === 0 && first.status === 'paid' && other)
    return [
      suggestion({
        kind: 'notice',
        reason: { code: 'reference_booked', number: other.number, account: other.account },
        rest: line.amount,
      }),
    ]
  if (open.length === 0)
    return closed ? [suggestion({ kind: 'notice', reason: closed, rest: line.amount })] : []
  const { parts, rest } = allocate(line.amount, open)
  const difference = line.amount - sumOf(open)
  const exact = matches.filter((match) => match.rest === 0)
  const certain =
    difference === 0 && named.length === 1 && isOnePayment(line) && !comesBack(line) && exact.length === 0
  return [
    ...exact,
    suggestion({ kind: 'payment', certain, reason: reasonFor(difference, named.length), parts, rest }),
  ]
}

// An entry of several payments names nobody, and the reference may be of one of them. Banks name the payer of a
// single payment, so a line without one may be of several.
const isOnePayment = ({ party_name, party_iban }: MatchLine): boolean =>
  party_name !== null || party_iban !== null

/** Whether a credit is money of the club that its bank could not deliver: 159 is a transfer that is returned. */
const comesBack = ({ gvc, return_code, return_text }: MatchLine): boolean =>
  gvc === '159' || return_code !== null || return_text !== null

/** Whether a fee can be paid. */
export const isOpen = ({ status, open_amount }: OpenFee): boolean =>
  open_amount > 0 && (status === 'open' || status === 'returned')

/** The sum of what is open of some fees. */
export const sumOf = (fees: readonly Pick<OpenFee, 'open_amount'>[]): number =>
  fees.reduce((sum, { open_amount }) => sum + open_amount, 0)

function reasonFor(difference: number, count: number): Reason {
  if (difference < 0) return { code: 'reference_less', difference: -difference }
  if (difference > 0) return { code: 'reference_more', difference }
  return count === 1 ? { code: 'reference' } : { code: 'references', count }
}

/** Divides an amount among fees in their order; none gets more than is open of it. */
export function allocate(amount: number, fees: readonly OpenFee[]) {
  const parts: Suggestion['parts'] = []
  let rest = amount
  for (const { id, open_amount } of fees) {
    const part = Math.min(rest, open_amount)
    if (part > 0) parts.push({ fee_id: id, amount: part })
    rest -= part
  }
  return { parts, rest }
}
