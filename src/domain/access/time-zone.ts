import { LRUCache } from 'lru-cache'
import type { Credential, Principal } from './principal'

/**
 * The time zone of a principal's workspace, as it was at the last trip of this isolate: the database knows no time zones,
 * and the zone is only known after the trip. Where {@link isExpectedZone} does not hold, the trip is made once more.
 */
export const expectedZone = ({ id }: Principal): string => zones.get(id) ?? DEFAULT_ZONE

/** Whether the time zone of the workspace is the expected one; it is from now on. */
export function isExpectedZone(principal: Principal, { workspace: { timezone } }: Credential): boolean {
  const isExpected = expectedZone(principal) === timezone
  zones.set(principal.id, timezone)
  return isExpected
}

const DEFAULT_ZONE = 'Europe/Berlin'

const zones = new LRUCache<string, string>({ max: 1000 })
