import { type Db, trip } from '../../../db/client'
import { NOW } from '../../../db/now'
import type { WorkspaceRow } from '../../../db/schema'
import { workspaces } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { recordEvents } from '../../events/record'
import { DomainError } from '../../shared/errors'
import { newWorkspaceId } from '../../shared/ids'
import { repairAgain } from '../../shared/repairs'
import { type Account, shareAccounts } from '../../staff/places'
import { currentMemberSql } from '../../staff/principal'
import { deleteRows } from '../copy/delete-rows'
import { listed } from '../copy/page'
import { FileReader, unreadable } from '../copy/read-file'
import type { Table } from '../copy/tables'
import { insertRows, isForeignRow } from '../copy/write-rows'
import { databaseWith } from '../elsewhere'
import { reserveSlug, settleSlug } from '../slugs'
import { toApi, type Workspace } from '../workspace'
import { STAFF_COLUMNS } from './export/withhold'
import { selectReceipt } from './receipt'

type Restoring = { lines: AsyncIterable<string>; actor: Actor; now: Date }

/** The tables of which a copy has no rows: what opens doors, what runs by the clock, and seals of another id. */
const NOT_IN_COPIES = [
  'api_keys',
  'email_changes',
  'email_reversals',
  'event_seals',
  'import_parts',
  'join_requests',
  'mandate_reversals',
  'portal_guards',
]

/** The tables whose rows are written last, in one trip: with them the workspace exists. */
const WRITTEN_LAST = ['memberships', 'staff', 'workspaces']

/**
 * Restores a workspace that was erased from the lines of an export or a backup, under its id, with the accounts of its staff. It
 * comes back suspended, for the operator to look at; mails that were being sent are stopped. A trip for each megabyte. Throws
 * `already_there` if the workspace exists or is still being erased, and `invalid` for a file that is cut, altered, or of another
 * migration; then nothing is left of it.
 */
export async function restoreWorkspace(first: Db, { lines, actor, now }: Restoring): Promise<Workspace> {
  const file = await FileReader.open(first, lines)
  const id = file.workspaceId
  const db = await databaseWith(first, id)
  await requireErased(db, id)
  const kept = await load(db, file, { id, leavesOut: [] })
  const row = kept.rowOf('workspaces')
  await shareAccounts(db, kept.rowsOf('staff') as Account[], now)
  const named = { id, slug: row.portal_slug as string | null, now }
  const hasSlug = await reserveSlug(db, named).then(
    () => true,
    () => false,
  )
  const stored = await store(db, {
    id,
    row: {
      ...row,
      suspended_at: now.toISOString(),
      exporting_since: null,
      moving_to: null,
      ...(!hasSlug && { portal_slug: null }),
    },
    also: [
      ...accountsOf(kept),
      sql`UPDATE workspaces SET superordinate_workspace_id = NULL, portal_managed_by = 'workspace'
        WHERE id = ${id} AND superordinate_workspace_id IS NOT NULL
          AND superordinate_workspace_id NOT IN (SELECT id FROM workspaces)`,
      ...recordEvents(actor, sql`${id}`, { action: 'workspace.restored_from_file', subject: 'workspace' }, [
        { id, name: String(row.name), changes: { taken_at: [null, file.manifest.taken_at] } },
      ]),
    ],
  })
  if (hasSlug && named.slug !== null) await settleSlug(db, named)
  return stored
}

/**
 * Loads the lines of an export or a backup as a copy beside the workspace, with an id of its own: read only, without slug, keys,
 * sessions, mails and debits. The owners of the workspace can open it. Otherwise as {@link restoreWorkspace}.
 */
export async function copyWorkspace(first: Db, { lines, now }: Omit<Restoring, 'actor'>): Promise<Workspace> {
  const file = await FileReader.open(first, lines)
  const db = await databaseWith(first, file.workspaceId)
  const id = newWorkspaceId(now, db.place)
  const kept = await load(db, file, { id, leavesOut: NOT_IN_COPIES })
  const row = kept.rowOf('workspaces')
  const { taken_at } = file.manifest
  return store(db, {
    id,
    row: {
      ...row,
      id,
      name: `${row.name} (${taken_at.slice(0, 10)})`,
      portal_slug: null,
      portal_enabled: 0,
      portal_managed_by: 'workspace',
      superordinate_workspace_id: null,
      suspended_at: now.toISOString(),
      copy_of: file.workspaceId,
      copied_at: taken_at,
      exporting_since: null,
      last_export: null,
      moving_to: null,
    },
    also: [
      sql`
        INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at, ends_on)
        SELECT ${id}, staff_id, role, ${NOW}, accepted_at, ends_on FROM memberships AS member
        WHERE workspace_id = ${file.workspaceId} AND role = 'owner' AND ${currentMemberSql(now)}`,
    ],
  })
}

async function requireErased(db: Db, id: string): Promise<void> {
  const read = await Promise.all(
    db.places.map((place) =>
      trip(db.at(place), {
        found: sql`SELECT 1 FROM workspaces WHERE id = ${id}`,
        receipts: selectReceipt(id),
      }),
    ),
  )
  const isThere = read.some(({ found }) => found.length > 0)
  const isBeingErased = read.some(({ receipts }) => receipts.some(({ finishedAt }) => finishedAt === null))
  if (isThere || isBeingErased)
    throw new DomainError('already_there', 'The workspace of the file exists, or is still being erased.')
}

type Values = Record<string, string | number | null>

/** The rows that are written last, by table. */
class Kept {
  private readonly rows = new Map<string, Values[]>()

  add(table: string, columns: readonly string[], lines: readonly string[]): void {
    const rows = lines.map((line) => {
      const values: Values[string][] = JSON.parse(line)
      return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
    })
    this.rows.set(table, [...this.rowsOf(table), ...rows])
  }

  rowsOf(table: string): Values[] {
    return this.rows.get(table) ?? []
  }

  rowOf(table: string): Values {
    const [row] = this.rowsOf(table)
    if (!row) throw unreadable()
    return row
  }
}

async function load(
  db: Db,
  file: FileReader,
  { id, leavesOut }: { id: string; leavesOut: readonly string[] },
): Promise<Kept> {
  const kept = new Kept()
  const isTimeUp = () => false
  // What an interrupted attempt has left. No workspace of this id exists.
  await deleteRows(db, id, { tables: file.tables, isTimeUp })
  try {
    for await (const { table, columns, lines } of file.chunks()) {
      if (WRITTEN_LAST.includes(table.name)) kept.add(table.name, columns, lines)
      else if (!leavesOut.includes(table.name)) {
        const own = id === file.workspaceId ? lines : lines.map((line) => movedTo(id, table, columns, line))
        await trip(db, { rows: insertRows(id, { table, columns, lines: own }) })
      }
    }
    return kept
  } catch (error) {
    await deleteRows(db, id, { tables: file.tables, isTimeUp })
    if (isForeignRow(error)) throw unreadable()
    throw error
  }
}

/** A line of another workspace. Numbers that JavaScript cannot hold are in none of its values but as they are written. */
function movedTo(id: string, { tenant }: Table, columns: readonly string[], line: string): string {
  if (tenant === null || columns[0] !== tenant) throw unreadable()
  return line.replace(/^\["[^"]*"/, `[${JSON.stringify(id)}`)
}

/** The statements that bring back the accounts of staff that are gone, and who works for the workspace. */
function accountsOf(kept: Kept): Sql[] {
  const staff = JSON.stringify(kept.rowsOf('staff'))
  const memberships = JSON.stringify(kept.rowsOf('memberships'))
  const columns = sql.raw(listed(STAFF_COLUMNS))
  const values = sql.raw(STAFF_COLUMNS.map((column) => `value ->> '${column}'`).join(', '))
  return [
    sql`
      INSERT INTO staff (${columns}) SELECT ${values} FROM json_each(${staff})
      WHERE value ->> 'id' NOT IN (SELECT id FROM staff) AND value ->> 'email' NOT IN (SELECT email FROM staff)`,
    // An address may have an account of another id by now.
    sql`
      INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at, invited_name, ends_on)
      SELECT value ->> 'workspace_id', staff.id, value ->> 'role', value ->> 'created_at', value ->> 'accepted_at',
        value ->> 'invited_name', value ->> 'ends_on'
      FROM json_each(${memberships}) CROSS JOIN staff
      WHERE staff.id = value ->> 'staff_id' OR staff.email = (
        SELECT account.value ->> 'email' FROM json_each(${staff}) AS account
        WHERE account.value ->> 'id' = json_each.value ->> 'staff_id')
      ON CONFLICT DO NOTHING`,
  ]
}

async function store(
  db: Db,
  { id, row, also }: { id: string; row: Values; also: Sql[] },
): Promise<Workspace> {
  const columns = Object.keys(row)
  const slug = row.portal_slug ?? null
  const values = columns.map((column) =>
    column === 'portal_slug'
      ? sql`iif(${slug} IN (SELECT portal_slug FROM workspaces WHERE portal_slug IS NOT NULL) OR EXISTS (
          SELECT 1 FROM slugs WHERE slug = ${slug} AND named_id <> ${id}), NULL, ${slug})`
      : sql`${row[column] ?? null}`,
  )
  const { stored } = await trip(db, {
    made: sql`INSERT INTO workspaces (${sql.raw(listed(columns))}) SELECT ${sql.join(values)}`,
    also,
    repaired: repairAgain(id),
    stopped: sql`UPDATE mails SET state = 'stopped' WHERE workspace_id = ${id} AND state = 'sending'`,
    stored: sql<WorkspaceRow>`SELECT ${allColumns(workspaces)} FROM workspaces WHERE id = ${id}`,
  })
  const [made] = stored
  if (!made) throw new DomainError('already_there', 'The workspace of the file exists.')
  return toApi(withBooleans(made))
}

// Rows of raw SQL have numbers for booleans.
const withBooleans = (row: WorkspaceRow): WorkspaceRow => ({
  ...row,
  portalEnabled: Boolean(row.portalEnabled),
  passesChargesOn: Boolean(row.passesChargesOn),
  confirmsCertainLines: Boolean(row.confirmsCertainLines),
  isNonprofit: Boolean(row.isNonprofit),
  keepsBook: Boolean(row.keepsBook),
  hidesFirstSteps: Boolean(row.hidesFirstSteps),
  isSandbox: Boolean(row.isSandbox),
})
