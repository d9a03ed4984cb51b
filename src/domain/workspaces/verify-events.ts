import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { eventSeals } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { afterEvent, EVENT_ROW, type EventRow, eventId, numberOf } from '../events/event'
import { digestOf, partOf, type SealRow, sealedDigest, sealHash, selectLastSeal } from '../events/seal'
import { isExpired } from '../events/sweep'
import { requireWorkspace, selectWorkspace } from './workspace'

/** How many seals a call verifies: each is a trip. */
const MAX_SEALS = 25

/** The query of a verification. */
export const verificationQuery = z.strictObject({
  after: afterEvent.optional().describe('Only events after this one: `verified_through` of an earlier call'),
})

/** What a verification found. */
export const verification = z
  .object({
    verified_through: z.string().nullable().describe('The last event that is as it was sealed'),
    hash: z
      .string()
      .nullable()
      .describe(
        'The hash of the seal of that event. Kept elsewhere, it proves that all seals up to it are the same.',
      ),
    first_invalid: z
      .string()
      .nullable()
      .describe(
        'The first event that is not as it was sealed, or missing; the first of its seal where only the hash is wrong',
      ),
    is_complete: z.boolean().describe('Whether there is no seal after `verified_through`'),
  })
  .meta({ id: 'SealVerification' })
export type Verification = z.infer<typeof verification>

/**
 * Verifies the next seals of a workspace: that its events are as they were when they were sealed, but for those of
 * deleted persons, which were emptied. At most 25 seals, a trip each and one more. Throws `not_found`.
 */
export async function verifySeals(
  db: Db,
  {
    workspaceId,
    now,
    query: { after },
  }: { workspaceId: string; now: Date; query: z.infer<typeof verificationQuery> },
): Promise<Verification> {
  const number = numberOf(after ?? '')
  const read = await trip(db, {
    workspace: selectWorkspace(db, sql`${workspaceId}`),
    previous: selectLastSeal(workspaceId, number),
    seals: selectSeals(workspaceId, number),
  })
  requireWorkspace(read.workspace)
  let [previous = { lastNumber: 0, hash: '' }] = read.previous
  let invalid: number | undefined
  for (const seal of read.seals.slice(0, MAX_SEALS)) {
    const { rows } = await trip(db, { rows: selectSealed(seal) })
    invalid = firstInvalid({ seal, previous, rows, now })
    if (invalid !== undefined) break
    previous = seal
  }
  return {
    verified_through: previous.lastNumber > 0 ? eventId(previous.lastNumber) : null,
    hash: previous.hash || null,
    first_invalid: invalid === undefined ? null : eventId(invalid),
    is_complete: invalid === undefined && read.seals.length <= MAX_SEALS,
  }
}

const SEAL_ROW = allColumns(eventSeals)

const selectSeals = (workspaceId: string, after: number): Sql<SealRow> => sql<SealRow>`
  SELECT ${SEAL_ROW} FROM event_seals WHERE workspace_id = ${workspaceId} AND last_number > ${after}
  ORDER BY last_number LIMIT ${MAX_SEALS + 1}`

/** An event of a seal; `wasDeleted` is 1 where it is of something that was deleted. */
type SealedRow = EventRow & { wasDeleted: number }

const selectSealed = ({ workspaceId, firstNumber, lastNumber }: SealRow): Sql<SealedRow> => sql<SealedRow>`
  SELECT ${EVENT_ROW}, salt IS NULL AND EXISTS (
    SELECT 1 FROM events AS deletion INDEXED BY events_of_subject
    WHERE deletion.workspace_id = events.workspace_id AND deletion.subject_id = events.subject_id
      AND deletion.action = 'person.deleted') AS wasDeleted
  FROM events WHERE workspace_id = ${workspaceId} AND number BETWEEN ${firstNumber} AND ${lastNumber}
  ORDER BY number`

type Check = { seal: SealRow; previous: Pick<SealRow, 'lastNumber' | 'hash'>; rows: SealedRow[]; now: Date }

/** The number of the first event that does not hold against its seal. */
function firstInvalid({ seal, previous, rows, now }: Check): number | undefined {
  const { workspaceId, firstNumber, lastNumber, digests } = seal
  if (firstNumber !== previous.lastNumber + 1) return previous.lastNumber + 1
  const present = new Map(rows.map((row) => [row.number, row]))
  const kept = new Set<number>(JSON.parse(seal.kept ?? '[]'))
  for (let number = firstNumber; number <= lastNumber; number++) {
    const row = present.get(number)
    if (!row && !isExpired(seal, kept.has(number), now)) return number
    if (!row) continue
    if (seal.parts !== null && partOf(row) !== sealedDigest(seal, number, 'parts')) return number
    if (row.salt === null && !row.wasDeleted) return number
    if (row.salt !== null && digestOf(row) !== sealedDigest(seal, number)) return number
  }
  // Without digests of what lasts, the hash needs all events.
  if (seal.parts === null && rows.length <= lastNumber - firstNumber) return undefined
  const { parts } = seal
  const hash = sealHash({ workspaceId, previousHash: previous.hash, rows, digests, parts, kept: seal.kept })
  return hash === seal.hash ? undefined : firstNumber
}
