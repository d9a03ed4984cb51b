import { type Db, tripOfAnyMigration, WriteConflict } from '../../../db/client'
import { before, NOW } from '../../../db/now'
import type { MoveRow } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { backUp, listFiles } from '../copy/back-up'
import { deleteRows } from '../copy/delete-rows'
import { readTables, type Table } from '../copy/tables'
import { keepSlug } from '../slugs'
import { arrive, clearTarget, DOORS, openTarget } from './arrive'
import { beginCancelling, endCancelled } from './cancel'
import { compareRows, copyRows, Differs } from './copy-rows'
import { Hold } from './hold'
import { lockClaims, lockRows, movedTables, unlockRows } from './lock'
import { findMove, type Move, toApi } from './move'
import { movableSql } from './schedule'
import { verifyTarget } from './verify'

type Means = {
  places: readonly Db[]
  isTimeUp: () => boolean
  /** Where the file of the workspace is stored before it is at its new place. */
  bucket?: R2Bucket | undefined
  version: string | null
  now: Date
}

/** What is left of a move: nothing for now, something that another invocation does, or something to wait for. */
export type Left = 'nothing' | 'more' | 'later'

/** How long a workspace is locked at most, before its move is given up. */
const MAX_LOCKED = '-6 hours'

/**
 * Goes on with a move that is due: drains what is being sent, locks the workspace, stores its file, copies and compares its rows,
 * opens it at its new place, and deletes the rows of the old one. Each step can be repeated after a crash. A move that fails before
 * the workspace is at its new place is cancelled, with the reason. Throws `not_found` for a workspace that has never moved.
 */
export async function goOn(workspaceId: string, means: Means): Promise<{ move: Move; left: Left }> {
  const found = await findMove(means.places, workspaceId)
  if (!found) throw new DomainError('not_found', 'The workspace has no move.')
  const { source } = found
  const hold = await Hold.take(
    source,
    (letter) => means.places.find(({ place }) => place === letter),
    workspaceId,
  )
  const left = hold ? await run(hold, means) : found.row.finishedAt === null ? 'later' : 'nothing'
  const { row } = (await findMove(means.places, workspaceId)) ?? found
  return { move: toApi(row, source.place), left }
}

async function run(hold: Hold, means: Means): Promise<Left> {
  try {
    const left = await steps(hold, means)
    await hold.release()
    return left
  } catch (error) {
    // Another request has cancelled the move, or another run has taken it after this one stood still.
    if (error instanceof WriteConflict) return 'more'
    await hold.release().catch(() => {})
    if (!(error instanceof Differs)) throw error
    await beginCancelling(hold.source, hold.id, error.message)
    return 'more'
  }
}

/** What a step leaves: the next one, more of itself, a pause, or the end of this run, since its statements are many. */
type Ended = 'next' | Left

async function steps(hold: Hold, means: Means): Promise<Left> {
  while (Object.hasOwn(STEPS, hold.row.step)) {
    const { step } = hold.row
    if (means.isTimeUp()) return 'more'
    await requireLocked(hold)
    const ended = await STEPS[step as keyof typeof STEPS](hold, means)
    if (ended !== 'next') return ended
  }
  return 'nothing'
}

/** The steps in which a workspace is locked where it was. */
const LOCKED: readonly MoveRow['step'][] = [
  'draining',
  'storing',
  'clearing',
  'copying',
  'comparing',
  'arriving',
  'verifying',
  'leaving',
]

/** Throws if a workspace is no longer locked, such as after a restore, or has been locked for too long. */
async function requireLocked({ row, source, id }: Hold): Promise<void> {
  if (!LOCKED.includes(row.step)) return
  const { locked, late } = await tripOfAnyMigration(source, {
    locked: sql`SELECT 1 FROM workspaces WHERE id = ${id} AND moving_to = ${row.place}`,
    late: sql`SELECT 1 FROM moves WHERE moved_id = ${id} AND started_at < ${before(MAX_LOCKED)}`,
  })
  if (locked.length === 0) throw new Differs('The workspace was not locked any more: was it restored?')
  if (late.length > 0) throw new Differs('The move took more than six hours.')
}

const STEPS = {
  scheduled: begin,
  draining: drain,
  storing: store,
  clearing: clear,
  copying: copy,
  comparing: compare,
  arriving: arriveThere,
  verifying: verify,
  leaving: leave,
  opening: open,
  deleting: deleteSource,
  cancelling: endCancelling,
} as const satisfies Partial<Record<MoveRow['step'], (hold: Hold, means: Means) => Promise<Ended>>>

async function begin(hold: Hold): Promise<Ended> {
  const { id, source, target } = hold
  const { movable } = await tripOfAnyMigration(source, {
    movable: sql`SELECT 1 WHERE ${movableSql(id)}`,
  })
  if (movable.length === 0)
    throw new Differs('The workspace can no longer move: is it exported, below another one, or erased?')
  await hold.next('draining', {
    if: movableSql(id),
    set: sql`, started_at = ${NOW}`,
    also: [sql`UPDATE workspaces SET moving_to = ${target.place} WHERE id = ${id}`, ...lockClaims(id)],
  })
  return 'next'
}

async function drain(hold: Hold): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  const quietSql = sql`NOT ${inFlightSql(hold)}`
  const { quiet } = await tripOfAnyMigration(hold.source, { quiet: sql`SELECT 1 WHERE ${quietSql}` })
  if (quiet.length === 0) return 'later'
  await hold.next('storing', { if: quietSql, also: lockRows(tables, hold.id) })
  return 'more'
}

/** Whether something that was claimed before the drain may still be done: mails and requests have no more than this time for it. */
const inFlightSql = ({ id, row }: Hold): Sql => sql`(
  EXISTS (
    SELECT 1 FROM mails CROSS JOIN mail_recipients AS recipient
    WHERE mails.workspace_id = ${id} AND mails.updated_at > ${before('-120 seconds')}
      AND recipient.workspace_id = ${id} AND recipient.mail_id = mails.id AND recipient.state = 'claimed'
      AND recipient.at > ${before('-120 seconds')})
  OR EXISTS (
    SELECT 1 FROM webhook_endpoints WHERE workspace_id = ${id} AND claim IS NOT NULL AND claimed_until > ${NOW})
  OR EXISTS (
    SELECT 1 FROM idempotent_requests WHERE workspace_id = ${id} AND part = 0 AND result IS NULL
      AND started_at > ${before('-60 seconds')} AND started_at < ${row.startedAt}))`

async function store(hold: Hold, { bucket, version, now }: Means): Promise<Ended> {
  let file: string | null = null
  if (bucket) {
    const stored = await backUp(hold.source, bucket, { workspaceId: hold.id, version, now })
    file = stored.status === 'stored' ? stored.key : ((await listFiles(bucket, hold.id)).at(-1)?.key ?? null)
  }
  await hold.next('clearing', { set: sql`, file = ${file}` })
  return 'next'
}

async function clear(hold: Hold, means: Means): Promise<Ended> {
  if (!(await clearTarget(hold, means.isTimeUp))) return 'more'
  await hold.next('copying')
  return 'next'
}

/** The tables that are copied before the workspace arrives. */
const early = async (db: Db): Promise<readonly Table[]> =>
  movedTables((await readTables(db)).tables).filter(
    ({ name }) => name !== 'workspaces' && !DOORS.includes(name),
  )

async function copy(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  if (!(await copyRows(hold, await early(hold.source), isTimeUp))) return 'more'
  await hold.next('comparing')
  return 'next'
}

async function compare(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  if (!(await compareRows(hold, await early(hold.source), isTimeUp))) return 'more'
  await hold.next('arriving')
  return 'next'
}

async function arriveThere(hold: Hold): Promise<Ended> {
  await arrive(hold)
  await hold.next('verifying')
  return 'more'
}

async function verify(hold: Hold, { isTimeUp, now }: Means): Promise<Ended> {
  const doors = movedTables((await readTables(hold.source)).tables).filter(
    ({ name }) => name === 'workspaces' || DOORS.includes(name),
  )
  if (!(await compareRows(hold, doors, isTimeUp))) return 'more'
  await verifyTarget(hold, now)
  await hold.next('leaving')
  return 'next'
}

/** From here on the workspace is at its new place: whoever looks for it here is sent on. */
async function leave(hold: Hold): Promise<Ended> {
  const own = sql`${hold.id}`
  await hold.next('opening', {
    set: sql`, moved_at = ${NOW}`,
    also: [
      ...(await unlockRows(hold.source, hold.id)),
      ...keepSlug(hold.source, hold.id),
      ...DOORS.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${own}`),
      sql`DELETE FROM workspaces WHERE id = ${own}`,
    ],
  })
  return 'next'
}

async function open(hold: Hold): Promise<Ended> {
  await openTarget(hold)
  await hold.next('deleting')
  return 'next'
}

async function deleteSource(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  const { isComplete } = await deleteRows(hold.source, hold.id, { tables: movedTables(tables), isTimeUp })
  if (!isComplete) return 'more'
  await hold.next('done', { set: sql`, finished_at = ${NOW}` })
  return 'next'
}

async function endCancelling(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  if (!(await clearTarget(hold, isTimeUp))) return 'more'
  await tripOfAnyMigration(hold.source, { ended: endCancelled(hold.id) })
  return 'nothing'
}
