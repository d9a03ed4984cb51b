import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { linkRequests, workspaces } from '../../db/schema'
import { sha256 } from '../credentials'
import { Refusal } from '../refusal'
import { email } from '../text'
import { OPEN_PORTAL } from './settings'

/** How many links one caller can ask for in an hour, and how many mails go to one address. */
export const PER_HOUR = { caller: 30, address: 5 }

/** A link that was asked for; to nobody where the address has had its mails of this hour. */
export type LinkRequest = { workspace_id: string; email: string | null }

/** Finds the workspace behind an entry page, by its slug or id. One trip. Refuses as `not_found` a closed portal. */
export async function readEntry(db: Db, segment: string) {
  const { found } = await trip({ db }, { found: entryAt(db, segment) })
  return requireEntry(found)
}

/**
 * Takes what was typed into an entry page for a request, and counts it for its caller and for its address. One trip.
 * Who the address belongs to is not looked up here, so that the answer can not tell.
 */
export async function requestLink(db: Db, now: Date, segment: string, typed: string, caller: string) {
  const address = email.safeParse(typed.normalize('NFKC').trim().toLowerCase()).data
  const [callerHash, addressHash] = await Promise.all([
    sha256(`caller ${caller}`),
    sha256(`address ${address}`),
  ])
  const hour = now.toISOString().slice(0, 13)
  const { found, ...counts } = await trip(
    { db },
    {
      found: entryAt(db, segment),
      swept: db.delete(linkRequests).where(lt(linkRequests.hour, hour)),
      byCaller: address ? [count(db, hour, callerHash, sql`TRUE`)] : [],
      toAddress: address ? [count(db, hour, addressHash, isHeard(db, segment, hour, callerHash))] : [],
    },
  )
  const workspace = requireEntry(found)
  const [byCaller = 0] = counts.byCaller.map(({ count }) => count)
  const [toAddress = 0] = counts.toAddress.map(({ count }) => count)
  if (!address) return { workspace, outcome: 'no_address' as const }
  if (byCaller > PER_HOUR.caller) return { workspace, outcome: 'too_many' as const }
  const request: LinkRequest = {
    workspace_id: workspace.id,
    email: toAddress > PER_HOUR.address ? null : address,
  }
  return { workspace, outcome: 'taken' as const, request }
}

function requireEntry([workspace]: (typeof workspaces.$inferSelect)[]) {
  if (workspace) return workspace
  throw new Refusal('not_found', 'There is no portal at this address.')
}

const entryAt = (db: Db, segment: string) =>
  db
    .select()
    .from(workspaces)
    .where(
      and(
        segment.startsWith('wsp_')
          ? eq(workspaces.id, segment)
          : eq(workspaces.portalSlug, segment.toLowerCase()),
        OPEN_PORTAL,
      ),
    )

// Who is refused, or asks where there is no portal, must not use up the mails of an address.
const isHeard = (db: Db, segment: string, hour: string, callerHash: string): SQL =>
  sql`EXISTS ${entryAt(db, segment)} AND ${PER_HOUR.caller} >= (
    SELECT count FROM link_requests WHERE hour = ${hour} AND subject = ${callerHash})`

const count = (db: Db, hour: string, subject: string, isCounted: SQL) =>
  db.all<{ count: number }>(sql`
    INSERT INTO link_requests (hour, subject, count)
    SELECT ${hour}, ${subject}, 1 WHERE ${isCounted}
    ON CONFLICT DO UPDATE SET count = count + 1
    RETURNING count`)
