import { byteLength } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { listed } from './page'
import { ADDED_BY_TRIGGERS, type Table } from './tables'

/** Rows of one table, each as the JSON array of its values in the order of `columns`. */
export type Rows = { table: Table; columns: readonly string[]; lines: readonly string[] }

/** D1 takes 2 MB in one value, and a JSON text is longer than what it says. */
const CHUNK_BYTES = 1_000_000
const LONG_TEXT = 3_000

/**
 * The statements that load rows of a workspace, or of a table that workspaces share (`workspaceId` null). They run in one trip,
 * and leave rows that are there already as they are. Throws if a row is not of the workspace or of the columns: that makes no
 * statement. Values go as parameters, so a row may have as many bytes as D1 stores.
 */
export function insertRows(workspaceId: string | null, { table, columns, lines }: Rows): Sql[] {
  requireKnown(table, columns)
  if (lines.length === 0) return []
  const added = ADDED_BY_TRIGGERS[table.name]
  const tenant = columns.indexOf(table.tenant ?? '')
  const statements = chunksOf(lines).map((chunk) => insert(chunk, { table, columns, tenant, workspaceId }))
  if (!added || workspaceId === null) return statements
  return [...statements, ...moveIn(table, added, workspaceId)]
}

function requireKnown({ name, columns, tenant }: Table, given: readonly string[]): void {
  const unknown = given.filter((column) => !columns.includes(column))
  if (unknown.length > 0) throw new UnknownColumns(`${name} has no column ${unknown.join(', ')}.`)
  if (tenant && !given.includes(tenant)) throw new UnknownColumns(`The rows of ${name} lack ${tenant}.`)
}

/** Rows are of other columns than the table of the database. */
export class UnknownColumns extends Error {
  override readonly name = 'UnknownColumns'
}

/** Whether a statement of {@link insertRows} failed for a row that is no JSON, or of another workspace. */
export const isForeignRow = (error: unknown): boolean =>
  error instanceof Error && /other workspace|malformed JSON/.test(error.message)

/** Rows that go with one statement: as one JSON text, or one long row whose long texts are parameters of their own. */
type Chunk = { json: string; long: Map<number, string> }

function chunksOf(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = []
  let rows: string[] = []
  let bytes = 0
  const close = () => {
    if (rows.length > 0) chunks.push({ json: `[${rows.join()}]`, long: new Map() })
    rows = []
    bytes = 0
  }
  for (const line of lines) {
    const size = byteLength(line)
    if (bytes + size > CHUNK_BYTES) close()
    if (size > CHUNK_BYTES) chunks.push(longRow(line))
    else {
      rows.push(line)
      bytes += size + 1
    }
  }
  close()
  return chunks
}

function longRow(line: string): Chunk {
  const long = new Map<number, string>()
  const values = JSON.parse(line, exactNumber) as unknown[]
  const short = values.map((value, index) => {
    if (typeof value !== 'string' || value.length <= LONG_TEXT) return value
    long.set(index, value)
    return null
  })
  return { json: `[${JSON.stringify(short)}]`, long }
}

/** Keeps a number beyond 2^53 as it is written. */
function exactNumber(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !source) return value
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)
}

type Into = {
  table: Table
  columns: readonly string[]
  /** The index of the column with the id of the workspace. */
  tenant: number
  workspaceId: string | null
}

function insert({ json, long }: Chunk, { table, columns, tenant, workspaceId }: Into): Sql {
  const valueAt = (index: number): Sql => {
    if (index === tenant) return tenantOf(table, workspaceId)
    const text = long.get(index)
    return text === undefined ? sql.raw(`value ->> ${index}`) : sql`${text}`
  }
  const key = [...(table.tenant ? [table.tenant] : []), ...table.key]
  // A row of another workspace makes the statement fail, since its name of a table is NULL.
  const thereSql = sql.join(
    key.map((column) => {
      const index = columns.indexOf(column)
      return sql`"${sql.raw(column)}" = ${index === tenant ? sql`${workspaceId}` : sql.raw(`value ->> ${index}`)}`
    }),
    ' AND ',
  )
  const ownSql = tenant < 0 ? sql`TRUE` : sql`value ->> ${sql.raw(String(tenant))} = ${workspaceId}`
  return sql`
    INSERT INTO ${sql.raw(`"${table.name}"`)} (${sql.raw(listed(columns))})
    SELECT ${sql.join(columns.map((_, index) => valueAt(index)))}
    FROM (SELECT key, value FROM json_each(${json}) LIMIT -1)
    WHERE iif(${ownSql}, TRUE, json_extract('{}', 'other workspace'))
      AND NOT EXISTS (SELECT 1 FROM ${sql.raw(`"${table.name}"`)} WHERE ${thereSql})`
}

// Rows that have triggers are inserted as those of other workspaces, each of its own, where a trigger finds nothing to refuse or
// to change.
const tenantOf = ({ name }: Table, workspaceId: string | null): Sql =>
  ADDED_BY_TRIGGERS[name] ? sql`${workspaceId} || ' ' || key` : sql`${workspaceId}`

/** Gives inserted rows to their workspace, which runs no trigger, and deletes what triggers added. */
function moveIn(table: Table, added: readonly string[], workspaceId: string): Sql[] {
  const waitingSql = sql`workspace_id > ${`${workspaceId} `} AND workspace_id < ${`${workspaceId}!`}`
  return [
    sql`UPDATE ${sql.raw(`"${table.name}"`)} SET workspace_id = ${workspaceId} WHERE ${waitingSql}`,
    ...added.map((name) => sql`DELETE FROM ${sql.raw(`"${name}"`)} WHERE ${waitingSql}`),
  ]
}
