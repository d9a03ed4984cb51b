import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { linkRequests, workspaces } from '../../db/schema'
import { sha256 } from '../access/tokens'
import { DomainError } from '../shared/errors'
import { email } from '../shared/text'
import { OPEN_PORTAL } from './settings'

/** How many links one caller can ask for in an hour, and how many mails go to one address. */
export const PER_HOUR = { caller: 30, address: 5 }

/** A link that was asked for, and when; `email` is null where the address has had its mails of this hour. */
export type LinkRequest = { workspace_id: string; email: string | null; requested_at: string }

/** Finds the workspace behind an entry page, by its slug or id. One trip. Refuses as `not_found` a closed portal. */
export async function readEntry(db: Db, segment: string) {
  const { found } = await trip({ db }, { found: entryAt(db, segment) })
  return requireEntry(found)
}

/**
 * Takes what was typed into an entry page for a request, and counts it for its caller and for its address, each up to the
 * first request over its limit. One trip. The answer can not tell who is a member, since no member is looked up.
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
      byCaller: address
        ? [
            count(
              db,
              { hour, subject: callerHash, most: PER_HOUR.caller },
              sql`EXISTS ${entryAt(db, segment)}`,
            ),
          ]
        : [],
      toAddress: address
        ? [count(db, { hour, subject: addressHash, most: PER_HOUR.address }, isTaken(hour, callerHash))]
        : [],
    },
  )
  const workspace = requireEntry(found)
  if (!address) return { workspace, outcome: 'no_address' as const }
  if (isOver(counts.byCaller, PER_HOUR.caller)) return { workspace, outcome: 'too_many' as const }
  const request: LinkRequest = {
    workspace_id: workspace.id,
    email: isOver(counts.toAddress, PER_HOUR.address) ? null : address,
    requested_at: now.toISOString(),
  }
  return { workspace, outcome: 'taken' as const, request }
}

function requireEntry([workspace]: (typeof workspaces.$inferSelect)[]) {
  if (workspace) return workspace
  throw new DomainError('not_found', 'There is no portal at this address.')
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
const isTaken = (hour: string, callerHash: string): SQL =>
  sql`EXISTS (
    SELECT 1 FROM link_requests WHERE hour = ${hour} AND subject = ${callerHash} AND count <= ${PER_HOUR.caller})`

type Count = { count: number }

// A count stops one above its limit, and is then given no more.
const count = (
  db: Db,
  { hour, subject, most }: { hour: string; subject: string; most: number },
  isCounted: SQL,
) =>
  db.all<Count>(sql`
    INSERT INTO link_requests (hour, subject, count)
    SELECT ${hour}, ${subject}, 1 WHERE ${isCounted}
    ON CONFLICT DO UPDATE SET count = count + 1 WHERE count <= ${most}
    RETURNING count`)

const isOver = ([counted]: Count[], most: number): boolean => !counted || counted.count > most
