const HOUR_SECONDS = 3600

/** After how many seconds a message is tried again: a minute, then twice as long each time, up to an hour. */
export const retryDelay = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), HOUR_SECONDS)
