import { open } from '../db/client'
import { readDatabaseState } from '../db/migration'
import { watchDatabaseSize } from '../domain/watch/database-size'
import type { Bindings } from '../env'

/** Raises an alarm if the database is nearly full. Two trips. */
export async function watchDatabase({ DB }: Pick<Bindings, 'DB'>, now: Date): Promise<void> {
  const { bytes } = await readDatabaseState(DB)
  if (bytes !== undefined) await watchDatabaseSize(open(DB), { bytes, now })
}
