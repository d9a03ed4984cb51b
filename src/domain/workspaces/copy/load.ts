import { type Db, tripOfAnyMigration } from '../../../db/client'
import { LAST_MIGRATION } from '../../../db/migration'
import { sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { repairAgain } from '../../shared/repairs'
import { unlockRows } from '../move/lock'
import { deleteRows } from './delete-rows'
import { readTables, SHARED, type Table, tablesOf } from './tables'
import { insertRows, isForeignRow, UnknownColumns } from './write-rows'

/** What a database has, whichever migration it is of. */
export type Database = {
  /** Empty if none was applied. */
  migration: string
  /** Whether it has the last migration that the code knows. */
  is_migrated: boolean
  workspace_ids: string[]
  /** How many people the table of staff has. */
  staff: number
}

/** Reads which workspaces a database has. Three trips. */
export async function readDatabase(db: Db): Promise<Database> {
  const { made } = await tripOfAnyMigration(db, {
    made: sql`SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'`,
  })
  if (made.length === 0) return { migration: '', is_migrated: false, workspace_ids: [], staff: 0 }
  const { migration } = await readTables(db)
  const { workspaces, staff } = await tripOfAnyMigration(db, {
    workspaces: sql<{ id: string }>`SELECT id FROM workspaces ORDER BY id`,
    staff: sql<{ count: number }>`SELECT count(*) AS count FROM staff`,
  })
  return {
    migration,
    is_migrated: migration >= LAST_MIGRATION,
    workspace_ids: workspaces.map(({ id }) => id),
    staff: staff[0]?.count ?? 0,
  }
}

/** How long one request deletes. */
const MAX_MS = 10_000

/**
 * Deletes the rows that an interrupted load has left of a workspace that does not exist, or all of one that `mayExist`; to be
 * repeated until `is_complete`. Throws `invalid` if it exists otherwise. A trip for each slice, and two.
 */
export async function clearLoad(
  db: Db,
  {
    workspaceId,
    migration,
    mayExist = false,
  }: { workspaceId: string; migration: string; mayExist?: boolean },
): Promise<{ is_complete: boolean }> {
  const tables = await tablesOf(db, migration)
  if (!mayExist) await requireAbsent(db, workspaceId)
  // A move may have begun at the moment to which the database went back.
  else await tripOfAnyMigration(db, { unlocked: await unlockRows(db, workspaceId) })
  const end = Date.now() + MAX_MS
  const { isComplete } = await deleteRows(db, workspaceId, { tables, isTimeUp: () => Date.now() > end })
  return { is_complete: isComplete }
}

/** Whether a workspace exists, in a database of any migration. One trip. */
export async function workspaceExists(db: Db, workspaceId: string): Promise<boolean> {
  const { found } = await tripOfAnyMigration(db, {
    found: sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId}`,
  })
  return found.length > 0
}

async function requireAbsent(db: Db, workspaceId: string): Promise<void> {
  if (await workspaceExists(db, workspaceId))
    throw new DomainError('invalid', 'The workspace exists. Nothing was changed.')
}

/**
 * Loads lines of a file: one with a table and its columns, and rows of it. Rows that are there already stay, so a part can be sent
 * again. The row of `workspaces` comes last: from then on the workspace exists, takes no more, and the nightly run repairs its rows
 * again. Throws `invalid` if it exists, if the file is of another migration than the database, and for lines of another shape.
 * Three trips.
 */
export async function loadRows(
  db: Db,
  {
    workspaceId,
    migration,
    lines,
  }: { workspaceId: string | null; migration: string; lines: readonly string[] },
): Promise<{ rows: number }> {
  const tables = await tablesOf(db, migration)
  if (workspaceId !== null) await requireAbsent(db, workspaceId)
  const [head = '', ...rows] = lines
  const { table, columns } = headOf(head, tables, workspaceId)
  try {
    await tripOfAnyMigration(db, {
      rows: insertRows(workspaceId, { table, columns, lines: rows }),
      repaired: workspaceId !== null && table.name === 'workspaces' ? repairAgain(workspaceId) : [],
    })
  } catch (error) {
    if (error instanceof UnknownColumns) throw unreadable(error.message)
    if (isForeignRow(error)) throw unreadable('A row is no JSON, or of another workspace.')
    throw error
  }
  return { rows: rows.length }
}

function headOf(
  line: string,
  tables: readonly Table[],
  workspaceId: string | null,
): { table: Table; columns: string[] } {
  const head = parsed(line)
  const table = tables.find(({ name }) => name === head?.table)
  const isOwn = workspaceId === null ? SHARED.includes(table?.name ?? '') : table?.tenant != null
  const columns: unknown = head?.columns
  if (!table || !isOwn || !Array.isArray(columns))
    throw unreadable('The first line names no table of the file.')
  return { table, columns: columns.map(String) }
}

function parsed(line: string): { table?: unknown; columns?: unknown } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const unreadable = (message: string): DomainError => new DomainError('invalid', message)
