import type { Db } from '../db/client'
import { openHome } from '../db/databases'
import { HOME } from '../db/places'
import { keepBackedUp, watchBackupAge } from '../domain/watch/backup-age'
import {
  backUp,
  deleteFiles,
  listBackedUp,
  listToBackUp,
  placeOfShared,
} from '../domain/workspaces/copy/back-up'
import { storeErasures } from '../domain/workspaces/erasures/files'
import type { DeleteBackups } from '../domain/workspaces/leaving/erase'
import type { Bindings } from '../env'
import { type Job, queueJobs } from './job-queue'
import { noteFailure } from './log-work'

/**
 * Queues a backup of each workspace of a database and of what they share, if the deployment has a bucket for them. With the first
 * database come the workspaces that are gone and have files still.
 */
export async function queueBackUps(env: Bindings, db: Db, now: Date): Promise<void> {
  if (!env.BACKUPS) return
  const gone = db.place === HOME ? await listBackedUp(env.BACKUPS) : []
  const workspaceIds = [...new Set([...gone, ...(await listToBackUp(db))])]
  await queueJobs(env, 'back_up', { workspaceIds, now })
}

/** Raises an alarm if the nightly backups have not finished, where the deployment has a bucket for them. */
export async function watchBackUps(env: Bindings, now: Date): Promise<void> {
  if (env.BACKUPS) await watchBackupAge(openHome(env), now)
}

/** What deletes the backups of a workspace that is erased, if the deployment has a bucket for them. */
export const backUpsDeletion = ({ BACKUPS }: Bindings): DeleteBackups | undefined =>
  BACKUPS && ((workspaceId) => deleteFiles(BACKUPS, workspaceId))

/** Backs a workspace up. Logs it if others wrote in it all the time: then the rows of its file are not of one instant. */
export const backUpQueued: Job = async (env, { db, workspaceId, now }) => {
  if (!env.BACKUPS) return 'done'
  const shared = placeOfShared(workspaceId)
  const done = await backUp(db, env.BACKUPS, {
    workspaceId: shared === undefined ? workspaceId : null,
    version: env.VERSION?.id ?? null,
    now,
  })
  // It says that nights are backed up at all. A workspace whose file fails raises the alarm of dead messages within hours.
  if (shared === HOME) await keepBackedUp(db, now)
  if (done.status === 'stored' && !done.is_consistent)
    noteFailure({ job: 'back_up', workspace_id: workspaceId, error: 'not_consistent' })
  return 'done'
}

/** Stores what was erased since the last run, if the deployment has a bucket for backups. */
export const backUpErasures = async (env: Bindings, db: Db, now: Date): Promise<void> => {
  if (env.BACKUPS) await storeErasures(db, env.BACKUPS, now)
}
