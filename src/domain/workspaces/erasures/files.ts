import type { Db } from '../../../db/client'
import { deleteObjects, listObjects } from '../../shared/bucket'
import { daysFrom } from '../../shared/dates'
import { type Erasures, erasures } from './erasures'
import { cutErasures, erasedBefore, listErasures } from './list'

const FOLDER = 'erasures/'

/** Longer than backups are kept, which is 35 days. */
const KEPT_DAYS = 40

/** How far a file reaches back into the time of the one before, since the database's clock may have been set. */
const OVERLAP = 5 * 60_000

/**
 * Stores what was erased since the last file in a bucket, so that a restore from backups can apply it again, and deletes the
 * files that are older than 40 days. Stores none if nothing was erased. Returns how many erasures the new file has.
 */
export async function storeErasures(db: Db, bucket: R2Bucket, now: Date): Promise<number> {
  const files = await listObjects(bucket, FOLDER)
  const oldest = daysFrom(now, -KEPT_DAYS).toISOString()
  const last = files.map(untilOf).sort().at(-1)
  const since = last === undefined ? oldest : new Date(Date.parse(last) - OVERLAP).toISOString()
  const listed = await listErasures(db, since > oldest ? since : oldest)
  const count = listed.persons.length + listed.workspaces.length
  if (count > 0)
    await bucket.put(`${FOLDER}${listed.until.replaceAll(':', '')}.json`, JSON.stringify(listed), {
      customMetadata: { until: listed.until },
      httpMetadata: { contentType: 'application/json' },
    })
  await deleteObjects(
    bucket,
    files.filter((file) => untilOf(file) < oldest),
  )
  return count
}

/**
 * Lists what was erased since an instant as {@link listErasures} does, with what the files of a bucket have: a database that
 * was restored no longer knows it.
 */
export async function listAllErasures(
  db: Db,
  bucket: R2Bucket | undefined,
  since: string,
): Promise<Erasures> {
  const from = new Date(since).toISOString()
  const fromDatabase = await listErasures(db, from)
  const lists: Pick<Erasures, 'persons' | 'workspaces'>[] = [fromDatabase]
  for (const file of bucket ? await listObjects(bucket, FOLDER) : []) {
    if (untilOf(file) < from) continue
    const stored = await bucket?.get(file.key)
    if (stored) lists.push(erasures.parse(await stored.json()))
  }
  const isSince = ({ erased_at }: { erased_at: string }) => erased_at >= from
  const all = {
    persons: unique(
      lists.flatMap(({ persons }) => persons.filter(isSince)),
      ({ workspace_id, person_id }) => `${workspace_id} ${person_id}`,
    ),
    workspaces: unique(
      lists.flatMap(({ workspaces }) => workspaces.filter(isSince)),
      ({ workspace_id }) => workspace_id,
    ),
  }
  const { until, is_complete } = fromDatabase
  return cutErasures({ ...(is_complete ? all : erasedBefore(all, until)), until, is_complete })
}

/** The last entry of each key, in the order of time. */
function unique<One extends { erased_at: string }>(all: One[], keyOf: (one: One) => string): One[] {
  const byKey = new Map(all.map((one) => [keyOf(one), one]))
  return [...byKey.values()].sort((a, b) => (a.erased_at < b.erased_at ? -1 : 1))
}

const untilOf = (file: R2Object): string => file.customMetadata?.until ?? file.uploaded.toISOString()
