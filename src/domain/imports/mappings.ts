import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { sha256 } from '../shared/hash'
import { isKnownHeader } from './headers'
import type { ImportOptions } from './planned'
import { looksLikeValue } from './read/header'
import { IGNORE, type Target } from './targets'

/**
 * How the columns of a file were mapped: all of them by their number, for a file with the same headers, and for other files by
 * header. Of headers, only those are kept that are no data of persons: see {@link toRemember}.
 */
type RememberedColumns = { columns: Record<number, Target>; mapping: Record<string, Target> }

/** A mapping as it is stored, as JSON of {@link RememberedColumns} and the options. */
export type Remembered = { headersHash: string; settings: string }

/** For how many days a mapping that is not used is kept: some files come once a year. */
const REMEMBERED_DAYS = 730

/** By what a file with the same headers is known again. */
export const headersHash = (headers: string[]): string => sha256(JSON.stringify(headers))

/** Selects how the columns of files of a list were mapped, the last one last. The list may be a query. */
export const selectRemembered = (workspace: Sql, list: Sql): Sql<Remembered> => sql<Remembered>`
  SELECT headers_hash AS headersHash, settings FROM import_mappings
  WHERE workspace_id = ${workspace} AND list_id = ${list} ORDER BY used_at`

/**
 * What is kept of a mapping. In a file without headers the first row is a person, so that a header is kept only if its column
 * became something, and if programs write it or it stands beside such a one and none of the headers looks like a value.
 */
export function toRemember(headers: string[], targets: Record<number, Target>): RememberedColumns {
  const areHeaders = headers.some(isKnownHeader) && !headers.some(looksLikeValue)
  const isKept = (header: string, target: Target) =>
    target !== IGNORE && !looksLikeValue(header) && (areHeaders || isKnownHeader(header))
  return {
    columns: targets,
    mapping: Object.fromEntries(
      headers.flatMap((header, column) => {
        const target = targets[column]
        return target !== undefined && isKept(header, target) ? [[header, target]] : []
      }),
    ),
  }
}

/** How columns with some headers were mapped before, the last time first, and the options if a file had all of them. */
export function recall(headers: string[], remembered: Remembered[]): Recalled {
  const hash = headersHash(headers)
  const all = remembered.map(({ settings }): RememberedColumns & { options: ImportOptions } =>
    JSON.parse(settings),
  )
  const same = all[remembered.findIndex((one) => one.headersHash === hash)]
  const byHeader = Object.entries(same?.columns ?? {}).map(([column, target]) => [
    headers[Number(column)],
    target,
  ])
  return {
    targets: Object.assign({}, ...all.map(({ mapping }) => mapping), Object.fromEntries(byHeader)),
    options: same?.options,
  }
}

/** `options` is undefined unless a file with the same headers was imported before. */
type Recalled = { targets: Record<string, Target>; options: ImportOptions | undefined }

/** How many mappings are deleted at once. */
const AT_ONCE = 100

/** Deletes mappings that no file has used for two years. */
export const sweepMappings = (now: Date): Sql => sql`
  DELETE FROM import_mappings WHERE (workspace_id, list_id, headers_hash) IN (
    SELECT workspace_id, list_id, headers_hash FROM import_mappings INDEXED BY import_mappings_by_use
    WHERE used_at <= ${daysFrom(now, -REMEMBERED_DAYS).toISOString()}
    ORDER BY used_at LIMIT ${AT_ONCE})`
