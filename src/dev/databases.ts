import { createHash, createHmac } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bindingOf, PLACES } from '../db/places.ts'
import { databaseEntries, withDatabase } from './operate/edit-config.ts'
import { placeholderOf, suffixOf } from './places.ts'
import { ROOT } from './wrangler.ts'

/** A database that `wrangler dev` serves on this machine, by its letter. */
export type Local = { place: string; binding: string; id: string }

const WRANGLER_TOML = join(ROOT, 'wrangler.toml')

/** The databases of wrangler.toml, and those of the next letters up to a number of them. */
export function localDatabases(count = 1): Local[] {
  const configured = databaseEntries(readFileSync(WRANGLER_TOML, 'utf8'), '')
  return PLACES.flatMap((place, index) => {
    const binding = bindingOf(place)
    const id = configured.find((entry) => entry.binding === binding)?.id
    return id !== undefined || index < count ? [{ place, binding, id: id ?? placeholderOf(place) }] : []
  })
}

/** The databases that a state folder has. */
export const databasesIn = (folder: string): Local[] =>
  localDatabases(PLACES.length).filter(({ id }) => existsSync(fileOf(folder, id)))

/** The file in a state folder in which wrangler keeps the database with an id. */
export const fileOf = (folder: string, id: string): string =>
  join(folder, 'v3/d1', UNIQUE_KEY, `${objectIdOf(id)}.sqlite`)

const UNIQUE_KEY = 'miniflare-D1DatabaseObject'

/** The id of a Durable Object by its name, as Miniflare makes it. */
function objectIdOf(name: string): string {
  const key = createHash('sha256').update(UNIQUE_KEY).digest()
  const half = (of: string | Buffer) => createHmac('sha256', key).update(of).digest().subarray(0, 16)
  return Buffer.concat([half(name), half(half(name))]).toString('hex')
}

/**
 * The options of wrangler for some databases. Those that wrangler.toml lacks are in a copy of it, which stands beside it, since
 * its paths begin there.
 */
export function configOptions(databases: readonly Local[]): string[] {
  const toml = readFileSync(WRANGLER_TOML, 'utf8')
  const configured = databaseEntries(toml, '').map(({ binding }) => binding)
  const missing = databases.filter(({ binding }) => !configured.includes(binding))
  if (missing.length === 0) return []
  const text = missing.reduce(
    (all, { place, binding, id }) =>
      withDatabase(all, '', { binding, database_name: `membership${suffixOf(place)}`, database_id: id }),
    toml,
  )
  const file = join(ROOT, `wrangler.${missing.map(({ place }) => place).join('')}-databases.toml`)
  // A server that runs reads the file again when it is written.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  return ['--config', file]
}
