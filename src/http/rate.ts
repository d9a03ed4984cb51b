import { HttpFault } from './problem'

const PERIOD = 60

/** Counts a request against a limit per minute and refuses it where the limit is reached. */
export async function requireRate(rate: RateLimit, key: string, quota: number): Promise<void> {
  const { success } = await rate.limit({ key })
  if (success) return
  throw new HttpFault('too_many_requests', `At most ${quota} requests a minute are let through.`, {
    'Retry-After': `${PERIOD}`,
    'RateLimit-Policy': `"default";q=${quota};w=${PERIOD}`,
  })
}
