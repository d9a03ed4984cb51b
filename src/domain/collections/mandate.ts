import { addDays } from '../shared/dates'

const YEARS_OF_REST = 3
const DAYS_OF_WARNING = 180

/**
 * What its expiry follows from: when it was signed, when another program last collected with it, and the latest due date of a
 * debit presented under it.
 */
export type MandateDates = { signedOn: string; lastUsedOn?: string | null; lastDueOn?: string | null }

/**
 * The last date on which a mandate can be collected: 36 months after the latest of its dates. A debit that was presented
 * counts if it was returned, too.
 */
export function lastCollectionDate({ signedOn, lastUsedOn, lastDueOn }: MandateDates): string {
  const from = [signedOn, lastUsedOn ?? '', lastDueOn ?? ''].reduce((one, other) =>
    one > other ? one : other,
  )
  const year = String(Number(from.slice(0, 4)) + YEARS_OF_REST).padStart(4, '0')
  // Three years after a leap year is none.
  return `${year}${from.slice(4)}`.replace('-02-29', '-02-28')
}

/** Whether a mandate can be collected on a date, still can but expires within 180 days, or has expired. */
export function mandateStateOn(date: string, mandate: MandateDates): 'valid' | 'expiring' | 'expired' {
  const last = lastCollectionDate(mandate)
  if (date > last) return 'expired'
  return date < addDays(last, -DAYS_OF_WARNING) ? 'valid' : 'expiring'
}
