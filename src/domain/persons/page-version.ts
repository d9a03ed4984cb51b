import { type Sql, sql } from '../../db/sql'
import type { ListContext } from '../custom-columns/query-list'
import { sha256 } from '../shared/hash'
import { lastDeletedAt, lastUpdatedAt } from './store/timestamps'

/** The instants of the last change to an area of a list and of the last deletion from the list; null if there was none. */
export type ListState = { changed: string | null; deleted: string | null }

/**
 * The version of a page: pages with the same version are equal. It consists of the state of the persons, the version
 * of the custom columns, the day, which can change a status, and {@link requestHash}:
 * `changed|deleted|columns|day|hash`. It needs no memory: an isolate that has just started answers 304 in one trip.
 */
export function pageVersion(state: ListState, { columnsVersion, today }: ListContext, hash: string): string {
  return [state.changed ?? '', state.deleted ?? '', columnsVersion.version, today, hash].join('|')
}

/** A short hash of what identifies a request for a page: its principal, the form of the answer, the list and the query. */
export const requestHash = (...parts: string[]): string => sha256(parts.join(' ')).slice(0, 16)

/** The state of a list and the version of its columns, as a page version has them. */
export type SeenState = ListState & { columns: number }

/** The first of these versions that has a hash: the one of an earlier answer to the same request. */
export const versionWithHash = (versions: string[], hash: string): string | undefined =>
  versions.find((version) => VERSION.exec(version)?.[1] === hash)

// Allows one notation of the number: the comparison in SQL would accept others, that of `haveSameState` would not.
const VERSION = /^[^|]*\|[^|]*\|[1-9]\d{0,14}\|[^|]*\|([^|]*)$/

/** Parses the state of the list from a page version. */
export function seenState(version: string): SeenState {
  const [changed, deleted, columns] = version.split('|')
  return { changed: changed || null, deleted: deleted || null, columns: Number(columns) }
}

/** Whether two versions of a page have the same state of the list and its columns. */
export const haveSameState = (one: string, other: string): boolean => stateParts(one) === stateParts(other)

const stateParts = (version: string): string => version.split('|').slice(0, 3).join('|')

/** The state of an area of a list: at most three rows read. */
export const selectListState = (workspace: Sql, listId: string, area: string): Sql<ListState> =>
  sql<ListState>`
    SELECT ${changedAt(workspace, listId, area)} AS changed, ${lastDeletedAt(workspace, listId)} AS deleted`

/** The condition that the state of a list is still the one in a page version. */
export const asSeenSql = (workspace: Sql, listId: string, area: string, seen: SeenState): Sql => sql`(
  ${changedAt(workspace, listId, area)} IS ${seen.changed} AND ${lastDeletedAt(workspace, listId)} IS ${seen.deleted}
  AND (SELECT columns_version FROM workspaces WHERE id = ${workspace}) = ${seen.columns})`

// A confirmed applicant moves from the applications to the regular area, so the page of applications depends on both.
function changedAt(workspace: Sql, listId: string, area: string): Sql {
  const regular = lastUpdatedAt(workspace, listId, 'regular')
  if (area === 'regular') return regular
  const applications = lastUpdatedAt(workspace, listId, 'applications')
  return sql`nullif(max(coalesce(${applications}, ''), coalesce(${regular}, '')), '')`
}
