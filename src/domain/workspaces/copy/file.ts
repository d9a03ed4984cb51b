import { type Db, tripOfAnyMigration } from '../../../db/client'
import { streamOf } from '../../shared/stream'
import { Digest } from './digest'
import type { End, Manifest } from './format'
import { pageOf, pagesOf, selectPage } from './read-rows'
import { readState, type State } from './state'
import { copiedTables, readTables, sharedTables, type Table } from './tables'

/** Of which rows a file is, and what its manifest says. */
export type FileOf = {
  workspaceId: string | null
  version: string | null
  now: Date
  state?: State
  /** Up to how many bytes a workspace is read in one trip, which is one transaction. */
  oneTrip?: number
}

const SMALL = 8_000_000
const WHOLE = { bytes: 16_000_000, rows: 1_000_000 }
const PAGE = { bytes: 4_000_000, rows: 20_000 }

/**
 * Writes the file of a workspace, or of what workspaces share (`workspaceId` null), as text in pieces, and returns its last line. A
 * larger one is read page by page, and then once more: if both readings are equal, all rows were so at the instant between them.
 * It needs no row of `workspaces`. Some seven trips, or two for each 4 MB.
 */
export async function* writeFile(
  db: Db,
  { workspaceId, version, now, state, oneTrip = SMALL }: FileOf,
): AsyncGenerator<string, End> {
  const { migration, tables: all } = await readTables(db)
  const tables = workspaceId === null ? sharedTables(all) : copiedTables(all)
  const { bytes, lastEvent } = state ?? (await readState(db, { tables, workspaceId }))
  const manifest: Manifest = {
    format: 'membership-backup',
    format_version: 1,
    workspace_id: workspaceId,
    migration,
    version,
    taken_at: now.toISOString(),
    last_event: lastEvent,
  }
  yield `${JSON.stringify(manifest)}\n`
  const whole = bytes <= oneTrip ? await readWhole(db, { tables, workspaceId }) : undefined
  const end: End = { end: true, is_consistent: whole !== undefined, tables: {} }
  for (const table of tables) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    const digest = new Digest()
    const found = whole?.[table.name]
    const pages = found ? [found] : pagesOf(db, { table, workspaceId, ...PAGE })
    for await (const rows of pages) {
      if (rows.length === 0) continue
      const lines = linesOf(rows)
      digest.add(lines, rows.length)
      yield lines
    }
    end.tables[table.name] = digest.result()
    if (found) found.length = 0
  }
  if (!whole) end.is_consistent = await isUnchanged(db, { tables, workspaceId, end })
  yield `${JSON.stringify(end)}\n`
  return end
}

type Reading = { tables: readonly Table[]; workspaceId: string | null }

/** All rows by table, in one trip; undefined if there are more than one trip should read. */
async function readWhole(
  db: Db,
  { tables, workspaceId }: Reading,
): Promise<Record<string, string[]> | undefined> {
  const found = await tripOfAnyMigration(
    db,
    Object.fromEntries(tables.map((table) => [table.name, selectPage({ table, workspaceId, ...WHOLE })])),
  )
  const pages = Object.entries(found).map(([name, rows]) => [name, pageOf(rows)] as const)
  if (pages.some(([, { next }]) => next !== null)) return undefined
  return Object.fromEntries(pages.map(([name, { rows }]) => [name, rows]))
}

/** Whether the rows are as they were when the file was written. */
async function isUnchanged(db: Db, { tables, workspaceId, end }: Reading & { end: End }): Promise<boolean> {
  for (const table of tables) {
    const digest = new Digest()
    for await (const rows of pagesOf(db, { table, workspaceId, ...PAGE }))
      if (rows.length > 0) digest.add(linesOf(rows), rows.length)
    if (digest.result().sha256 !== end.tables[table.name]?.sha256) return false
  }
  return true
}

const linesOf = (rows: readonly string[]): string => `${rows.join('\n')}\n`

/** The gzipped bytes of {@link writeFile}; `ended` is called with the last line. */
export function gzippedFile(
  db: Db,
  file: FileOf,
  ended: (end: End) => void = () => {},
): ReadableStream<Uint8Array> {
  async function* pieces() {
    ended(yield* writeFile(db, file))
  }
  return streamOf(pieces()).pipeThrough(new TextEncoderStream()).pipeThrough(new CompressionStream('gzip'))
}
