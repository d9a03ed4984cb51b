import { databaseOf } from './database.ts'

/** The rows of each table, each as JSON. */
export type Rows = Map<string, Set<string>>

/** The tables of which a restore brings no rows: sessions, counts of an hour, and what wrangler writes. */
export const LEFT_OUT =
  /^(d1_|_cf_|sqlite_)|^(dead_messages|idempotent_requests|known_browsers|link_requests|portal_sessions|repairs|restores|sandbox_mails|sent_days|sent_messages|sign_in_requests|staff_sessions|watches)$/

/** All rows that a restore brings back, of the database in a state folder. */
export function rowsOf(folder: string): Rows {
  const database = databaseOf(folder)
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const rows: Rows = new Map()
  for (const { name } of names as { name: string }[])
    if (!LEFT_OUT.test(name))
      rows.set(
        name,
        new Set(
          database
            .prepare(`SELECT * FROM "${name}"`)
            .all()
            .map((row) => JSON.stringify(row)),
        ),
      )
  database.close()
  return rows
}

/** The rows of some that others lack, each with its table. */
export function missingRows(some: Rows, others: Rows): { table: string; row: string }[] {
  return [...some].flatMap(([table, rows]) =>
    [...rows].filter((row) => !others.get(table)?.has(row)).map((row) => ({ table, row })),
  )
}

/** How many rows there are. */
export const countRows = (rows: Rows): number => [...rows.values()].reduce((sum, { size }) => sum + size, 0)
