import { note } from '../db/work'
import { nameOf } from './log'
import { RequestError } from './problem'

const PERIOD = 60

/** Counts a request against a limit per minute. Throws `too_many_requests` if the limit is reached. */
export async function rateLimit(rate: RateLimit, key: string, quota: number): Promise<void> {
  if (await isWithin(rate, key)) return
  throw new RequestError('too_many_requests', `At most ${quota} requests a minute are let through.`, {
    'Retry-After': `${PERIOD}`,
    'RateLimit-Policy': rateLimitPolicy(quota),
  })
}

/** The value of `RateLimit-Policy` for a limit per minute. */
export const rateLimitPolicy = (quota: number): string => `"default";q=${quota};w=${PERIOD}`

// The limits protect the service; a limiter that is down must not take it down.
async function isWithin(rate: RateLimit, key: string): Promise<boolean> {
  try {
    return (await rate.limit({ key })).success
  } catch (error) {
    note('rate_limiter', nameOf(error))
    return true
  }
}
