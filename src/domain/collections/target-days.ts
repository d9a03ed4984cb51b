import { addDays, addMonths } from '../shared/dates'

/** How many TARGET days a bank needs at most between the upload of a file and its collection date, and one to spare. */
const TARGET_DAYS_AHEAD = 2

/** How many months ahead a collection date may be, and after how many days banks begin to refuse files. */
const MONTHS_AHEAD = 12
const DAYS_AHEAD = 30

/** Why no bank would collect on a date, and that in words for an answer of the API. */
export type CollectionDateIssue = {
  reason: 'past' | 'weekend' | 'holiday' | 'too_soon' | 'too_late'
  message: string
}

/** Whether TARGET, through which banks settle direct debits, is open on a date. */
export const isTargetDay = (date: string): boolean => !isWeekend(date) && !isTargetHoliday(date)

/** The date a number of TARGET days later, or earlier where that is negative; for 0, the date itself. */
export function addTargetDays(date: string, days: number): string {
  const step = Math.sign(days)
  let end = date
  for (let left = Math.abs(days); left > 0; ) {
    end = addDays(end, step)
    if (isTargetDay(end)) left--
  }
  return end
}

/** The first TARGET day on which a debit that is announced today, `noticeDays` calendar days before, can be collected. */
export function earliestCollectionDate(today: string, noticeDays: number): string {
  const [, latest = ''] = [addDays(today, noticeDays), addTargetDays(today, TARGET_DAYS_AHEAD)].sort()
  return isTargetDay(latest) ? latest : addTargetDays(latest, 1)
}

/** Why a date can not be the collection date of debits that are announced today; undefined if it can. */
export function collectionDateIssue(
  date: string,
  { today, noticeDays }: { today: string; noticeDays: number },
): CollectionDateIssue | undefined {
  const earliest = earliestCollectionDate(today, noticeDays)
  if (date < today) return { reason: 'past', message: 'must not be in the past' }
  if (isWeekend(date)) return { reason: 'weekend', message: 'must not be a Saturday or Sunday' }
  if (isTargetHoliday(date))
    return { reason: 'holiday', message: 'must not be a holiday of the banks (TARGET)' }
  if (date < earliest)
    return {
      reason: 'too_soon',
      message: `must be ${earliest} or later, for the notice of ${noticeDays} days and the bank's own time`,
    }
  const latest = addMonths(today, MONTHS_AHEAD)
  if (date > latest) return { reason: 'too_late', message: `must be ${latest} or earlier, a year ahead` }
  return undefined
}

/** Whether a collection date is so far ahead that many banks do not take the file yet. */
export const isFarAhead = (date: string, today: string): boolean => date > addDays(today, DAYS_AHEAD)

function isWeekend(date: string): boolean {
  const day = new Date(date).getUTCDay()
  return day === 0 || day === 6
}

function isTargetHoliday(date: string): boolean {
  const easter = easterSunday(Number(date.slice(0, 4)))
  return (
    ['01-01', '05-01', '12-25', '12-26'].includes(date.slice(5)) ||
    [addDays(easter, -2), addDays(easter, 1)].includes(date)
  )
}

/** Gauss's formula, with the corrections by Lichtenberg. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100)
  const skipped = Math.floor((3 * century + 3) / 4)
  const golden = year % 19
  const moon = (19 * golden + 15 + skipped - Math.floor((8 * century + 13) / 25)) % 30
  const fullMoon = 21 + moon - Math.floor((moon + Math.floor(golden / 11)) / 29)
  const firstSunday = 7 - ((year + Math.floor(year / 4) + 2 - skipped) % 7)
  const untilSunday = 7 - ((fullMoon - firstSunday) % 7)
  return addDays(`${String(year).padStart(4, '0')}-03-01`, fullMoon + untilSunday - 1)
}
