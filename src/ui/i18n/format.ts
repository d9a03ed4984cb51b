const MOST_KEPT = 100

/** Keeps the formatters made last: making one costs more than what a page formats, and browsers may name any locale. */
function kept<Formatter>(make: (locale: string, by: string) => Formatter) {
  const known = new Map<string, Formatter>()
  return (locale: string, by = ''): Formatter => {
    const key = `${locale} ${by}`
    const formatter = known.get(key) ?? make(locale, by)
    if (known.size >= MOST_KEPT && !known.has(key)) known.clear()
    known.set(key, formatter)
    return formatter
  }
}

/** Writes the date of an instant, by locale and time zone. */
export const dates = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
)

/** Writes an instant to the minute, by locale and time zone. */
export const instants = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
)

/** Writes an amount of money, by locale and currency. */
export const amounts = kept(
  (locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
)

/** Writes a number with all its digits, by locale. */
export const numbers = kept((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }))

/** Names regions, by locale. */
export const regions = kept((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

/** Orders texts, by locale. */
export const collators = kept((locale) => new Intl.Collator(locale))
