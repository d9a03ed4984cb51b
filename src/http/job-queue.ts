import { type Db, WorkspaceMoving } from '../db/client'
import { openAt, openHome } from '../db/databases'
import { placeOfShared } from '../domain/workspaces/copy/back-up'
import type { Bindings, JobName, QueuedJob } from '../env'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { locate } from './open-database'
import { retryDelay } from './retry-delay'
import { sendAll } from './send-all'

/** `max_retries` in wrangler.toml: after this many retries, a job goes to the dead-letter queue. */
const MAX_RETRIES = 10

/** After how many seconds the job of a workspace that moves is queued again. That is no failed attempt: a move may take hours. */
const MOVING_SECONDS = 60

/** What a job is asked to do: its workspace, the database where that is, and the time that it works with. */
export type Asked = { db: Db; workspaceId: string; now: Date }

/** What a job has left: nothing, something that is done in an invocation of its own, or something to do `again` at that time. */
export type Rest = 'done' | 'more' | { again: Date }

/**
 * Does the work of one workspace, or a slice of it: about 100 trips at most, since an invocation has 1,000. The queue may deliver a message twice, late, or beside another one of
 * the same workspace, so a job reads what there is to do when it runs.
 */
export type Job = (env: Bindings, asked: Asked) => Promise<Rest>

/** The queue of a job. Webhooks have one of their own, since their receivers may be slow. */
export const queueOf = (
  { JOBS, WEBHOOKS }: Pick<Bindings, 'JOBS' | 'WEBHOOKS'>,
  job: JobName,
): Queue<QueuedJob> => (job === 'send_webhooks' ? WEBHOOKS : JOBS)

/** Tells the queue to run a job for each of these workspaces. */
export async function queueJobs(
  env: Pick<Bindings, 'JOBS' | 'WEBHOOKS'>,
  job: JobName,
  { workspaceIds, now, delaySeconds }: { workspaceIds: string[]; now: Date; delaySeconds?: number },
): Promise<void> {
  const at = now.toISOString()
  await sendAll(
    queueOf(env, job),
    workspaceIds.map((workspace_id) => ({ kind: 'job', job, workspace_id, at })),
    delaySeconds === undefined ? {} : { delaySeconds },
  )
}

/**
 * Runs the jobs of some messages. One that fails hides no other: the line of the batch has it by its name and workspace, and it
 * is retried with {@link retryDelay}. So is a job that only another version knows.
 */
export async function runQueuedJobs(
  messages: readonly Message<QueuedJob>[],
  env: Bindings,
  jobs: Record<JobName, Job>,
): Promise<void> {
  for (const message of messages) {
    const { job, workspace_id } = message.body
    try {
      if (!Object.hasOwn(jobs, job)) throw new UnknownJob()
      const now = deliveredAt(message)
      const db = await databaseFor(env, message.body)
      const rest = await jobs[job](env, { db, workspaceId: workspace_id, now })
      if (rest === 'more') await queueJobs(env, job, { workspaceIds: [workspace_id], now })
      else if (rest !== 'done')
        await queueJobs(env, job, {
          workspaceIds: [workspace_id],
          now: rest.again,
          delaySeconds: secondsUntil(rest.again),
        })
      message.ack()
    } catch (error) {
      if (error instanceof WorkspaceMoving) {
        const again = { workspaceIds: [workspace_id], now: deliveredAt(message) }
        await queueJobs(env, job, { ...again, delaySeconds: MOVING_SECONDS })
        message.ack()
        continue
      }
      const { attempts } = message
      const delaySeconds = retryDelay(attempts)
      const next =
        attempts > MAX_RETRIES
          ? { given_up: 'It goes to the dead-letter queue.' }
          : { retry_in: delaySeconds }
      noteFailure({ job, workspace_id, attempt: attempts, error: nameOf(error), ...next })
      message.retry({ delaySeconds })
    }
  }
}

/** A message that has waited works with the time at which it is delivered. */
export function deliveredAt({ body, timestamp }: Message<{ at: string }>): Date {
  return new Date(Date.parse(body.at) + Math.max(0, Date.now() - timestamp.getTime()))
}

/** Where a job does its work. Throws {@link WorkspaceMoving} while its workspace moves, unless that is the work. */
async function databaseFor(env: Bindings, { job, workspace_id }: QueuedJob): Promise<Db> {
  if (job === 'move_workspace') return openHome(env)
  const shared = placeOfShared(workspace_id)
  return shared === undefined ? locate(env, workspace_id) : openAt(env, shared)
}

/** How long a message waits in its queue, which keeps one for at most a day. */
const secondsUntil = (instant: Date): number =>
  Math.min(Math.max(0, Math.ceil((instant.getTime() - Date.now()) / 1000)), 43_200)

class UnknownJob extends Error {
  override name = 'UnknownJob'
}
