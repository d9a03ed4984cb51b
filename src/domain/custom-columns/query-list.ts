import { LRUCache } from 'lru-cache'
import { type Answers, type Statements, trip, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { type ListAction, requireList } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Permission } from '../access/permissions'
import { type ColumnsVersion, type Credential, inList, type Principal } from '../access/principal'
import { query } from '../access/query'
import { earliestDate, todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { type ColumnRow, type CustomColumn, columnsFromRows } from './column'

/** The context to validate and render the persons of a list. */
export type ListContext = ListColumns & {
  /** The date (YYYY-MM-DD) in the time zone of the workspace. */
  today: string
}

/** The custom columns of a list in their order, and the version of this state. */
export type ListColumns = { list: ListId; columns: CustomColumn[]; columnsVersion: ColumnsVersion }

/**
 * Runs statements on a list in one trip together with the lookup of the credential, and of the columns unless this isolate
 * has cached their current version. Throws what `requireList` throws.
 */
export async function queryList<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  listId: string,
  action: ListAction,
  statements: S,
): Promise<{ credential: C; context: ListContext; rows: Answers<S> }> {
  const cached = cachedColumns(principal, listId)
  const { credential, rows } = await query(
    principal,
    { columns: selectColumns(principal.workspace(), listId, cached?.columnsVersion), ...statements },
    (credential) => requireList(credential, listId, action),
  )
  const { columns, ...answers } = rows
  const current = currentColumns(credential, listId as ListId, cached, columns as ColumnRow[])
  const context = { ...current, today: todayOf(principal, credential) }
  return { credential, context, rows: answers as unknown as Answers<S> }
}

/** The context of a list whose columns were read in full, for a request that learns its list from what it reads. */
export const contextFrom = (
  principal: Principal,
  credential: Credential,
  list: ListId,
  rows: ColumnRow[],
): ListContext => ({
  list,
  columns: columnsFromRows(list, rows),
  columnsVersion: versionOf(credential),
  today: todayOf(principal, credential),
})

/**
 * What a write is validated against, and the function that runs its statements. Before the time zone of the workspace is
 * read, `today` is the earliest date on earth: what is refused for it is validated again by the date in the workspace.
 */
export type ListWriter = {
  columns: ListContext
  write<S extends Statements>(statements: S): Promise<{ context: ListContext; rows: Answers<S> }>
}

/**
 * Runs an act that writes to a list. Tries the cached columns first, for a write in one trip whose tenant filter
 * ({@link writableList}) matches nothing unless they are current. If that fails, with `readFirst`, and for an idempotent
 * request, first reads the columns and `lookups` in a trip of its own, and passes the result to the act as `snapshot`.
 * Its verbs loop on conflicts themselves, without `act`: what they do first depends on the attempt.
 */
export async function writeToList<S extends Statements, T>(
  principal: Principal,
  listId: string,
  { lookups, readFirst }: { lookups: () => S; readFirst: boolean },
  act: (
    writer: ListWriter,
    snapshot?: { credential: Credential; context: ListContext; rows: Answers<S> },
  ) => Promise<T>,
): Promise<T> {
  const columns = cachedColumns(principal, listId)
  if (columns && !readFirst && !principal.idempotent)
    try {
      return await act({
        columns: { ...columns, today: earliestDate(principal.now) },
        write: writerOf(principal, columns),
      })
    } catch (error) {
      // The cached columns that the input was validated against may be stale.
      const mayBeStale = error instanceof DomainError && error.reason === 'invalid'
      if (!(error instanceof WriteConflict || mayBeStale)) throw error
    }
  const { credential, context, rows } = await queryList(principal, listId, 'write', lookups())
  const write: ListWriter['write'] = async (statements) => ({
    context,
    rows: await trip(principal.db, statements),
  })
  return act({ columns: context, write }, { credential, context, rows })
}

/** Runs statements in one trip with the lookup of the credential. Throws `WriteConflict` unless the columns are current. */
const writerOf =
  (principal: Principal, columns: ListColumns): ListWriter['write'] =>
  async (statements) => {
    const { credential, rows } = await query(principal, statements, (credential) =>
      requireList(credential, columns.list, 'write'),
    )
    if (!isVersion(columns.columnsVersion, versionOf(credential))) throw new WriteConflict()
    return { context: { ...columns, today: todayOf(principal, credential) }, rows }
  }

/**
 * The tenant filter of a write to a list: NULL unless the principal may write to it, or has another `permission` that is
 * enough, and its columns are current.
 */
export const writableList = (
  principal: Principal,
  { list, columnsVersion }: ListColumns,
  permission: Permission = `${list}:write`,
): Sql => principal.writableWorkspace({ permission, columns: columnsVersion })

/**
 * The statement that makes every cached copy of the columns stale. It follows the change of a column in its batch, and like
 * that takes effect only where the columns are as they were read.
 */
export const incrementVersion = (principal: Principal, columns: ListColumns): Sql =>
  sql`UPDATE workspaces SET columns_version = columns_version + 1 WHERE id = ${writableList(principal, columns)}`

/** Selects the columns of a list in the order of creation; no rows if they have the `cached` version. */
export function selectColumns(workspace: Sql, listId: string, cached?: ColumnsVersion): Sql<ColumnRow> {
  const select = sql`SELECT custom_columns.id, type, custom_columns.name, allowed_values, external_id, position`
  if (!cached)
    return sql<ColumnRow>`${select} FROM custom_columns WHERE ${inList(workspace, listId)} ORDER BY id`
  // The cross join makes SQLite look at the workspace first.
  return sql<ColumnRow>`
    ${select} FROM workspaces CROSS JOIN custom_columns
    WHERE workspaces.id = ${workspace}
      AND (workspaces.id <> ${cached.workspaceId} OR columns_version <> ${cached.version})
      AND workspace_id = workspaces.id AND list_id = ${listId}
    ORDER BY custom_columns.id`
}

/** Drops the cached columns of a list that a write has changed. */
export const dropCachedColumns = ({ columnsVersion, list }: ListColumns): boolean =>
  columnsCache.delete(`${columnsVersion.workspaceId} ${list}`)

const MAX_LISTS = 1000

/** The maximum number of characters in the cached columns of all lists, as JSON. */
const MAX_CHARACTERS = 1_000_000

// By workspace and list.
const columnsCache = new LRUCache<string, ListColumns>({
  max: MAX_LISTS,
  maxSize: MAX_CHARACTERS,
  sizeCalculation: ({ columns }) => 1 + JSON.stringify(columns).length,
})

const cachedColumns = ({ hintedWorkspace }: Principal, listId: string): ListColumns | undefined =>
  hintedWorkspace === undefined ? undefined : columnsCache.get(`${hintedWorkspace} ${listId}`)

function currentColumns(
  credential: Credential,
  list: ListId,
  cached: ListColumns | undefined,
  rows: ColumnRow[],
): ListColumns {
  const columnsVersion = versionOf(credential)
  if (cached && isVersion(cached.columnsVersion, columnsVersion)) return cached
  const current = { list, columns: columnsFromRows(list, rows), columnsVersion }
  columnsCache.set(`${columnsVersion.workspaceId} ${list}`, current)
  return current
}

const versionOf = ({ workspace }: Credential): ColumnsVersion => ({
  workspaceId: workspace.id,
  version: workspace.columnsVersion,
})

const todayOf = ({ now }: Principal, { workspace }: Credential): string => todayIn(workspace.timezone, now)

const isVersion = (one: ColumnsVersion, other: ColumnsVersion): boolean =>
  one.workspaceId === other.workspaceId && one.version === other.version
