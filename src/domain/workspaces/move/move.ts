import * as z from 'zod'
import { askEach } from '../../../db/ask-each'
import { type Db, trip } from '../../../db/client'
import { MOVE_STEPS, type MoveRow, moves } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { instant } from '../../shared/text'
import { isNight, WAITS_FOR_NIGHT } from './night'

/** A move as the operator sees it. */
export const move = z
  .object({
    workspace_id: z.string(),
    from: z.string().describe('The letter of the database that the workspace leaves'),
    to: z.string().describe('The letter of the database that it moves to'),
    step: z
      .enum(MOVE_STEPS)
      .describe('What is done next. Until `leaving` is done, the move can be cancelled'),
    due_at: instant.describe('When the move may begin'),
    progress: z
      .object({ table: z.string() })
      .nullable()
      .describe('The table that the step has come to, where it takes a while'),
    file: z
      .string()
      .nullable()
      .describe(
        'The key in the bucket `BACKUPS` of the file of the workspace as it was moved; null without a bucket',
      ),
    waits_for: z
      .string()
      .nullable()
      .describe('What a move that is due or has begun waits for; null for nothing'),
    failure: z
      .string()
      .nullable()
      .describe('Why the move was cancelled, and what to do. Nothing was changed then'),
    started_at: instant.nullable().describe('Since when the workspace can only be read'),
    moved_at: instant.nullable().describe('Since when the workspace is at its new place'),
    finished_at: instant.nullable().describe('When nothing was left to do'),
  })
  .meta({ id: 'WorkspaceMove' })
export type Move = z.infer<typeof move>

/** How far a step is that goes through the tables: after this key of this table. */
export type Progress = { table: string; after: string | null }

export const toApi = (row: MoveRow, from: string, now: Date): Move => ({
  workspace_id: row.movedId,
  from,
  to: row.place,
  step: row.step,
  due_at: row.dueAt,
  progress: row.progress === null ? null : { table: (JSON.parse(row.progress) as Progress).table },
  file: row.file,
  waits_for: waitsFor(row, now),
  failure: row.failure,
  started_at: row.startedAt,
  moved_at: row.movedAt,
  finished_at: row.finishedAt,
})

const WAITS_FOR_SENDING =
  'What was being sent as the move began. It takes half a minute at least, and two minutes at most.'

function waitsFor({ step, dueAt }: MoveRow, now: Date): string | null {
  if (step === 'draining') return WAITS_FOR_SENDING
  return step === 'scheduled' && dueAt <= now.toISOString() && isNight(now) ? WAITS_FOR_NIGHT : null
}

/** Selects the move of a workspace away from a database. */
export const selectMove = (workspaceId: string): Sql<MoveRow> => sql<MoveRow>`
  SELECT ${allColumns(moves)} FROM moves WHERE moved_id = ${workspaceId}`

/** A move with the database that has its row. */
export type FoundMove = { row: MoveRow; source: Db }

/** The move of a workspace that is not finished, or its last one; undefined if it has never moved. One trip a database. */
export async function findMove(places: readonly Db[], workspaceId: string): Promise<FoundMove | undefined> {
  const { answers, failed } = await askEach(places, async (source) => {
    const { rows } = await trip(source, { rows: selectMove(workspaceId) })
    return rows.map((row) => ({ row, source }))
  })
  const found = answers.flat()
  // A database that does not answer may have the move, unless this one has not ended.
  if (failed[0] && !found.some(({ row }) => row.finishedAt === null)) throw failed[0].error
  return found.sort((one, other) => endOf(other.row) - endOf(one.row))[0]
}

const endOf = ({ finishedAt }: MoveRow): number =>
  finishedAt === null ? Number.POSITIVE_INFINITY : Date.parse(finishedAt)

/** The last move of a workspace. Throws `not_found` if it has never moved. */
export async function viewMove(
  places: readonly Db[],
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<Move> {
  const found = await findMove(places, workspaceId)
  if (!found) throw new DomainError('not_found', 'The workspace has no move.')
  return toApi(found.row, found.source.place, now)
}

/** The workspaces whose moves from a database are due, have begun or are cancelled, and are not finished. One trip. */
export async function listDueMoves(db: Db, now: Date): Promise<string[]> {
  const { due } = await trip(db, {
    due: sql<{ id: string }>`
      SELECT moved_id AS id FROM moves INDEXED BY moves_in_progress
      WHERE finished_at IS NULL AND (due_at <= ${now.toISOString()} OR step = 'cancelling') ORDER BY due_at LIMIT 100`,
  })
  return due.map(({ id }) => id)
}
