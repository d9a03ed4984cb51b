import type { Bindings, JobName, QueuedJob } from '../env'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { retryDelay } from './retry-delay'
import { sendAll } from './send-all'

/** `max_retries` in wrangler.toml: after this many retries, a job goes to the dead-letter queue. */
const MAX_RETRIES = 10

/** What a job is asked to do: its workspace, and the time that it works with. */
export type Asked = { workspaceId: string; now: Date }

/**
 * Does the work of one workspace, or a slice of it: about 100 trips at most, since an invocation has 1,000. Returns `more` if some
 * is left, which is done in an invocation of its own. The queue may deliver a message twice, late, or beside another one of
 * the same workspace, so a job reads what there is to do when it runs.
 */
export type Job = (env: Bindings, asked: Asked) => Promise<'done' | 'more'>

/** Tells the queue to run a job for each of these workspaces. */
export async function queueJobs(
  { JOBS }: Pick<Bindings, 'JOBS'>,
  job: JobName,
  { workspaceIds, now }: { workspaceIds: string[]; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await sendAll(
    JOBS,
    workspaceIds.map((workspace_id) => ({ kind: 'job', job, workspace_id, at })),
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
      // A message that has waited works with the time at which it is delivered.
      const waited = Math.max(0, Date.now() - message.timestamp.getTime())
      const now = new Date(Date.parse(message.body.at) + waited)
      const rest = await jobs[job](env, { workspaceId: workspace_id, now })
      if (rest === 'more') await queueJobs(env, job, { workspaceIds: [workspace_id], now })
      message.ack()
    } catch (error) {
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

class UnknownJob extends Error {
  override name = 'UnknownJob'
}
