import { type Db, trip } from '../../db/client'
import type { Place } from '../../db/places'
import { clear, raise } from './watches'

/** What D1 lets a database grow to, and cannot be raised, in bytes. */
export const MAX_DATABASE_BYTES = 10_000_000_000

/** How full a database is, in whole percent. */
const percentOf = (bytes: number): number => Math.floor((bytes * 100) / MAX_DATABASE_BYTES)

/** How far below a threshold the database must be, in percent, until the alarm ends: rows come and go. */
const MARGIN = 2

/** The size of the database of a place, in bytes. */
type Size = { place: Place; bytes: number }

/** Raises the alarms of 60 and of 80 percent for the fullest database, or ends them. One trip. */
export async function watchDatabaseSize(
  db: Db,
  { sizes, now }: { sizes: readonly Size[]; now: Date },
): Promise<void> {
  const [fullest] = sizes.toSorted((one, other) => other.bytes - one.bytes)
  if (!fullest) return
  const percent = percentOf(fullest.bytes)
  const detail = `${sizes.length > 1 ? `${fullest.place}: ` : ''}${percent} %`
  const watched = ([60, 80] as const).flatMap((threshold) => {
    const name = `database_${threshold}` as const
    if (percent >= threshold) return [raise(name, detail, now)]
    return percent < threshold - MARGIN ? [clear(name, now)] : []
  })
  await trip(db, { watched })
}
