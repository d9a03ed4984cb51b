import * as z from 'zod'
import { type Db, retryOnConflict, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { before } from '../../../db/now'
import { type WorkspaceRow, workspaces } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { givenInstant, inUtc } from '../../shared/text'
import { readTables } from '../copy/tables'
import { requireNoneBelow, selectBelow } from '../leaving/suspend'
import { type FoundMove, findMove, type Move, viewMove } from './move'

/** What the operator asks for. */
export const newMove = z
  .strictObject({
    to: z
      .string()
      .regex(/^[a-z]$/)
      .describe('The letter of the database that the workspace moves to'),
    at: givenInstant.optional().describe('When the move may begin, as the association chose; now if absent'),
  })
  .meta({ examples: [{ to: 'b', at: '2027-01-31T02:00:00Z' }] })
type NewMove = z.infer<typeof newMove>

type Asked = { workspaceId: string; body: NewMove; now: Date }

type Means = {
  places: readonly Db[]
  /** Why a database takes no workspaces; null if it does. */
  whyClosed?: (place: string) => Promise<string | null>
}

/**
 * Schedules the move of a workspace to another database. One that has not begun gets the time that is given; one that has begun
 * stays as it is. Throws `not_found`, and `not_movable`, `has_subordinates` or `export_running` with the reason. Two trips, and two
 * for each database.
 */
export async function scheduleMove(
  { workspaceId, body, now }: Asked,
  { places, whyClosed = async () => null }: Means,
): Promise<Move> {
  const found = await findMove(places, workspaceId)
  if (found?.row.finishedAt === null) await keepMove(found, body)
  else {
    const source = await findWorkspace(places, workspaceId)
    const target = targetOf(places, body.to)
    if (source.place === target.place)
      throw notMovable(`The workspace is in database ${target.place} already.`)
    const closed = await whyClosed(target.place)
    if (closed !== null) throw notMovable(closed)
    const problem = await migrationProblem(source, target)
    if (problem) throw notMovable(problem)
    const dueAt = body.at ? inUtc(body.at) : now.toISOString()
    await retryOnConflict(() => insertMove(source, { workspaceId, place: target.place, dueAt }))
  }
  return viewMove(places, { workspaceId, now })
}

async function keepMove({ row, source }: FoundMove, { to, at }: NewMove): Promise<void> {
  if (row.place !== to) throw notMovable(`The workspace moves to database ${row.place} already.`)
  if (row.movedAt === null && row.step === 'cancelling')
    throw notMovable('The last move of the workspace is being cancelled. Schedule it again in a minute.')
  if (at === undefined) return
  await trip(source, {
    moved: sql`UPDATE moves SET due_at = ${inUtc(at)} WHERE moved_id = ${row.movedId} AND step = 'scheduled'`,
  })
}

async function findWorkspace(places: readonly Db[], workspaceId: string): Promise<Db> {
  const found = await Promise.all(
    places.map(async (one) => {
      const { rows } = await trip(one, {
        rows: sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId}`,
      })
      return rows.length > 0 ? [one] : []
    }),
  )
  const [source] = found.flat()
  if (!source) throw new DomainError('not_found', 'There is no such workspace.')
  return source
}

function targetOf(places: readonly Db[], to: string): Db {
  const target = places.find(({ place }) => place === to)
  if (target) return target
  throw notMovable(`The deployment has no database ${to}.`)
}

/** Why rows cannot go from one database to another: they are of different migrations. Two trips at most to each. */
export async function migrationProblem(source: Db, target: Db): Promise<string | undefined> {
  const [from, to] = await Promise.all([source, target].map(async (db) => (await readTables(db)).migration))
  return from === to
    ? undefined
    : `Database ${target.place} is of ${to}, and that of the workspace of ${from}. Run npm run release, and schedule the move again.`
}

type Wanted = { workspaceId: string; place: string; dueAt: string }

async function insertMove(db: Db, { workspaceId, place, dueAt }: Wanted): Promise<void> {
  const own = sql`${workspaceId}`
  const { found, below, exporting } = await trip(db, {
    found: sql<WorkspaceRow>`SELECT ${allColumns(workspaces)} FROM workspaces WHERE id = ${own}`,
    below: selectBelow(own, sql`TRUE`),
    exporting: sql`SELECT 1 FROM workspaces WHERE id = ${own} AND NOT ${notExportingSql}`,
  })
  const [workspace] = found
  if (!workspace) throw new DomainError('not_found', 'There is no such workspace.')
  requireNoneBelow(below)
  if (workspace.superordinateWorkspaceId !== null)
    throw notMovable('The workspace is below another one: what belongs together stays in one database.')
  if (workspace.copyOf !== null) throw notMovable('The workspace is a copy, which is kept for 30 days.')
  if (exporting.length > 0) throw new DomainError('export_running', 'An export of this workspace is running.')
  await trip(db, {
    movable: failUnless(movableSql(workspaceId)),
    stored: sql`
      INSERT INTO moves (moved_id, place, step, due_at) VALUES (${workspaceId}, ${place}, 'scheduled', ${dueAt})
      ON CONFLICT DO UPDATE SET place = excluded.place, step = excluded.step, due_at = excluded.due_at, progress = NULL,
        held_by = NULL, held_until = NULL, file = NULL, failure = NULL, started_at = NULL, moved_at = NULL, finished_at = NULL
      WHERE finished_at IS NOT NULL`,
  })
}

/** Whether a workspace is one that can move: what {@link scheduleMove} refuses, as SQL. */
export const movableSql = (workspaceId: string): Sql => sql`
  EXISTS (
    SELECT 1 FROM workspaces
    WHERE id = ${workspaceId} AND superordinate_workspace_id IS NULL AND copy_of IS NULL AND moving_to IS NULL
      AND ${notExportingSql})
  AND NOT EXISTS (${selectBelow(sql`${workspaceId}`, sql`TRUE`)})`

/** An export that has not ended after a quarter of an hour is taken for one that has died. */
const notExportingSql = sql`(exporting_since IS NULL OR exporting_since < ${before('-15 minutes')})`

const notMovable = (detail: string): DomainError => new DomainError('not_movable', detail)
