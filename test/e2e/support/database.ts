import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The local D1 database in a state folder of a service that has ended. */
export function databaseOf(folder: string): DatabaseSync {
  const databases = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  const file = readdirSync(databases).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  if (!file) throw new Error(`There is no database in ${databases}.`)
  // The service may write at the moment.
  return new DatabaseSync(join(databases, file), { timeout: 10_000 })
}
