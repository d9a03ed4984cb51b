import { type Db, trip } from '../../db/client'
import { clear, raise } from './watches'

/** What D1 lets a database grow to, and cannot be raised, in bytes. */
const MAX_DATABASE_BYTES = 10_000_000_000

/** How full a database is, in whole percent. */
export const percentOf = (bytes: number): number => Math.floor((bytes * 100) / MAX_DATABASE_BYTES)

/** How far below a threshold the database must be, in percent, until the alarm ends: rows come and go. */
const MARGIN = 2

/** Raises the alarms of 60 and of 80 percent, or ends them. One trip. */
export async function watchDatabaseSize(db: Db, { bytes, now }: { bytes: number; now: Date }): Promise<void> {
  const percent = percentOf(bytes)
  const watched = ([60, 80] as const).flatMap((threshold) => {
    const name = `database_${threshold}` as const
    if (percent >= threshold) return [raise(name, `${percent} %`, now)]
    return percent < threshold - MARGIN ? [clear(name, now)] : []
  })
  await trip(db, { watched })
}
