import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { AccountChoice } from '../book/accounts/choose-account'
import { type BookFacts, bookBeganOn } from '../book/book-facts'
import type { NewPayment } from './post'

/**
 * Where the money of a payment is in the book. `booked`: in a voucher with a line for it. `tied` and `left_out`: as
 * was decided later. `set_off`: no money moved. `before_opening`: in an opening balance. `elsewhere`: the book was
 * not kept here. `taken_back`: neither the payment nor the one that takes it back is booked. Payments of earlier
 * times without a voucher wait, and their year does not close before they are settled; no migration books anything.
 */
export type Booking = (typeof BOOKINGS)[number]
export const BOOKINGS = payments.booking.enumValues

/**
 * Where a movement of money on an account goes; null if it waits for a decision. `isSetOff` if no money moves. What a bank line
 * shows was on its account, so that the opening balance has it; else only the first opening of the book is known to.
 */
export function bookingOf(
  { settings, beganOn }: Pick<BookFacts, 'settings' | 'beganOn'>,
  { openingOn }: Pick<AccountChoice, 'openingOn'>,
  { paidOn, isSetOff = false, isShown = false }: { paidOn: string; isSetOff?: boolean; isShown?: boolean },
): Booking | null {
  if (isSetOff) return 'set_off'
  if (!settings.keepsBook) return 'elsewhere'
  if (paidOn >= openingOn) return 'booked'
  const hadBegun = beganOn !== null && beganOn <= paidOn
  return hadBegun && !isShown ? null : 'before_opening'
}

/** Fails as a conflict if the book has come to begin before payments that it does not have since it had not begun. */
export const requireNotBegun = (workspace: Sql, posted: readonly NewPayment[]): Sql[] => {
  const last = posted
    .filter(({ booking, bankLineId, reverses }) => booking === 'before_opening' && !bankLineId && !reverses)
    .map(({ paidOn }) => paidOn)
    .toSorted()
    .at(-1)
  return last ? [failUnless(sql`coalesce(${bookBeganOn(workspace)} > ${last}, TRUE)`)] : []
}

/** Where a payment goes that takes another one back. One that is tied is not taken back. */
export const bookingOfReversal = (reversed: Booking | null): Booking => reversed ?? 'taken_back'

/**
 * Marks payments that the book does not have and that are taken back, so that nothing of them is left to settle. Fails as a
 * conflict if what is taken back has been booked, or a decision about it made or taken back, since it was read.
 */
export const settleTakenBack = (workspace: Sql, posted: readonly NewPayment[]): Sql[] => [
  ...requireSameBooking(workspace, posted),
  ...jsonArrays(
    posted.flatMap(({ booking, reverses }) => (booking === 'taken_back' && reverses ? [reverses] : [])),
  ).map(
    (array) => sql`
      UPDATE payments SET booking = 'taken_back', updated_at = ${NOW}
      WHERE workspace_id = ${workspace} AND booking IS NULL AND id IN (SELECT value FROM json_each(${array}))`,
  ),
]

const requireSameBooking = (workspace: Sql, posted: readonly NewPayment[]): Sql[] =>
  jsonArrays(
    posted.flatMap(({ booking, reverses }) =>
      booking && booking !== 'booked' && reverses ? [{ booking, reverses }] : [],
    ),
  ).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS draft
      CROSS JOIN payments ON payments.workspace_id = ${workspace} AND payments.id = draft.value ->> 'reverses'
      WHERE payments.booking IS NOT nullif(draft.value ->> 'booking', 'taken_back'))`),
  )
