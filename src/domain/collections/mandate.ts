import { addDays, addMonths } from '../shared/dates'

const MONTHS_OF_REST = 36
const DAYS_OF_WARNING = 180

/** What its expiry follows from: when it was signed, and the latest due date of a debit presented under it. */
export type MandateDates = { signedOn: string; lastDueOn?: string | null }

/**
 * The last date on which a mandate can be collected: 36 months after the latest due date of a debit that was presented,
 * a returned one too, or after the signature where there is none.
 */
export const lastCollectionDate = ({ signedOn, lastDueOn }: MandateDates): string =>
  addMonths(lastDueOn ?? signedOn, MONTHS_OF_REST)

/** Whether a mandate can be collected on a date, still can but expires within 180 days, or has expired. */
export function mandateStateOn(date: string, mandate: MandateDates): 'valid' | 'expiring' | 'expired' {
  const last = lastCollectionDate(mandate)
  if (date > last) return 'expired'
  return date < addDays(last, -DAYS_OF_WARNING) ? 'valid' : 'expiring'
}
