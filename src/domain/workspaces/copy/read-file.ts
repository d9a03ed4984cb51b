import type { Db } from '../../../db/client'
import { DomainError } from '../../shared/errors'
import { Digest } from './digest'
import type { End, Manifest } from './format'
import { type Table, tablesOf } from './tables'

/** Rows of one table of a file. */
export type Chunk = { table: Table; columns: string[]; lines: string[] }

/** How many characters of lines are written at once. */
const CHUNK = 1_000_000

/** Reads the file of a workspace, and checks it against its last line. */
export class FileReader {
  private constructor(
    readonly manifest: Manifest,
    readonly workspaceId: string,
    readonly tables: readonly Table[],
    private readonly lines: AsyncIterator<string>,
  ) {}

  /** Reads the manifest. Throws `invalid` if there is none of a workspace, or the file is of another migration. Two trips at most. */
  static async open(db: Db, lines: AsyncIterable<string>): Promise<FileReader> {
    const iterator = lines[Symbol.asyncIterator]()
    const first = await iterator.next()
    const manifest = parsed(first.done ? '' : first.value) as Manifest
    if (manifest.format !== 'membership-backup' || typeof manifest.workspace_id !== 'string')
      throw unreadable()
    const tables = await tablesOf(db, manifest.migration)
    return new FileReader(manifest, manifest.workspace_id, tables, iterator)
  }

  /** The rows in chunks. Throws `invalid` if the file has no end, or other rows than the end says. */
  async *chunks(): AsyncGenerator<Chunk> {
    const found: Record<string, Counted> = {}
    let counted: Counted | undefined
    for (;;) {
      const { done, value: line } = await this.lines.next()
      if (done) throw unreadable()
      if (line.startsWith('[') && counted) {
        counted.add(line)
        if (counted.length > CHUNK) yield counted.take()
        continue
      }
      if (counted && counted.length > 0) yield counted.take()
      const head = parsed(line)
      if (head.end === true) return requireSame(found, head as unknown as End)
      const name = String(head.table)
      const table = this.tables.find((one) => one.name === name)
      if (!table || !Array.isArray(head.columns)) throw unreadable()
      counted = new Counted(table, head.columns.map(String))
      found[name] = counted
    }
  }
}

class Counted {
  private lines: string[] = []
  private readonly counted = new Digest()
  length = 0

  constructor(
    readonly table: Table,
    readonly columns: string[],
  ) {}

  add(line: string): void {
    this.lines.push(line)
    this.counted.add(`${line}\n`, 1)
    this.length += line.length
  }

  take(): Chunk {
    const { table, columns, lines } = this
    this.lines = []
    this.length = 0
    return { table, columns, lines }
  }

  digest(): string {
    return this.counted.result().sha256
  }
}

function requireSame(found: Record<string, Counted>, { tables }: End): void {
  const names = Object.keys({ ...found, ...tables })
  if (names.some((name) => found[name]?.digest() !== tables[name]?.sha256)) throw unreadable()
}

function parsed(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line))
  } catch {
    throw unreadable()
  }
}

/** The error of a file that is cut, altered, or no file of a workspace. */
export const unreadable = (): DomainError =>
  new DomainError('invalid', 'The body is no whole file of a workspace, as an export or a backup has it.')
