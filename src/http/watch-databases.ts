import type { Db } from '../db/client'
import { readDatabaseState } from '../db/migration'
import { watchDatabaseSize } from '../domain/watch/database-size'

/** Raises an alarm if one of the databases is nearly full, those that answer. A trip for each, and one more. */
export async function watchDatabases(databases: readonly Db[], now: Date): Promise<void> {
  const sizes = await Promise.all(
    databases.map(async ({ $client, place }) => ({
      place,
      bytes: (await readDatabaseState($client)).bytes ?? 0,
    })),
  )
  const [home] = databases
  if (home) await watchDatabaseSize(home, { sizes, now })
}
