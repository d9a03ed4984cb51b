/** The date (`YYYY-MM-DD`) that clocks show in a time zone. */
export const todayIn = (timeZone: string, now: Date): string => calendarOf(timeZone).format(now)

/** The earliest date that any clock on earth shows. */
export const earliestDate = (now: Date): string => todayIn('Etc/GMT+12', now)

// Making a calendar costs more than looking a person up; there are some hundred time zones at most.
const calendars = new Map<string, Intl.DateTimeFormat>()

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar
}
