import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'

/** How many slices of a repair a night has. */
const MAX_SLICES = 60

/** What a slice of a repair leaves in its row of `repairs`: where it ended, as JSON, and how many rows it changed. */
type Slice = { position: string | null; changed: number; isLast: boolean }

/**
 * Runs a repair of stored rows, slice by slice, as far as a night gets, until a slice returns that it was the last one.
 * `before` runs ahead of the first slice of a night. One trip once the repair has ended.
 */
export async function runRepair(
  db: Db,
  name: string,
  { before, slice }: { before?: () => Promise<void>; slice: () => Promise<boolean> },
): Promise<void> {
  const { ended } = await trip(db, {
    ended: sql`SELECT 1 FROM repairs WHERE name = ${name} AND finished_at IS NOT NULL`,
  })
  if (ended.length > 0) return
  await before?.()
  for (let count = 0; count < MAX_SLICES; count++) if (await slice()) return
}

/** A CTE `at` with the `position` where the last slice of a repair ended; without a row before the first one. */
export const repairedUntil = (name: string): Sql =>
  sql`at AS MATERIALIZED (SELECT position FROM repairs WHERE name = ${name})`

/** The statement that keeps where a slice ended. */
export const keepSlice = (name: string, { position, changed, isLast }: Slice): Sql => sql`
  INSERT INTO repairs (name, position, changed, finished_at)
  VALUES (${name}, ${position}, ${changed}, ${isLast ? NOW : sql`NULL`})
  ON CONFLICT DO UPDATE SET position = coalesce(excluded.position, position),
    changed = changed + excluded.changed, finished_at = excluded.finished_at`
