import { open } from '../db/client'
import { keepBackedUp, watchBackupAge } from '../domain/watch/backup-age'
import { backUp, deleteFiles, listToBackUp, SHARED_ID } from '../domain/workspaces/copy/back-up'
import { storeErasures } from '../domain/workspaces/erasures/files'
import type { DeleteBackups } from '../domain/workspaces/leaving/erase'
import type { Bindings } from '../env'
import { type Job, queueJobs } from './job-queue'
import { noteFailure } from './log-work'

/** Queues a backup of each workspace, and of what they share, if the deployment has a bucket for them. */
export async function queueBackUps(env: Bindings, now: Date): Promise<void> {
  if (!env.BACKUPS) return
  const workspaceIds = await listToBackUp(open(env.DB), env.BACKUPS)
  await queueJobs(env, 'back_up', { workspaceIds, now })
}

/** Raises an alarm if the nightly backups have not finished, where the deployment has a bucket for them. */
export async function watchBackUps({ BACKUPS, DB }: Bindings, now: Date): Promise<void> {
  if (BACKUPS) await watchBackupAge(open(DB), now)
}

/** What deletes the backups of a workspace that is erased, if the deployment has a bucket for them. */
export const backUpsDeletion = ({ BACKUPS }: Bindings): DeleteBackups | undefined =>
  BACKUPS && ((workspaceId) => deleteFiles(BACKUPS, workspaceId))

/** Backs a workspace up. Logs it if others wrote in it all the time: then the rows of its file are not of one instant. */
export const backUpQueued: Job = async (env, { workspaceId, now }) => {
  if (!env.BACKUPS) return 'done'
  const done = await backUp(open(env.DB), env.BACKUPS, {
    workspaceId: workspaceId === SHARED_ID ? null : workspaceId,
    version: env.VERSION?.id ?? null,
    now,
  })
  // It says that nights are backed up at all. A workspace whose file fails raises the alarm of dead messages within hours.
  if (workspaceId === SHARED_ID) await keepBackedUp(open(env.DB), now)
  if (done.status === 'stored' && !done.is_consistent)
    noteFailure({ job: 'back_up', workspace_id: workspaceId, error: 'not_consistent' })
  return 'done'
}

/** Stores what was erased since the last run, if the deployment has a bucket for backups. */
export const backUpErasures = async (env: Bindings, now: Date): Promise<void> => {
  if (env.BACKUPS) await storeErasures(open(env.DB), env.BACKUPS, now)
}
