import { type Db, trip } from '../../db/client'
import { sql } from '../../db/sql'
import { hourOf, increment, isOver, isWithinLimit, sweepCounts } from '../access/hourly-limits'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { email } from '../shared/text'
import { entryFrom, selectEntry } from './entry'
import { OPEN_PORTAL } from './settings'

/** How many links one caller can ask for in an hour, and how many mails go to one address. */
export const PER_HOUR = { caller: 30, address: 5 }

/** A link that was asked for, and when; `email` is null where the address has had its mails of this hour. */
export type LinkRequest = { workspace_id: string; email: string | null; requested_at: string }

/**
 * Takes what was typed into an entry page as a request for a link, and counts it for its caller and for its address, each
 * up to the first request over its limit. The outcome cannot tell who is a member, since no member is looked up. One trip.
 * Throws `not_found` for an unknown workspace.
 */
export async function requestLink(
  db: Db,
  { now, idOrSlug, typed, caller }: { now: Date; idOrSlug: string; typed: string; caller: string },
) {
  const address = email.safeParse(typed.normalize('NFKC').trim().toLowerCase()).data
  const callerHash = sha256(`caller ${caller}`)
  const addressHash = sha256(`address ${address}`)
  const hour = hourOf(now)
  const byCaller = { hour, subject: callerHash, max: PER_HOUR.caller }
  const byAddress = { hour, subject: addressHash, max: PER_HOUR.address }
  const { entries, callerCounts, addressCounts } = await trip(db, {
    entries: selectEntry(db, idOrSlug),
    swept: sweepCounts(db, now),
    callerCounts: address
      ? [increment(byCaller, sql`EXISTS (${selectEntry(db, idOrSlug)} AND ${OPEN_PORTAL})`)]
      : [],
    // A request over the caller's limit, or for no portal, must not use up the mails of an address.
    addressCounts: address ? [increment(byAddress, isWithinLimit(byCaller))] : [],
  })
  const entry = entryFrom(entries)
  if (!entry) throw new DomainError('not_found', 'There is no portal at this address.')
  const { workspace } = entry
  if (!entry.isOpen) return { workspace, outcome: 'closed' as const }
  if (!address) return { workspace, outcome: 'no_address' as const }
  if (isOver(callerCounts, byCaller)) return { workspace, outcome: 'too_many' as const }
  const request: LinkRequest = {
    workspace_id: workspace.id,
    email: isOver(addressCounts, byAddress) ? null : address,
    requested_at: now.toISOString(),
  }
  return { workspace, outcome: 'taken' as const, request }
}
