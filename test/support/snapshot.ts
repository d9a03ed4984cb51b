import { mintToken } from '../../src/domain/access/tokens'
import { sha256 } from '../../src/domain/shared/hash'
import { insertOf, storedTables, writeRows } from './storage'
import { type Workspace, workspaceOf } from './workspace'

/** The rows of a whole database, which can be written again. */
export type Snapshot = {
  /**
   * Writes the rows again, into empty tables. What the rows name stays, but for the id and the key of the workspace: what an
   * isolate keeps of them must not be found. Returns what was known of the workspace, with the id and the key of the copy.
   */
  copy<Known extends { club: Workspace }>(known: Known): Promise<Known>
}

/** Reads a database that has one workspace. */
export async function snapshot(club: Workspace): Promise<Snapshot> {
  const tables = await storedTables()
  return {
    async copy(known) {
      const [id, key] = [`wsp_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`, mintToken('a')]
      const pairs = [
        [club.id, id],
        [sha256(club.key), sha256(key)],
      ] as const
      const renamed = (value: unknown) =>
        typeof value === 'string'
          ? pairs.reduce((text, [from, to]) => text.replaceAll(from, to), value)
          : Array.isArray(value)
            ? new Uint8Array(value)
            : value
      const copied = (row: object) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, renamed(value)]))
      const statements = tables.flatMap(({ name, rows }) => rows.map((row) => insertOf(name, copied(row))))
      await writeRows(statements)
      return { ...known, club: workspaceOf(id, key) }
    },
  }
}
