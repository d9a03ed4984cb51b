import { type Db, trip } from '../../../db/client'
import { HOME, type Place } from '../../../db/places'
import { sql } from '../../../db/sql'
import { deleteObjects, listObjects } from '../../shared/bucket'
import { daysFrom } from '../../shared/dates'
import { type FileOf, gzippedFile } from './file'
import type { End } from './format'
import { readDatabase } from './load'
import { readState, type State } from './state'
import { storeFile } from './store-file'
import { copiedTables, readTables, sharedTables } from './tables'

/** What became of a backup. */
export type BackUp =
  | { status: 'stored'; key: string; bytes: number; is_consistent: boolean }
  | { status: 'unchanged' | 'gone' }

/** How often a larger workspace is read until nobody writes meanwhile. */
const TRIES = 3

/** A file is made after so many days even if nothing seems to have changed. */
const MAX_DAYS = 7

/** How long files are kept; the newest one of what exists stays. */
const KEPT_DAYS = 35

type Asked = Omit<FileOf, 'state'>

/**
 * Stores the file of a workspace, or of what workspaces share (`workspaceId` null), in a bucket, and deletes those older than 35
 * days. Skipped if the last file is younger than seven days and the state of the workspace is the same. If others write in each
 * of three readings, the file is stored nevertheless, with `is_consistent` false. Throws if the bucket or the database fails;
 * then there is no new file, and all old ones.
 */
export async function backUp(db: Db, bucket: R2Bucket, asked: Asked): Promise<BackUp> {
  const { workspaceId, now } = asked
  const { migration, tables: all } = await readTables(db)
  const tables = workspaceId === null ? sharedTables(all) : copiedTables(all)
  const state = await readState(db, { tables, workspaceId })
  const files = await listFiles(bucket, workspaceId ?? sharedIdOf(db.place))
  if (!state.exists) {
    await deleteOld(bucket, files, now)
    return { status: 'gone' }
  }
  const identity = { migration, state: state.hash }
  if (isCurrent(files.at(-1), identity, now)) {
    await deleteOld(bucket, files.slice(0, -1), now)
    return { status: 'unchanged' }
  }
  const stored = await storeConsistent(db, bucket, { ...asked, state, identity })
  await deleteOld(bucket, files, now)
  return stored
}

type Identity = { migration: string; state: string }

function isCurrent(newest: R2Object | undefined, { migration, state }: Identity, now: Date): boolean {
  const about = newest?.customMetadata
  return (
    newest !== undefined &&
    about?.is_consistent === 'true' &&
    about.migration === migration &&
    about.state === state &&
    newest.uploaded > daysFrom(now, -MAX_DAYS)
  )
}

async function storeConsistent(
  db: Db,
  bucket: R2Bucket,
  { identity, state, ...asked }: Asked & { state: State; identity: Identity },
): Promise<BackUp> {
  const key = keyOf(asked.workspaceId ?? sharedIdOf(db.place), asked.now)
  for (let attempt = 1; ; attempt++) {
    let end: End | undefined
    const isLastTry = attempt === TRIES
    const file: FileOf = attempt === 1 ? { ...asked, state } : asked
    const stream = gzippedFile(db, file, (last) => {
      end = last
    })
    // What a large file says of itself is written before it is read, so the last try promises nothing.
    const metadata = { ...identity, is_consistent: String(!isLastTry) }
    const bytes = await storeFile(bucket, key, {
      stream,
      metadata,
      isGood: () => end !== undefined && (end.is_consistent || isLastTry),
    })
    if (bytes !== null && end) return { status: 'stored', key, bytes, is_consistent: end.is_consistent }
  }
}

/** The word for what the workspaces of the first database share, where the id of a workspace is expected. */
const SHARED_ID = 'shared'

/** The same for the database of a place: `shared-b` for the second one. */
export const sharedIdOf = (place: Place): string => (place === HOME ? SHARED_ID : `${SHARED_ID}-${place}`)

/** The place of the database of which a word names what workspaces share; undefined for the id of a workspace. */
export function placeOfShared(id: string): Place | undefined {
  const [, place = HOME] = /^shared(?:-([b-z]))?$/.exec(id) ?? []
  return sharedIdOf(place) === id ? place : undefined
}

/**
 * The ids of all workspaces of a database but sandboxes, and {@link sharedIdOf} last: whoever works for a workspace in its file is
 * then in that of staff. Four trips.
 */
export async function listToBackUp(db: Db): Promise<string[]> {
  const { workspace_ids } = await readDatabase(db)
  const { sandboxes } = await trip(db, {
    sandboxes: sql<{
      id: string
    }>`SELECT id FROM workspaces INDEXED BY workspaces_sandboxes WHERE is_sandbox`,
  })
  const kept = workspace_ids.filter((id) => !sandboxes.some((sandbox) => sandbox.id === id))
  return [...kept, sharedIdOf(db.place)]
}

/** The ids of all workspaces of which a bucket has files. */
export async function listBackedUp(bucket: R2Bucket): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page: R2Objects = await bucket.list({
      prefix: 'workspaces/',
      delimiter: '/',
      ...(cursor && { cursor }),
    })
    for (const folder of page.delimitedPrefixes) ids.push(folder.split('/')[1] ?? '')
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return ids
}

/** Where the files of a workspace are, or of what workspaces share. */
const folderOf = (id: string): string => (placeOfShared(id) === undefined ? `workspaces/${id}/` : `${id}/`)

const keyOf = (id: string, now: Date): string =>
  `${folderOf(id)}${now.toISOString().replaceAll(':', '')}.ndjson.gz`

/** The files of a workspace, or of what workspaces share by {@link sharedIdOf}, from the oldest to the newest. */
export const listFiles = (bucket: R2Bucket, id: string): Promise<R2Object[]> =>
  listObjects(bucket, folderOf(id))

/** Deletes all files of a workspace. Counts those that a lock of the bucket keeps for now. */
export async function deleteFiles(
  bucket: R2Bucket,
  workspaceId: string,
): Promise<{ deleted: number; kept: number }> {
  const files = await listFiles(bucket, workspaceId)
  const deletions = await Promise.allSettled(files.map(({ key }) => bucket.delete(key)))
  const deleted = deletions.filter(({ status }) => status === 'fulfilled').length
  return { deleted, kept: files.length - deleted }
}

async function deleteOld(bucket: R2Bucket, files: readonly R2Object[], now: Date): Promise<void> {
  const oldest = daysFrom(now, -KEPT_DAYS)
  await deleteObjects(
    bucket,
    files.filter(({ uploaded }) => uploaded < oldest),
  )
}
