import { type SQL, sql } from 'drizzle-orm'
import { type Statement, WriteConflict } from '../../db/client'
import { admitToList, ask, BY_ID, type Caller, type Credential, type Tenant } from '../access/admission'
import type { ListId } from '../access/lists'
import { VALID_KEY } from '../access/tokens'
import {
  type ColumnRow,
  type CustomColumn,
  columnFromRow,
  columnsOf,
  numberOfColumns,
} from '../custom-columns/column'
import { todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { type ListContext, listContext } from './store/json'

/**
 * Runs statements that only read a list in one trip together with the look-up of the key and of the columns, unless this
 * isolate knows them all, and gives what rendering needs beside their rows. Refuses as `admitToList`, after they ran.
 */
export async function askOfList<S extends Record<string, Statement | readonly Statement[]>>(
  caller: Caller,
  listId: string,
  action: 'read' | 'write',
  statements: (reader: Tenant) => S,
) {
  const memory = recall(caller.tokenHash, listId)
  const known = memory?.columns ?? []
  // Which workspace a key opens never changes; that it still does, the look-up of the key in the same trip tells.
  const reader = memory ? behind(BY_ID, caller, { workspace: memory.credential.workspace.id }) : caller
  const { credential, rows } = await ask(
    reader,
    { columns: columnsOf(reader, listId, known.length), ...statements(reader) },
    (of) => admitToList(of, listId, action),
  )
  const read = (rows.columns as ColumnRow[]).map(columnFromRow)
  const columns = read.length > 0 ? read : known
  remember(caller.tokenHash, credential, listId, columns)
  return { credential, rendering: renderingFor(caller, credential, listId as ListId, columns), rows }
}

/**
 * Writes to a list on what this isolate remembers of the key and the list: one trip. The caller that `act` gets finds
 * nothing once any of it has changed (a key's workspace and permissions never do). Where that, or anything else, keeps the act from succeeding, what stands is read
 * `anew`: nobody is refused by memory.
 */
export async function asRemembered<T>(
  caller: Caller,
  listId: string,
  act: (caller: Caller, rendering: ListContext) => Promise<T>,
  anew: () => Promise<T>,
): Promise<T> {
  const { credential, columns } = recall(caller.tokenHash, listId) ?? {}
  if (caller.once || !credential || !columns) return anew()
  const { timezone, subscriptionVariant } = credential.workspace
  try {
    admitToList(credential, listId, 'write')
    const facts = { timezone, subscriptionVariant, list: listId, columns: columns.length }
    return await act(behind(AS_REMEMBERED, caller, facts), renderingFor(caller, credential, listId, columns))
  } catch (fault) {
    if (fault instanceof WriteConflict || fault instanceof DomainError) return anew()
    throw fault
  }
}

/** What rendering needs, as far as this isolate remembers it: an assumption, for what a trip is to confirm. */
export function renderingRemembered(caller: Caller, listId: string): ListContext | undefined {
  const { credential, columns } = recall(caller.tokenHash, listId) ?? {}
  return credential && columns && renderingFor(caller, credential, listId as ListId, columns)
}

/** What rendering the persons of a list needs, as whoever was admitted sees them now. */
export const renderingFor = (
  { now }: Pick<Tenant, 'now'>,
  { workspace }: Pick<Credential, 'workspace'>,
  list: ListId,
  columns: CustomColumn[],
): ListContext => listContext(list, columns, todayIn(workspace.timezone, now))

const AS_REMEMBERED = sql`(
  SELECT w.id FROM api_keys JOIN workspaces AS w ON w.id = workspace_id
  WHERE ${VALID_KEY} AND w.timezone = ${sql.placeholder('timezone')}
    AND w.subscription_variant = ${sql.placeholder('subscriptionVariant')}
    AND ${sql.placeholder('columns')} = ${numberOfColumns(sql`w.id`)})`

const behind = (wall: SQL, caller: Caller, values: Record<string, unknown>): Caller => ({
  ...caller,
  workspace: wall,
  values: { ...caller.values, ...values },
})

const MOST_REMEMBERED = 1000

/** How many characters the names and allowed values of all remembered columns have together. */
const MOST_COLUMN_CHARACTERS = 1_000_000

/** What this isolate has read of the keys that it met last, by their hashes, and of the lists, by workspace and list. */
const credentials = new Map<string, Credential>()
const columnsByList = new Map<string, CustomColumn[]>()

function recall(tokenHash: string, listId: string) {
  const credential = credentials.get(tokenHash)
  return credential && { credential, columns: columnsByList.get(placeOf(credential, listId)) }
}

function remember(tokenHash: string, credential: Credential, listId: string, columns: CustomColumn[]): void {
  credentials.delete(tokenHash)
  credentials.set(tokenHash, credential)
  const [oldestKey] = credentials.keys()
  if (oldestKey !== undefined && credentials.size > MOST_REMEMBERED) credentials.delete(oldestKey)
  const place = placeOf(credential, listId)
  const replaced = columnsByList.get(place)
  if (replaced !== columns) columnCharacters += sizeOf(columns) - sizeOf(replaced)
  columnsByList.delete(place)
  columnsByList.set(place, columns)
  for (const [oldest, dropped] of columnsByList) {
    if (columnCharacters <= MOST_COLUMN_CHARACTERS && columnsByList.size <= MOST_REMEMBERED) break
    columnsByList.delete(oldest)
    columnCharacters -= sizeOf(dropped)
  }
}

let columnCharacters = 0

const sizeOf = (columns: CustomColumn[] = []): number =>
  columns
    .flatMap(({ name, allowed_values }) => [name, ...(allowed_values ?? [])])
    .reduce((sum, text) => sum + text.length, 0)

const placeOf = ({ workspace }: Credential, listId: string): string => `${workspace.id} ${listId}`
