const MINUTE = 60
const HOUR = 3600

/** After how many seconds an endpoint is tried again, by how often it has failed. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** The longest time that a receiver can ask for by `Retry-After`, in seconds. */
const MAX_ASKED = 24 * HOUR

/** For how long an endpoint fails before the delivery after the one that fails is tried, in milliseconds. */
export const PARKS_AFTER = 30 * MINUTE * 1000

/** For how long an endpoint fails before it is disabled, and when its owners are told, in milliseconds. */
const DAY = 24 * HOUR * 1000
export const DISABLED_AFTER = 5 * DAY
export const TOLD_AFTER = [1 * DAY, 3 * DAY, DISABLED_AFTER]

/** When an endpoint is tried again after so many failures in a row. `retryAfter` is what its answer asks for, in seconds. */
export function nextAttempt(failures: number, now: Date, retryAfter = 0): string {
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? MINUTE
  return new Date(now.getTime() + Math.max(delay, Math.min(retryAfter, MAX_ASKED)) * 1000).toISOString()
}
