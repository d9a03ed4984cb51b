import { type Db, trip } from '../../db/client'
import type { Place } from '../../db/places'
import { MAX_DATABASE_BYTES } from '../shared/database-limit'
import { clear, raise } from './watches'

/** How full a database is, in whole percent. */
const percentOf = (bytes: number): number => Math.floor((bytes * 100) / MAX_DATABASE_BYTES)

/** How far below a threshold the database must be, in percent, until the alarm ends: rows come and go. */
const MARGIN = 2

/** The size of the database of a place, in bytes. */
type Size = { place: Place; bytes: number }

/** Raises the alarms of 60 and of 80 percent for the fullest database, or ends them. One trip. */
export async function watchDatabaseSize(
  db: Db,
  { sizes, isWhole = true, now }: { sizes: readonly Size[]; isWhole?: boolean; now: Date },
): Promise<void> {
  const [fullest] = sizes.toSorted((one, other) => other.bytes - one.bytes)
  if (!fullest) return
  const percent = percentOf(fullest.bytes)
  const detail = `${sizes.length > 1 ? `${fullest.place}: ` : ''}${percent} %`
  const watched = ([60, 80] as const).flatMap((threshold) => {
    const name = `database_${threshold}` as const
    if (percent >= threshold) return [raise(name, detail, now)]
    return isWhole && percent < threshold - MARGIN ? [clear(name, now)] : []
  })
  await trip(db, { watched })
}

/** Raises the alarm that another database should be added, or ends it. One trip. */
export async function watchRoom(db: Db, { isNeeded, now }: { isNeeded: boolean; now: Date }): Promise<void> {
  const watch = isNeeded
    ? raise('needs_database', 'No database is open and less than 80 % of its limit.', now)
    : clear('needs_database', now)
  await trip(db, { watch })
}
