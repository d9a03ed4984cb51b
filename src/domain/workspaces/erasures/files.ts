import type { Db } from '../../../db/client'
import { HOME } from '../../../db/places'
import { deleteObjects, listObjects } from '../../shared/bucket'
import { daysFrom } from '../../shared/dates'
import { type Erasures, type Lists, storedErasures } from './erasures'
import { cutErasures, type Entry, erasedBefore, instantOf, latest, listErasures, mapLists } from './list'

/** Where the files of a database are. */
const folderOf = ({ place }: Db): string => `erasures${place === HOME ? '' : `-${place}`}/`

/** Longer than backups are kept, which is 35 days. */
const KEPT_DAYS = 40

/** How far a file reaches back into the time of the one before, since the database's clock may have been set. */
const OVERLAP = 5 * 60_000

/**
 * Stores what was erased and what ended since the last file in a bucket, so that a restore from backups can apply it again, and
 * deletes the files that are older than 40 days. Stores none if nothing was. Returns how many entries the new file has.
 */
export async function storeErasures(db: Db, bucket: R2Bucket, now: Date): Promise<number> {
  const files = await listObjects(bucket, folderOf(db))
  const oldest = daysFrom(now, -KEPT_DAYS).toISOString()
  const last = files.map(untilOf).sort().at(-1)
  const since = last === undefined ? oldest : new Date(Date.parse(last) - OVERLAP).toISOString()
  const listed = await listErasures(db, since > oldest ? since : oldest)
  const { until: _, is_complete: __, ...lists } = listed
  const count = Object.values(lists).flat().length
  if (count > 0)
    await bucket.put(`${folderOf(db)}${listed.until.replaceAll(':', '')}.json`, JSON.stringify(listed), {
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
 * Lists what was erased and what ended since an instant as {@link listErasures} does, with what the files of a bucket have: a
 * database that was restored no longer knows it.
 */
export async function listAllErasures(
  db: Db,
  bucket: R2Bucket | undefined,
  since: string,
): Promise<Erasures> {
  const from = new Date(since).toISOString()
  const { until, is_complete, ...fromDatabase } = await listErasures(db, from)
  const stored: Lists[] = []
  for (const file of bucket ? await listObjects(bucket, folderOf(db)) : []) {
    if (untilOf(file) < from) continue
    const object = await bucket?.get(file.key)
    if (object) stored.push(storedErasures.parse(await object.json()))
  }
  const all = mapLists(fromDatabase, <One extends Entry>(list: One[], name: keyof Lists) => {
    const others = stored.flatMap((lists) => lists[name] as Entry[] as One[])
    return latest([...list, ...others].filter((one) => instantOf(one) >= from))
  })
  return cutErasures({ ...(is_complete ? all : erasedBefore(all, until)), until, is_complete })
}

const untilOf = (file: R2Object): string => file.customMetadata?.until ?? file.uploaded.toISOString()
