import { type Db, trip } from '../../db/client'
import { sql } from '../../db/sql'
import { clear, raise } from './watches'

const MAX_HOURS = 36

/** Keeps that the backups of a night have ended. One trip. */
export async function keepBackedUp(db: Db, now: Date): Promise<void> {
  await trip(db, { watch: clear('backup_old', now) })
}

/** Raises an alarm if no backup has ended for 36 hours, or since it was looked at for the first time. Two trips at most. */
export async function watchBackupAge(db: Db, now: Date): Promise<void> {
  const { found } = await trip(db, {
    found: sql<{ checkedAt: string; raisedAt: string | null }>`
      SELECT checked_at AS checkedAt, raised_at AS raisedAt FROM watches WHERE name = 'backup_old'`,
  })
  const [watch] = found
  if (!watch) return keepBackedUp(db, now)
  const hours = (now.getTime() - Date.parse(watch.checkedAt)) / 3_600_000
  if (watch.raisedAt === null && hours > MAX_HOURS)
    await trip(db, { watch: raise('backup_old', `since ${watch.checkedAt}`, now) })
}
