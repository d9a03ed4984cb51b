import { Digest } from '../../copy/digest'
import type { End } from '../../copy/format'

/** The tables that no export has, each with the reason. The file of a backup has them. */
export const WITHHELD: Readonly<Record<string, string>> = {
  api_keys: 'Keys of programs. A key is issued anew.',
  email_changes: 'New addresses that wait for a confirmation by a link.',
  email_reversals: 'Links by which an old address takes a change back.',
  join_requests: 'Applications that wait for a confirmation by a link.',
}

/** The columns that are empty in an export, by table, each with the reason. */
export const BLANKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mail_recipients: {
    claim: 'An attempt that sends a mail.',
    unsubscribe_hash: 'The link by which somebody unsubscribes.',
  },
  resignations: { token_hash: 'The link that confirms a resignation.' },
  workspaces: { exporting_since: 'The export itself.' },
}

/**
 * The text of a backup, in pieces of whole lines, without what an export withholds and with the staff of the workspace. Its last
 * line tells of what the export has; `ended` is called with it.
 */
export async function* withoutSecrets(
  pieces: AsyncGenerator<string, End>,
  { staff, ended }: { staff: readonly StaffRow[]; ended: (end: End) => void },
): AsyncGenerator<string> {
  const tables: End['tables'] = {}
  let table: Table | undefined
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return
    if (value.startsWith('[')) {
      if (table) yield table.add(value)
      continue
    }
    if (table) tables[table.name] = table.result()
    const line = JSON.parse(value)
    if (line.end) {
      const accounts = new Table({ table: 'staff', columns: STAFF_COLUMNS })
      yield `${JSON.stringify({ table: 'staff', columns: STAFF_COLUMNS })}\n`
      yield accounts.add(
        staff.map((row) => `${JSON.stringify(STAFF_COLUMNS.map((name) => row[name]))}\n`).join(''),
      )
      const end: End = { ...line, tables: { ...tables, staff: accounts.result() } }
      ended(end)
      yield `${JSON.stringify(end)}\n`
      continue
    }
    table = line.table === undefined || Object.hasOwn(WITHHELD, line.table) ? undefined : new Table(line)
    if (table || line.table === undefined) yield value
  }
}

/** The account of a member of staff, as an export has it. */
export type StaffRow = Record<(typeof STAFF_COLUMNS)[number], string | number | null>

export const STAFF_COLUMNS = ['id', 'email', 'name', 'locale', 'has_shortcuts', 'created_at'] as const

class Table {
  readonly name: string
  private readonly blanked: number[]
  private readonly digest = new Digest()

  constructor({ table, columns }: { table: string; columns: readonly string[] }) {
    this.name = table
    this.blanked = Object.keys(BLANKED[table] ?? {}).map((column) => columns.indexOf(column))
  }

  /** Adds lines of rows, and returns them as the file has them. */
  add(lines: string): string {
    const kept = this.blanked.length === 0 ? lines : this.blank(lines)
    this.digest.add(kept, kept.split('\n').length - 1)
    return kept
  }

  private blank(lines: string): string {
    const rows = lines.trimEnd().split('\n')
    return rows
      .map((line) => {
        const values: unknown[] = JSON.parse(line)
        for (const index of this.blanked) values[index] = null
        return `${JSON.stringify(values)}\n`
      })
      .join('')
  }

  result(): End['tables'][string] {
    return this.digest.result()
  }
}
