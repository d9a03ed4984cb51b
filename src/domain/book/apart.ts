/** How many days a voucher and the bank line of its money may be apart. */
export const MAX_DAYS_APART = 7

/** How many days lie between two dates. */
export const daysApart = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
