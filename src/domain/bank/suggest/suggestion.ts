import type { SPHERES } from '../../../db/schema'
import type { Side } from '../../book/places/side'

/** What a line is to be booked to, by the names that a confirmation takes. */
export type SuggestedBooking = {
  text: string
  costunit_name: string | null
  category_name: string | null
  sphere: (typeof SPHERES)[number] | null
  side: Side | null
  /** The booking rule that it follows. */
  rule_id: string | null
}

/** What a line may be, and why. At most one is suggested, and only a person or a `certain` one confirms it. */
export type Suggestion = {
  /** `notice` has nothing to confirm: it says what is known of the reference. */
  kind: 'payment' | 'collection' | 'return' | 'voucher' | 'booking' | 'notice'
  /**
   * Whether it may confirm itself: one reference of ours, and its exact open amount. A fee in a debit stays
   * `collecting` until its credit is confirmed, by a bank line or by hand.
   */
  certain: boolean
  reason: Reason
  /** What the line pays of each fee, in cents; of a return what it takes back, negative. */
  parts: { fee_id: string; amount: number }[]
  /** What of the line no part takes, in cents: an overpayment. */
  rest: number
  collection_id: string | null
  /** The direct debits that were returned, or credited one by one. */
  item_ids: string[]
  /** Vouchers that the book already has for the money of the line. */
  voucher_ids: string[]
  /** What all of the line is booked to. */
  booking: SuggestedBooking | null
  return_code: string | null
  /** What the bank charged for a return, in cents. */
  charge: number | null
}

/** Why something is suggested: a code, with amounts in cents. See `reasonText`. */
export type Reason =
  | { code: 'reference' | 'reference_paid' | 'reference_cancelled' | 'reference_collecting' }
  | { code: 'references'; count: number }
  | { code: 'reference_less' | 'reference_more'; difference: number }
  | { code: 'same_reference' }
  | { code: 'batch_reference' | 'debit_reference' }
  | { code: 'batch_reference_amount'; difference: number }
  | { code: 'collection_sum'; collection_date: string }
  | { code: 'return_reference' | 'return_mandate' | 'return_account' | 'return_known' }
  | { code: 'account' | 'account_learned' | 'name' | 'name_family'; fees: number; persons: number }
  | { code: 'account_less' | 'account_more' | 'name_less' | 'name_more'; open: number; paid: number }
  | { code: 'account_no_sum' | 'name_no_sum' | 'last_name'; persons: number }
  | { code: 'voucher_reference' | 'voucher_amount'; number: string; booked_on: string }
  | { code: 'voucher_collection'; number: string; booked_on: string; collection_date: string }
  | { code: 'reference_booked'; number: string; account: string }
  | { code: 'as_last_time'; times: number; last_on: string }
  | { code: 'rule'; rule_id: string; name: string }

type Given = Partial<Suggestion> & Pick<Suggestion, 'kind' | 'reason'>

/** A suggestion with what its kind does not need left empty. */
export const suggestion = (given: Given): Suggestion => ({
  certain: false,
  parts: [],
  rest: 0,
  collection_id: null,
  item_ids: [],
  voucher_ids: [],
  booking: null,
  return_code: null,
  charge: null,
  ...given,
})
