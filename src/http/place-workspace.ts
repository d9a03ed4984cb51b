import type { Db } from '../db/client'
import { openAt, openHome, placesOf } from '../db/databases'
import { bindingOf } from '../db/places'
import { emptiest, type LimitedDatabase, readSizes } from '../domain/workspaces/databases'
import { databaseWith } from '../domain/workspaces/elsewhere'
import type { Bindings } from '../env'

/** Up to how many gigabytes a database takes new workspaces without an entry in DATABASE_LIMITS_GB, if there are several. */
const DEFAULT_LIMIT_GB = 5

/** The databases of the deployment, with what limits them. */
export function databasesWithLimits(env: Bindings): LimitedDatabase[] {
  const places = placesOf(env)
  const standard = places.length > 1 ? DEFAULT_LIMIT_GB : Number.POSITIVE_INFINITY
  return places.map((place) => {
    const binding = bindingOf(place)
    const limit = (env.DATABASE_LIMITS_GB?.[binding] ?? standard) * 1_000_000_000
    return { place, binding, d1: openAt(env, place).$client, limit }
  })
}

/**
 * Opens the database that a new workspace goes into: that of its superordinate one, or else the emptiest that is open. No trip if there is
 * one database without a limit. Throws `databases_full`.
 */
export async function openForNew(env: Bindings, superordinateId: unknown): Promise<Db> {
  if (typeof superordinateId === 'string') return databaseWith(openHome(env), superordinateId)
  const databases = databasesWithLimits(env)
  if (databases.length === 1 && databases[0]?.limit === Number.POSITIVE_INFINITY) return openHome(env)
  const { sizes } = await readSizes(databases)
  return openAt(env, emptiest(sizes))
}
