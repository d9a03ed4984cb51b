import { type Db, open } from './client'
import { bindingOf, HOME, PLACES, type Place } from './places'

/** The bindings of databases in wrangler.toml: `DB` is the first, `DB_B` the second, up to `DB_Z`. */
export type DatabaseBindings = { DB: D1Database } & { [binding: `DB_${string}`]: D1Database | undefined }

/** The places that a deployment has a database for, in their order. */
export const placesOf = (env: DatabaseBindings): Place[] =>
  PLACES.filter((place) => place === HOME || env[bindingOf(place)] !== undefined)

/** How a database is opened: with a session of D1, and where else to look for what it does not have. */
export type Opening = {
  /** The bookmark or constraint of a session, for the place that is opened; no session without it. */
  session?: (place: Place) => string
  /** Places to look in, one after the other, while what is asked for is not found. */
  elsewhere?: (db: Db) => AsyncGenerator<Place>
}

/**
 * Opens the database of a place. A letter without a database opens the first one, which has nothing that carries the letter.
 * Its `relocate` leads on to the next place of `elsewhere`.
 */
export function openAt(env: DatabaseBindings, place: Place, { session, elsewhere }: Opening = {}): Db {
  const clientAt = (at: Place): D1Database => {
    const d1 = env[bindingOf(at)] ?? env.DB
    return session ? (d1.withSession(session(at)) as unknown as D1Database) : d1
  }
  const known = env[bindingOf(place)] ? place : HOME
  const db = open(clientAt(known), known)
  const next = elsewhere?.(db)
  Object.defineProperty(db, 'places', { get: () => placesOf(env) })
  db.at = (place) => (db.place === place ? db : openAt(env, place))
  db.relocate = async () => {
    const step = await next?.next()
    if (!step || step.done) return false
    db.place = step.value
    db.$client = clientAt(step.value)
    return true
  }
  return db
}

/** The bookmark of the session that a database was opened with; null before its first trip. */
export const bookmarkOf = ({ $client }: Db): string | null =>
  ($client as unknown as D1DatabaseSession).getBookmark()

/** Opens the first database, for what the deployment has once. */
export const openHome = (env: DatabaseBindings): Db => openAt(env, HOME)

/** Opens every database, the first one first. */
export const openAll = (env: DatabaseBindings): Db[] => placesOf(env).map((place) => openAt(env, place))

/** The same bindings with each database in another form, such as one that only reads. */
export const withDatabases = <E extends DatabaseBindings>(
  env: E,
  change: (d1: D1Database) => D1Database,
): E => ({
  ...env,
  ...Object.fromEntries(
    placesOf(env).map((place) => [bindingOf(place), change(env[bindingOf(place)] ?? env.DB)]),
  ),
})
