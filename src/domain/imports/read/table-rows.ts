/** A row by its number in the file, from 1. It may have fewer cells than the table has headers: the others are empty. */
export type TableRow = { row: number; cells: string[] }

/** The rows of a table, each held as JSON: ten thousand arrays of cells exceed the memory of a Worker. */
export class TableRows implements Iterable<TableRow> {
  private constructor(private readonly texts: string[]) {}

  static of(rows: Iterable<TableRow>): TableRows {
    const all = new TableRows([])
    for (const row of rows) all.push(row)
    return all
  }

  get length(): number {
    return this.texts.length
  }

  push(row: TableRow): void {
    this.texts.push(toJson(row))
  }

  at(index: number): TableRow | undefined {
    const text = this.texts.at(index)
    return text === undefined ? undefined : fromJson(text)
  }

  set(index: number, row: TableRow): void {
    this.texts[index] = toJson(row)
  }

  /** The first rows, or those from an index on; a negative one counts from the end. */
  slice(from: number, to?: number): TableRows {
    return new TableRows(this.texts.slice(from, to))
  }

  filter(isWanted: (row: TableRow) => boolean): TableRows {
    return new TableRows(this.texts.filter((text) => isWanted(fromJson(text))))
  }

  *[Symbol.iterator](): Iterator<TableRow> {
    for (const text of this.texts) yield fromJson(text)
  }

  /** The rows as lines of JSON, for {@link TableRows.ofLines}. */
  get lines(): string[] {
    return this.texts.map((text) => `${text}\n`)
  }

  static ofLines(lines: Buffer): TableRows {
    const texts: string[] = []
    for (let from = 0, to = 0; from < lines.length; from = to + 1) {
      to = lines.indexOf('\n', from)
      texts.push(lines.toString('utf8', from, to))
    }
    return new TableRows(texts)
  }
}

type Pair = [row: number, cells: string[]]

const toJson = ({ row, cells }: TableRow): string => JSON.stringify([row, cells] satisfies Pair)

function fromJson(text: string): TableRow {
  const [row, cells]: Pair = JSON.parse(text)
  return { row, cells }
}
