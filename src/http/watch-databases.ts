import type { Db } from '../db/client'
import { readDatabaseState } from '../db/migration'
import { watchDatabaseSize } from '../domain/watch/database-size'

/** Raises an alarm if one of the databases is nearly full. If one does not answer, no alarm ends. A trip for each, and one more. */
export async function watchDatabases(databases: readonly Db[], now: Date): Promise<void> {
  const read = await Promise.all(
    databases.map(async ({ $client, place }) => ({ place, bytes: (await readDatabaseState($client)).bytes })),
  )
  const sizes = read.flatMap(({ place, bytes }) => (bytes === undefined ? [] : [{ place, bytes }]))
  const [home] = databases
  if (home) await watchDatabaseSize(home, { sizes, isWhole: sizes.length === databases.length, now })
}
