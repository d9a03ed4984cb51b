import { and, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { hourOf, increment, isOver, isWithinLimit, sweepCounts } from '../access/hourly-limits'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { email } from '../shared/text'
import { OPEN_PORTAL } from './settings'

/** How many links one caller can ask for in an hour, and how many mails go to one address. */
export const PER_HOUR = { caller: 30, address: 5 }

/** A link that was asked for, and when; `email` is null where the address has had its mails of this hour. */
export type LinkRequest = { workspace_id: string; email: string | null; requested_at: string }

/** Gets the workspace behind an entry page, by its slug or id. One trip. Throws `not_found` for a closed portal. */
export async function getEntry(db: Db, { idOrSlug }: { idOrSlug: string }): Promise<WorkspaceRow> {
  const { entries } = await trip(db, { entries: selectEntry(db, idOrSlug) })
  return requireEntry(entries)
}

/**
 * Takes what was typed into an entry page as a request for a link, and counts it for its caller and for its address, each
 * up to the first request over its limit. The outcome cannot tell who is a member, since no member is looked up. One trip.
 * Throws `not_found` for a closed portal.
 */
export async function requestLink(
  db: Db,
  { now, idOrSlug, typed, caller }: { now: Date; idOrSlug: string; typed: string; caller: string },
) {
  const address = email.safeParse(typed.normalize('NFKC').trim().toLowerCase()).data
  const [callerHash, addressHash] = await Promise.all([
    sha256(`caller ${caller}`),
    sha256(`address ${address}`),
  ])
  const hour = hourOf(now)
  const byCaller = { hour, subject: callerHash, max: PER_HOUR.caller }
  const byAddress = { hour, subject: addressHash, max: PER_HOUR.address }
  const { entries, callerCounts, addressCounts } = await trip(db, {
    entries: selectEntry(db, idOrSlug),
    swept: sweepCounts(db, now),
    callerCounts: address ? [increment(byCaller, sql`EXISTS (${selectEntry(db, idOrSlug)})`)] : [],
    // A request over the caller's limit, or for no portal, must not use up the mails of an address.
    addressCounts: address ? [increment(byAddress, isWithinLimit(byCaller))] : [],
  })
  const workspace = requireEntry(entries)
  if (!address) return { workspace, outcome: 'no_address' as const }
  if (isOver(callerCounts, byCaller)) return { workspace, outcome: 'too_many' as const }
  const request: LinkRequest = {
    workspace_id: workspace.id,
    email: isOver(addressCounts, byAddress) ? null : address,
    requested_at: now.toISOString(),
  }
  return { workspace, outcome: 'taken' as const, request }
}

function requireEntry([workspace]: WorkspaceRow[]): WorkspaceRow {
  if (workspace) return workspace
  throw new DomainError('not_found', 'There is no portal at this address.')
}

function selectEntry(db: Db, idOrSlug: string) {
  const isNamed = idOrSlug.startsWith('wsp_')
    ? eq(workspaces.id, idOrSlug)
    : eq(workspaces.portalSlug, idOrSlug.toLowerCase())
  return db.select().from(workspaces).where(and(isNamed, OPEN_PORTAL))
}
