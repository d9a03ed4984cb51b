import { type Db, retryOnConflict, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { beginCancelling } from '../move/cancel'
import { openSql, unlockRows } from '../move/lock'
import { selectMove } from '../move/move'
import { stepOf } from '../move/steps'
import { unlessLost } from './lost'

/**
 * Ends the moves from and to a database that was restored, since what it has of them is of another moment than what the other
 * database has. Those of workspaces that are still where they were are cancelled, with the reason; one that is at its new place is
 * opened there. Three trips to each database, and some for each workspace that moves.
 */
export async function endMoves(db: Db): Promise<void> {
  if (db.places.length === 1) return
  for (const place of db.places) await cancelMoves(db.at(place), db.place)
  await endArrivals(db)
}

/** Cancels what has begun at a database and is from or to a restored one. */
async function cancelMoves(source: Db, restored: string): Promise<void> {
  for (const id of await listBegun(source, restored))
    await retryOnConflict(async () => {
      const { rows } = await tripOfAnyMigration(source, { rows: selectMove(id) })
      if (rows[0] && stepOf(rows[0])?.isCancellable)
        await beginCancelling(
          source,
          id,
          `Database ${restored} was restored meanwhile. Schedule the move again.`,
        )
    })
}

async function listBegun(source: Db, restored: string): Promise<string[]> {
  const ask = () =>
    tripOfAnyMigration(source, {
      begun: sql<{ id: string }>`
        SELECT moved_id AS id FROM moves INDEXED BY moves_in_progress
        WHERE finished_at IS NULL AND step <> 'scheduled' AND ${restored} IN (place, ${source.place})`,
    })
  const { begun } = await unlessLost(ask, { begun: [] })
  return begun.map(({ id }) => id)
}

/** Opens the workspaces that have arrived, but for copies of those that are still where they were: these are no workspaces any more. */
async function endArrivals(db: Db): Promise<void> {
  const { arrived } = await tripOfAnyMigration(db, {
    arrived: sql<{ id: string }>`SELECT id FROM workspaces WHERE moving_to = ${db.place}`,
  })
  if (arrived.length === 0) return
  const elsewhere = await listElsewhere(db, arrived)
  for (const { id } of arrived)
    await tripOfAnyMigration(db, {
      unlocked: await unlockRows(db, id),
      ended: elsewhere.has(id)
        ? sql`DELETE FROM workspaces WHERE id = ${id} AND moving_to = ${db.place}`
        : openSql(id),
    })
}

async function listElsewhere(db: Db, workspaces: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify(workspaces.map(({ id }) => id))
  const here = sql<{
    id: string
  }>`SELECT id FROM workspaces WHERE id IN (SELECT value FROM json_each(${ids}))`
  const others = db.places.filter((place) => place !== db.place)
  const found = await Promise.all(
    others.map((place) => unlessLost(() => tripOfAnyMigration(db.at(place), { here }), { here: [] })),
  )
  return new Set(found.flatMap((one) => one.here.map(({ id }) => id)))
}
