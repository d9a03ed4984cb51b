import { type Db, trip, tripOfAnyMigration, WriteConflict } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { openSql, unlockRows } from './lock'

/** A workspace that is locked in a database, though nothing moves it. */
type Stranded = { db: Db; id: string }

/**
 * Lists the workspaces that no move will ever open: their database went back, by a restore, to the middle of one. Each is in one
 * database alone, and no database has a move of it that has not ended. Fails unless all databases answer. One trip to each, and
 * another one if any workspace is locked.
 */
export async function listStranded(places: readonly Db[]): Promise<Stranded[]> {
  const locked = await Promise.all(
    places.map(async (db) => {
      const { rows } = await tripOfAnyMigration(db, {
        rows: sql<{ id: string }>`SELECT id FROM workspaces WHERE moving_to IS NOT NULL`,
      })
      return rows.map(({ id }) => ({ db, id }))
    }),
  ).then((found) => found.flat())
  if (locked.length === 0) return []
  const ids = JSON.stringify(locked.map(({ id }) => id))
  const known = await Promise.all(
    places.map((db) =>
      tripOfAnyMigration(db, {
        moving: sql<{
          id: string
        }>`SELECT value AS id FROM json_each(${ids}) WHERE ${isMovingSql(sql`value`)}`,
        here: sql<{
          id: string
        }>`SELECT id FROM workspaces WHERE id IN (SELECT value FROM json_each(${ids}))`,
      }),
    ),
  )
  const moving = new Set(known.flatMap((one) => one.moving.map(({ id }) => id)))
  const isOnce = (id: string) => known.filter(({ here }) => here.some((row) => row.id === id)).length === 1
  return locked.filter(({ id }) => !moving.has(id) && isOnce(id))
}

/** Opens the workspaces that {@link listStranded} finds. Two trips for each. */
export async function openStranded(places: readonly Db[]): Promise<void> {
  for (const { db, id } of await listStranded(places)) {
    try {
      await trip(db, {
        // One that was opened meanwhile may move again.
        unmoved: failUnless(sql`NOT ${isMovingSql(sql`${id}`)}`),
        unlocked: await unlockRows(db, id),
        opened: openSql(id),
      })
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
  }
}

const isMovingSql = (id: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM moves WHERE moved_id = ${id} AND finished_at IS NULL)`
