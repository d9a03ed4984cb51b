import { type Db, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'

/** A table as the database has it. */
export type Table = {
  name: string
  /** All columns in their order, but generated ones and {@link COLUMNS_LEFT_OUT}. */
  columns: readonly string[]
  /** The columns of the primary key in its order, without that of {@link tenant}. Empty if a workspace has one row. */
  key: readonly string[]
  /** The column with the id of the workspace; null for a table that workspaces share. */
  tenant: 'workspace_id' | 'id' | null
}

/** The tables by `workspace_id` that no file has, each with the reason. They are deleted with their workspace. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  dead_messages: 'The operator replays or drops what failed.',
  idempotent_requests: 'A result is kept for a day, and a claim belongs to a request that runs.',
  portal_sessions: 'Members sign in again by a new link.',
  restores: 'The row of the workspace has its own.',
  sandbox_mails: 'They are shown until the night, when they go with all data of a sandbox.',
  sent_messages: 'Bounces are told by it for 30 days.',
}

/** The tables by which somebody opens a workspace: their rows come with its own row, and go with it. */
export const DOORS: readonly string[] = ['memberships', 'api_keys', 'portal_sessions']

/** The tables without `workspace_id` of which a file of their own has the rows. */
export const SHARED: readonly string[] = [
  'staff',
  'passkeys',
  'workspace_erasures',
  'moves',
  'slugs',
  'staff_places',
]

/** The tables without `workspace_id` that no file has, each with the reason. */
export const SHARED_LEFT_OUT: Readonly<Record<string, string>> = {
  d1_migrations: 'Wrangler writes it; files name the migration that they are of.',
  known_browsers: 'A browser is known again once somebody has signed in.',
  link_requests: 'Counts of an hour.',
  removed_passkeys: 'The list of what has ended has it, which is stored beside the files.',
  repairs: 'A repair that runs again changes nothing.',
  sent_days: 'Counts of a day.',
  sign_in_requests: 'Staff ask for another code.',
  staff_sessions: 'Staff sign in again.',
  watches: 'The next run looks again.',
}

/** The columns that no file has, so that a workspace that was backed up while it moved comes back as one in use. */
const COLUMNS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = { workspaces: ['moving_to'] }

/** The tables whose rows a trigger adds to others when they are inserted, with those others. */
export const ADDED_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = { persons: ['mandates'] }

/**
 * The row by which a workspace exists is loaded last and deleted last, so that half a workspace is none. Triggers delete rows
 * with their person, so persons come after these.
 */
const LAST = 'workspaces'
const BEFORE_LAST = 'persons'

/** The tables of the database as it is, whichever migration it has. One trip, two for a migration that is new to the isolate. */
export async function readTables(db: Db): Promise<{ migration: string; tables: readonly Table[] }> {
  const { names, applied } = await tripOfAnyMigration(db, {
    applied: sql<{ migration: string }>`SELECT name AS migration FROM d1_migrations ORDER BY id DESC LIMIT 1`,
    names: sql<{ name: string }>`
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*'
      ORDER BY name = ${LAST}, name = ${BEFORE_LAST}, name`,
  })
  const migration = applied[0]?.migration ?? ''
  if (read?.migration !== migration) {
    const columns = await tripOfAnyMigration(
      db,
      Object.fromEntries(
        names.map(({ name }) => [name, sql<Column>`PRAGMA table_xinfo(${sql.raw(`"${name}"`)})`]),
      ),
    )
    read = { migration, tables: Object.entries(columns).map(([name, all]) => tableOf(name, all)) }
  }
  return read
}

/** The tables of the database. Throws `invalid` unless it is of the migration that a file names. Two trips at most. */
export async function tablesOf(db: Db, migration: string): Promise<readonly Table[]> {
  const { tables, migration: stored } = await readTables(db)
  if (migration !== stored)
    throw new DomainError('invalid', `The file is of ${migration}, and the database of ${stored}.`)
  return tables
}

/** What the isolate has read: only a migration changes it. */
let read: Awaited<ReturnType<typeof readTables>> | undefined

type Column = { name: string; pk: number; hidden: number }

function tableOf(name: string, all: Column[]): Table {
  const tenant = all.some((column) => column.name === 'workspace_id')
    ? 'workspace_id'
    : name === LAST
      ? 'id'
      : null
  const key = all.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  return {
    name,
    columns: all
      .filter((column) => column.hidden === 0 && !COLUMNS_LEFT_OUT[name]?.includes(column.name))
      .map((column) => column.name),
    key: key.map((column) => column.name).filter((column) => column !== tenant),
    tenant,
  }
}

/** All tables with rows of a workspace, in the order in which rows can be loaded and deleted. */
export const ownTables = (tables: readonly Table[]): Table[] => tables.filter(({ tenant }) => tenant !== null)

/** Those of {@link ownTables} that the file of a workspace has. */
export const copiedTables = (tables: readonly Table[]): Table[] =>
  ownTables(tables).filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))

/** The tables that the file of what workspaces share has. */
export const sharedTables = (tables: readonly Table[]): Table[] =>
  tables.filter(({ name }) => SHARED.includes(name))
