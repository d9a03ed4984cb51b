import { type Sql, sql } from './sql'

const CHUNK_BYTES = 1_500_000

/** How many values one call serializes: a call for each value takes longer. */
const AT_ONCE = 100

/**
 * Collects values into JSON arrays for `json_each(?)`, each array well under the 2 MB that D1 takes in one value: one
 * statement per array, none for no values. A single value must be smaller than a chunk.
 */
export class JsonArrays {
  private readonly closed: string[] = []
  private items: string[] = []
  private room = CHUNK_BYTES
  length = 0

  constructor(private readonly toJson: (values: readonly unknown[]) => string = JSON.stringify) {}

  add(value: unknown): void {
    this.addAll([value])
  }

  /** Adds values in their order, in as many parts as fit into the chunks. */
  addAll(values: readonly unknown[]): void {
    const json = this.toJson(values)
    const bytes = byteLength(json)
    if (bytes > CHUNK_BYTES && values.length > 1) {
      const middle = values.length >> 1
      this.addAll(values.slice(0, middle))
      this.addAll(values.slice(middle))
      return
    }
    if (bytes > this.room) this.close()
    this.items.push(json.slice(1, -1))
    this.room -= bytes
    this.length += values.length
  }

  get texts(): string[] {
    this.close()
    return this.closed
  }

  private close(): void {
    if (this.items.length === 0) return
    // Joined with its brackets: V8 holds a text that is concatenated twice once it is sent, in pieces and as a whole.
    this.items[0] = `[${this.items[0]}`
    this.items.push(`${this.items.pop()}]`)
    this.closed.push(this.items.join())
    this.items = []
    this.room = CHUNK_BYTES
  }
}

/**
 * JSON with escapes for what Latin-1 lacks, as a dash: V8 takes two bytes for each character of a text that has one. SQLite keeps
 * the escapes in a part that is taken out as JSON.
 */
export function jsonInLatin1(value: unknown): string {
  const json = JSON.stringify(value)
  const escaped = json.replace(
    /[^\0-\xff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // What was replaced has two bytes still.
  return escaped === json ? json : Buffer.from(escaped, 'latin1').toString('latin1')
}

/** Packs values into {@link JsonArrays}. */
export function jsonArrays(values: Iterable<unknown>): string[] {
  const arrays = new JsonArrays()
  const all = [...values]
  for (let from = 0; from < all.length; from += AT_ONCE) arrays.addAll(all.slice(from, from + AT_ONCE))
  return arrays.texts
}

type Value = string | number | null | undefined

/**
 * How the columns of rows are sent with {@link jsonArrays}. A column in which all rows have the same is bound once;
 * `cellsOf` gives the others of a row, which are its elements from `offset` on. `values` are the columns as SQL, in
 * the order of `keys`.
 */
export function columnsOf<Key extends string>(
  keys: readonly Key[],
  rows: readonly Readonly<Partial<Record<Key, Value>>>[],
  offset = 0,
) {
  const [first] = rows
  const own = keys.filter((key) => rows.some((row) => row[key] !== first?.[key]))
  const values = {} as Record<Key, Sql>
  for (const key of keys) {
    const index = own.indexOf(key)
    values[key] = index < 0 ? sql`${first?.[key] ?? null}` : sql.raw(`value ->> ${offset + index}`)
  }
  return { values, cellsOf: (row: (typeof rows)[number]) => own.map((key) => row[key]) }
}

/**
 * The elements of a JSON array, as `key` and `value`. From `json_each` itself, SQLite writes the text of an element
 * again for each mention of `value`; the limit makes it write each text once. The query around needs a join or a
 * condition, such as `WHERE TRUE`: without one, SQLite merges the subquery into it.
 */
export const elementsOf = (array: string): Sql => sql`(SELECT key, value FROM json_each(${array}) LIMIT -1)`

/** The rows of a query, each as the JSON of an object with these of its columns. */
export const rowsAsJson = (columns: readonly string[], rows: Sql): Sql<{ json: string }> => sql<{
  json: string
}>`
  SELECT json_object(${sql.raw(columns.map((column) => `'${column}', ${column}`).join(', '))}) AS json FROM (${rows})`

/** A row as the JSON array of its values, for {@link unpack}. */
export type Packed = { packed: string }

/** The rows of a query, packed: D1 takes half as long for a row of one value. Columns hold no JSON but as text. */
export const pack = <Row>(
  columns: readonly (keyof Row & string)[],
  rows: Sql<Row>,
): Sql<Packed> => sql<Packed>`
  SELECT json_array(${sql.raw(columns.join(', '))}) AS packed FROM (${rows})`

/** The rows that {@link pack} packed. */
export const unpack = <Row>(columns: readonly (keyof Row & string)[], rows: Packed[]): Row[] =>
  valuesOf(rows).map((values) => rowOf<Row>(columns, values))

/** The values of packed rows. */
export const valuesOf = (rows: Packed[]): unknown[][] =>
  JSON.parse(`[${rows.map(({ packed }) => packed).join()}]`)

/** A row of its values, which are those from `offset` on. */
export function rowOf<Row>(columns: readonly (keyof Row & string)[], values: unknown[], offset = 0): Row {
  const row: Partial<Row> = {}
  columns.forEach((column, place) => {
    row[column] = values[place + offset] as Row[keyof Row & string]
  })
  return row as Row
}

/** As {@link unpack}, but takes the rows out of their array meanwhile, so that thousands are not there twice. */
export function* takeUnpacked<Row>(columns: readonly (keyof Row & string)[], rows: Packed[]): Generator<Row> {
  rows.reverse()
  while (rows.length > 0) yield* unpack<Row>(columns, rows.splice(-AT_ONCE).reverse())
}

/** The UTF-8 length of a text, in bytes. */
export const byteLength = (text: string): number => Buffer.byteLength(text)
