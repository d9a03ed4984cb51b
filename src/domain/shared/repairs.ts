import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'

/** The repairs of stored rows that the nightly run makes, by their names in `repairs`. */
const REPAIRS = ['tidy_texts', 'party_keys'] as const
export type Repair = (typeof REPAIRS)[number]

/** How many slices of a repair a night has. */
const MAX_SLICES = 60

/** One pass of a repair: over all workspaces, or over one that was loaded. `name` is its row in `repairs`. */
export type Pass = { name: string; workspaceId: string | null }

/** What a slice of a repair leaves in its row of `repairs`: where it ended, as JSON, and how many rows it changed. */
type Slice = { position: string | null; changed: number; isLast: boolean }

/**
 * Runs the passes of a repair that have not ended, slice by slice, as far as a night gets. A pass ends with the slice that returns
 * that it was the last one; workspaces that were loaded come first. `before` runs ahead of the first slice of a pass in a night.
 * One trip once all passes have ended.
 */
export async function runRepair(
  db: Db,
  repair: Repair,
  { before, slice }: { before?: (pass: Pass) => Promise<void>; slice: (pass: Pass) => Promise<boolean> },
): Promise<void> {
  // Names of passes over one workspace lie between those two: a space comes before an exclamation mark.
  const { rows } = await trip(db, {
    rows: sql<{ name: string; hasEnded: number }>`
      SELECT name, finished_at IS NOT NULL AS hasEnded FROM repairs
      WHERE name = ${repair} OR (name > ${`${repair} `} AND name < ${`${repair}!`}) ORDER BY name`,
  })
  const loaded = rows.filter(({ name }) => name !== repair)
  const passes: Pass[] = loaded.map(({ name }) => ({ name, workspaceId: name.slice(repair.length + 1) }))
  if (!rows.some(({ name, hasEnded }) => name === repair && hasEnded))
    passes.push({ name: repair, workspaceId: null })
  let slices = MAX_SLICES
  for (const pass of passes) {
    if (slices > 0) await before?.(pass)
    for (let isLast = false; slices > 0 && !isLast; slices--) isLast = await slice(pass)
  }
}

/** A CTE `at` with the `position` where the last slice of a pass ended; without a row before the first one. */
export const repairedUntil = ({ name }: Pass): Sql =>
  sql`at AS MATERIALIZED (SELECT position FROM repairs WHERE name = ${name} AND position IS NOT NULL)`

/** A condition that a row is of the workspace of a pass; true for all rows in a pass over all workspaces. */
export const inPassSql = ({ workspaceId }: Pass): Sql =>
  workspaceId === null ? sql`true` : sql`workspace_id = ${workspaceId}`

/** The statement that keeps where a slice ended. A pass over one workspace leaves no row once it has ended. */
export const keepSlice = ({ name, workspaceId }: Pass, { position, changed, isLast }: Slice): Sql =>
  isLast && workspaceId !== null
    ? sql`DELETE FROM repairs WHERE name = ${name}`
    : sql`
  INSERT INTO repairs (name, position, changed, finished_at)
  VALUES (${name}, ${position}, ${changed}, ${isLast ? NOW : sql`NULL`})
  ON CONFLICT DO UPDATE SET position = coalesce(excluded.position, position),
    changed = changed + excluded.changed, finished_at = excluded.finished_at`

/**
 * A statement that makes the next nightly run repair the rows of a workspace from the first one on. Whatever loads a workspace
 * sends it along: a backup may be older than a repair that has ended.
 */
export const repairAgain = (workspaceId: string): Sql => sql`
  INSERT INTO repairs (name, position, changed, finished_at)
  SELECT value || ' ' || ${workspaceId}, NULL, 0, NULL FROM json_each(${JSON.stringify(REPAIRS)}) WHERE true
  ON CONFLICT DO UPDATE SET position = NULL, finished_at = NULL`
