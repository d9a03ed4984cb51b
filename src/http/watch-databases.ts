import { openHome } from '../db/databases'
import { watchDatabaseSize, watchRoom } from '../domain/watch/database-size'
import { needsDatabase, readSizes } from '../domain/workspaces/databases'
import type { Bindings } from '../env'
import { databasesWithLimits } from './place-workspace'

/**
 * Raises the alarms of databases that are nearly full, and of a deployment with limits that another one should be added. If one does
 * not answer, no alarm ends. A trip to each, and two more.
 */
export async function watchDatabases(env: Bindings, now: Date): Promise<void> {
  const { sizes } = await readSizes(databasesWithLimits(env))
  const known = sizes.flatMap(({ database, bytes }) => (bytes === null ? [] : [{ place: database, bytes }]))
  const isWhole = known.length === sizes.length
  const home = openHome(env)
  await watchDatabaseSize(home, { sizes: known, isWhole, now })
  if (isWhole && sizes.some(({ limit_bytes }) => limit_bytes !== null))
    await watchRoom(home, { isNeeded: needsDatabase(sizes), now })
}
