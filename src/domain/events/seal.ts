import { type Db, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { eventSeals } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { sha256 } from '../shared/hash'
import { EVENT_ROW, type EventRow } from './event'
import { isKept } from './kept'

/** A stored seal. */
export type SealRow = typeof eventSeals.$inferSelect

/** What a seal is made from: the events that it covers, and the hash of the seal before it. */
export type Sealed = {
  workspaceId: string
  previousHash: string
  rows: EventRow[]
  digests: string
  parts: string | null
  kept: string | null
}

/** How many events a seal covers, and about how many bytes of changes. */
const MAX_EVENTS = 1000
const MAX_BYTES = 8_000_000

/** How many seals a slice makes. */
const SLICE = 5

/**
 * Returns the ids of the workspaces with unsealed events, but of copies, whose events were sealed before, and of sandboxes, whose
 * events last a day. One trip. Three rows read a workspace.
 */
export async function listUnsealedWorkspaces(db: Db): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT id FROM workspaces WHERE copy_of IS NULL AND NOT is_sandbox AND (SELECT max(number) FROM events WHERE workspace_id = workspaces.id) > coalesce(
        (SELECT max(last_number) FROM event_seals WHERE workspace_id = workspaces.id), 0)`,
  })
  return found.map(({ id }) => id)
}

/**
 * Seals the unsealed events of a workspace, up to five seals. Returns whether these were all. Two trips a seal. Throws
 * `WriteConflict` if another run seals them at the same moment. A seal is a salted digest of each event, and a hash over
 * these, what lasts of each event, and the seal before. The hash has no key: it finds changes to the table, and proves the
 * past to a reader who kept a hash.
 */
export async function sealEvents(db: Db, workspaceId: string): Promise<{ isAll: boolean }> {
  for (let seals = 0; seals < SLICE; seals++)
    if ((await sealNext(db, workspaceId)) === 'none') return { isAll: true }
  return { isAll: false }
}

async function sealNext(db: Db, workspaceId: string): Promise<'sealed' | 'none'> {
  const read = await trip(db, { previous: selectLastSeal(workspaceId), rows: selectUnsealed(workspaceId) })
  const { rows } = read
  if (rows.length === 0) return 'none'
  const [previous = { lastNumber: 0, hash: '' }] = read.previous
  const digests = rows.map(digestOf).join('')
  const parts = rows.map(partOf).join('')
  const kept = JSON.stringify(rows.filter(({ action }) => isKept(action)).map(({ number }) => number))
  const hash = sealHash({ workspaceId, previousHash: previous.hash, rows, digests, parts, kept })
  await trip(db, {
    next: failUnless(sql`${previous.lastNumber} = coalesce(${lastSealed(workspaceId)}, 0)`),
    sealed: db.insert(eventSeals).values({
      workspaceId,
      firstNumber: previous.lastNumber + 1,
      lastNumber: rows.at(-1)?.number ?? 0,
      digests,
      parts,
      kept,
      hash,
      sealedAt: NOW.getSQL(),
    }),
  })
  return 'sealed'
}

const lastSealed = (workspaceId: string): Sql =>
  sql`(SELECT max(last_number) FROM event_seals WHERE workspace_id = ${workspaceId})`

type LastSeal = Pick<SealRow, 'lastNumber' | 'hash'>

/** The last seal of a workspace, or the last one up to a number. */
export const selectLastSeal = (workspaceId: string, number = Number.MAX_SAFE_INTEGER): Sql<LastSeal> =>
  sql<LastSeal>`
    SELECT last_number AS lastNumber, hash FROM event_seals
    WHERE workspace_id = ${workspaceId} AND last_number <= ${number} ORDER BY last_number DESC LIMIT 1`

const selectUnsealed = (workspaceId: string): Sql<EventRow> => sql<EventRow>`
  SELECT * FROM (
    SELECT ${EVENT_ROW}, sum(octet_length(coalesce(changes, ''))) OVER (ORDER BY number) AS bytes
    FROM events WHERE workspace_id = ${workspaceId} AND number > coalesce(${lastSealed(workspaceId)}, 0)
    ORDER BY number LIMIT ${MAX_EVENTS}
  ) WHERE bytes - octet_length(coalesce(changes, '')) < ${MAX_BYTES}`

const DIGEST_LENGTH = 32

/** The digest of all parts of an event. The salt keeps it from telling what an emptied event held. */
export const digestOf = (row: EventRow): string => {
  const { actorName, subjectName, changes, salt } = row
  const parts = [...lastingParts(row), actorName, subjectName, changes, salt]
  return sha256(JSON.stringify(parts)).slice(0, DIGEST_LENGTH)
}

/** The digest of what lasts of an event, which the hash of its seal is made from. */
export const partOf = (row: EventRow): string =>
  sha256(JSON.stringify(lastingParts(row))).slice(0, DIGEST_LENGTH)

/** The digest of the event with a number in a column of its seal. */
export function sealedDigest(seal: SealRow, number: number, column: 'digests' | 'parts' = 'digests'): string {
  const start = (number - seal.firstNumber) * DIGEST_LENGTH
  return (seal[column] ?? '').slice(start, start + DIGEST_LENGTH)
}

/**
 * The hash of a seal. It covers what stays of events when their personal parts are emptied, by its digests, so that
 * it can be computed when some of the events are deleted. The first seals had no such digests. Once events of those
 * are deleted, the others verify by their digests alone.
 */
export const sealHash = ({ workspaceId, previousHash, rows, digests, parts, kept }: Sealed): string =>
  sha256(
    JSON.stringify(
      parts === null
        ? [workspaceId, previousHash, rows.map(lastingParts), digests]
        : [workspaceId, previousHash, parts, digests, kept],
    ),
  )

// Named one by one: a column that is added later must not change the digests of the events before it.
const lastingParts = (row: EventRow): unknown[] => [
  row.workspaceId,
  row.number,
  row.at,
  row.requestId,
  row.batchId,
  row.action,
  row.actorKind,
  row.actorId,
  row.actorKind === 'member' ? null : row.actorName,
  row.door,
  row.subjectKind,
  row.subjectId,
]
