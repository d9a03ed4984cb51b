/** The first line of a file. The rest names its tables and columns, so that a file can be read without this code. */
export type Manifest = {
  format: 'membership-backup'
  format_version: 1
  /** Null for the file of what workspaces share: staff and their passkeys. */
  workspace_id: string | null
  /** The last migration of the database, into whose schema the rows can be loaded. */
  migration: string
  version: string | null
  taken_at: string
  last_event: number
}

/** The last line of a file: without it, the file was cut. The hash of a table is of the lines of its rows. */
export type End = {
  end: true
  /** Whether all rows are of one instant. */
  is_consistent: boolean
  tables: Record<string, { rows: number; sha256: string }>
}
