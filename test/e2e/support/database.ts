import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PLACES } from '../../../src/db/places.ts'
import { fileOf } from '../../../src/dev/databases.ts'
import { placeholderOf } from '../../../src/dev/places.ts'

/** A local D1 database in a state folder of a service that has ended, by its letter. */
export function databaseOf(folder: string, place = 'a', { readOnly = false } = {}): DatabaseSync {
  const databases = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  const others = PLACES.slice(1).map((other) => basename(fileOf(folder, placeholderOf(other))))
  const file = readdirSync(databases).find((name) =>
    place === 'a'
      ? name.endsWith('.sqlite') && name !== 'metadata.sqlite' && !others.includes(name)
      : name === others[PLACES.indexOf(place) - 1],
  )
  if (!file) throw new Error(`There is no database in ${databases}.`)
  // The service may write at the moment.
  return new DatabaseSync(join(databases, file), { timeout: 10_000, readOnly })
}
