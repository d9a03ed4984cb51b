import * as z from 'zod'
import { type DatabaseState, readDatabaseState } from '../../db/migration'
import type { Place } from '../../db/places'
import { MAX_DATABASE_BYTES } from '../shared/database-limit'
import { DomainError } from '../shared/errors'

/** A database that workspaces can be placed in: by the name of its binding, with its limit for new ones in bytes. */
export type LimitedDatabase = { place: Place; binding: string; d1: D1Database; limit: number }

/** What a database has, as the operator sees it. Bytes, workspaces and members are null if it does not answer. */
export const databaseSize = z
  .object({
    database: z.string().describe('The letter of the database, as ids and keys carry it'),
    name: z.string().describe('Its binding in wrangler.toml'),
    status: z.enum(['ok', 'not_migrated', 'unreachable']),
    migration: z.string().nullable(),
    bytes: z.int().nullable(),
    full_percent: z.int().nullable().describe('Of the 10 GB that D1 gives a database'),
    limit_bytes: z
      .int()
      .nullable()
      .describe(
        'New workspaces go here while it is smaller: `DATABASE_LIMITS_GB`; null if nothing limits the only one',
      ),
    is_open: z.boolean().describe('Whether new workspaces may go here'),
    workspaces: z.int().nullable(),
    members: z.int().nullable().describe('As counted in the last night'),
  })
  .meta({ id: 'DatabaseSize' })
export type DatabaseSize = z.infer<typeof databaseSize>

type Counts = { workspaces: number; members: number; moves: number }

const SELECT_COUNTS = `
  SELECT count(*) AS workspaces, coalesce(sum((
    SELECT members FROM daily_counts WHERE workspace_id = workspaces.id ORDER BY day DESC LIMIT 1)), 0) AS members,
    (SELECT count(*) FROM moves INDEXED BY moves_in_progress WHERE finished_at IS NULL AND started_at IS NOT NULL) AS moves
  FROM workspaces`

/**
 * Reads the sizes of all databases side by side, how many workspaces are moving between them, and the rows of another query in the
 * first one. A database that fails hides no other. One trip to each; two rows for each workspace.
 */
export async function readSizes<Row>(
  databases: readonly LimitedDatabase[],
  query?: string,
): Promise<{ sizes: DatabaseSize[]; movesRunning: number; rows: Row[] }> {
  const read = await Promise.all(
    databases.map(async (database, index) => {
      const queries = [SELECT_COUNTS, ...(query && index === 0 ? [query] : [])]
      return { database, state: await readDatabaseState(database.d1, queries) }
    }),
  )
  const counts = read.map(({ state }) => state.rows[0]?.[0] as Counts | undefined)
  const sizes = read.map(({ database, state }, index) => sizeOf(database, state, counts[index]))
  const movesRunning = counts.reduce((sum, one) => sum + (one?.moves ?? 0), 0)
  return { sizes, movesRunning, rows: (read[0]?.state.rows[1] ?? []) as Row[] }
}

function sizeOf(
  { place, binding, limit }: LimitedDatabase,
  { status, migration, bytes }: DatabaseState,
  counts: Counts | undefined,
): DatabaseSize {
  return {
    database: place,
    name: binding,
    status,
    migration,
    bytes: bytes ?? null,
    full_percent: bytes === undefined ? null : Math.floor((bytes * 100) / MAX_DATABASE_BYTES),
    limit_bytes: Number.isFinite(limit) ? limit : null,
    is_open: status === 'ok' && bytes !== undefined && bytes < limit,
    workspaces: counts?.workspaces ?? null,
    members: counts?.members ?? null,
  }
}

/** From which part of their limits on, on all databases, another one should be added. */
const NEARLY_FULL = 0.8

/** Whether another database should be added: none has much room left for new workspaces. */
export function needsDatabase(sizes: readonly DatabaseSize[]): boolean {
  const known = sizes.filter(({ status }) => status === 'ok')
  return (
    known.length > 0 &&
    known.every(
      ({ bytes, limit_bytes, is_open }) =>
        !is_open || (bytes ?? 0) > (limit_bytes ?? MAX_DATABASE_BYTES) * NEARLY_FULL,
    )
  )
}

/** The place of the emptiest database that is open for new workspaces. Throws `databases_full` if none is. */
export function emptiest(sizes: readonly DatabaseSize[]): Place {
  const [first] = sizes
    .filter(({ is_open }) => is_open)
    .toSorted((one, other) => (one.bytes ?? 0) - (other.bytes ?? 0))
  if (!first)
    throw new DomainError(
      'databases_full',
      'No database is open for new workspaces. Add one, or raise a limit of DATABASE_LIMITS_GB.',
    )
  return first.database
}
