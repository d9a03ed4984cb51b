/** The date (`YYYY-MM-DD`) that clocks show in a time zone. */
export const dateIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
