import { type Db, trip } from '../../db/client'
import { HOME, type Place } from '../../db/places'
import { type Sql, sql } from '../../db/sql'

/** What is watched for the operator. */
const WATCHES = [
  'dead_messages',
  'database_60',
  'database_80',
  'needs_database',
  'hourly_failed',
  'nightly_failed',
  'backup_old',
  'canary',
] as const
export type WatchKind = (typeof WATCHES)[number]

/** The runs that are watched. Each has a watch for each database. */
export type WatchedRun = 'hourly' | 'nightly'
export type WatchName = WatchKind | `${WatchedRun}_failed_${Place}`

/** The watch of a run in a database. Its name ends with the letter of the database, if that is not the first one. */
export const watchOfRun = (run: WatchedRun, place: Place): WatchName =>
  place === HOME ? `${run}_failed` : `${run}_failed_${place}`

/** The kind of a watch: its name without the letter of a database. */
export const kindOfWatch = (name: string): WatchKind => name.replace(/_[b-z]$/, '') as WatchKind

/** After how many hours the operator is told again of what goes wrong again meanwhile; the others are told once. */
const AGAIN_HOURS: Partial<Record<WatchKind, number>> = {
  dead_messages: 0,
  hourly_failed: 20,
  nightly_failed: 20,
}

/** Keeps that something is not as it should be. `detail` has names and numbers, never a value of somebody. */
export const raise = (name: WatchName, detail: string | Sql, now: Date): Sql => {
  const hours = AGAIN_HOURS[kindOfWatch(name)]
  const again = hours === undefined ? '' : new Date(now.getTime() - hours * 3_600_000).toISOString()
  return sql`
    INSERT INTO watches (name, checked_at, raised_at, detail, told_at)
    VALUES (${name}, ${now.toISOString()}, ${now.toISOString()}, ${detail}, NULL)
    ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, detail = excluded.detail,
      told_at = CASE WHEN raised_at IS NULL OR told_at <= ${again} THEN NULL ELSE told_at END,
      raised_at = coalesce(raised_at, excluded.raised_at)`
}

/** Keeps that something is as it should be. The operator is told if it was told that it was not. */
export const clear = (name: WatchName, now: Date, onlyIf: Sql = sql`TRUE`): Sql => sql`
  INSERT INTO watches (name, checked_at) SELECT ${name}, ${now.toISOString()} WHERE ${onlyIf}
  ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, raised_at = NULL, detail = NULL`

export type Watch = {
  name: string
  checkedAt: string
  raisedAt: string | null
  detail: string | null
  toldAt: string | null
}

export const SELECT_WATCHES = `
  SELECT name, checked_at AS checkedAt, raised_at AS raisedAt, detail, told_at AS toldAt FROM watches ORDER BY name`

/** Lists what the operator has to be told: what began, and what ended after its beginning was told. One trip. */
export async function listUntold(db: Db): Promise<Watch[]> {
  const { watches } = await trip(db, { watches: sql<Watch>`${sql.raw(SELECT_WATCHES)}` })
  return watches.filter(({ raisedAt, toldAt }) => (raisedAt === null) !== (toldAt === null))
}

/** Keeps that the operator was told. What began or ended since is told the next time. One trip. */
export async function keepTold(db: Db, told: Watch[], now: Date): Promise<void> {
  await trip(db, {
    told: told.map(
      ({ name, raisedAt }) => sql`
        UPDATE watches SET told_at = ${raisedAt && now.toISOString()}
        WHERE name = ${name} AND raised_at IS ${raisedAt}`,
    ),
  })
}
