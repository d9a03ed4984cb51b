const DAY = 86_400_000

/** The date (YYYY-MM-DD) a number of days after today, or before it where the number is negative. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
