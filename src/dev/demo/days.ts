import { addDays, todayIn } from '../../domain/shared/dates.ts'

/**
 * The date (YYYY-MM-DD) a number of days after today, or before it where the number is negative.
 * Today is the date in Europe/Berlin, the time zone of a workspace that has chosen none.
 */
export const inDays = (days: number): string => addDays(todayIn('Europe/Berlin', new Date()), days)
