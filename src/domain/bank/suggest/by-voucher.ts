import { daysApart, MAX_DAYS_APART } from '../../book/apart'
import type { BookedVoucher, Candidates } from './candidates'
import { fold } from './fold'
import type { MatchLine } from './line'
import { referencesOf } from './references'
import { type Suggestion, suggestion } from './suggestion'

/** Vouchers of other accounts, by which a notice says where the money was booked. */
type Found = { matches: Suggestion[]; others: BookedVoucher[] }

/**
 * The vouchers that may have booked the money of a line before it came from the bank: the text of the line has the reference
 * of their fee or of their returned debit.
 */
export function byBooked(line: MatchLine, { vouchers }: Candidates): Found {
  const references = referencesOf(line)
  const named = vouchers.filter(({ reference }) => reference !== null && references.includes(reference))
  const fitting = named.filter((voucher) => isOf(voucher, line) && isPartOf(voucher, line))
  const exact = fitting.filter(({ amount }) => amount === line.amount)
  const chosen = exact.length > 0 ? exact : fitting
  return {
    matches: chosen.map((voucher) => booked(voucher, line)),
    others: named.filter(({ account_id }) => account_id !== line.account_id),
  }
}

/** The vouchers of collections that were settled by hand, by their reference or their sum. */
export function byBookedCollection(line: MatchLine, candidates: Candidates): Suggestion[] {
  const found = ofAmount(line, candidates).filter(({ collection_date }) => collection_date !== null)
  const batch = fold(line.batch_reference ?? '')
  const named = found.filter(
    ({ message_id }) =>
      batch !== '' && [message_id, `${message_id}.0`].some((id) => fold(id ?? '') === batch),
  )
  return (named.length > 0 ? named : found).map((voucher) => booked(voucher, line))
}

/** All vouchers of the amount and account of a line, which only a person can tell from others. */
export const byBookedAmount = (line: MatchLine, candidates: Candidates): Suggestion[] =>
  ofAmount(line, candidates).map((voucher) => booked(voucher, line))

const ofAmount = (line: MatchLine, { vouchers }: Candidates): BookedVoucher[] => {
  const found = vouchers.filter((voucher) => voucher.amount === line.amount && isOf(voucher, line))
  return [...new Map(found.map((voucher) => [voucher.id, voucher])).values()]
}

const isOf = ({ account_id, booked_on }: BookedVoucher, line: MatchLine): boolean =>
  account_id === line.account_id && daysApart(booked_on, line.booked_on) <= MAX_DAYS_APART

const isPartOf = ({ amount }: BookedVoucher, line: MatchLine): boolean =>
  amount > 0 === line.amount > 0 && Math.abs(amount) <= Math.abs(line.amount)

const booked = ({ id, amount, ...voucher }: BookedVoucher, line: MatchLine): Suggestion =>
  suggestion({
    kind: 'voucher',
    reason: reasonOf(voucher),
    voucher_ids: [id],
    rest: line.amount - amount,
  })

function reasonOf({
  number,
  booked_on,
  collection_date,
  reference,
}: Omit<BookedVoucher, 'id' | 'amount'>): Suggestion['reason'] {
  if (reference !== null) return { code: 'voucher_reference', number, booked_on }
  if (collection_date !== null) return { code: 'voucher_collection', number, booked_on, collection_date }
  return { code: 'voucher_amount', number, booked_on }
}
