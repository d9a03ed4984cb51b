import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings, QueuedJob } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from './call'

/** Runs what the service does once a day, at night, with the jobs that it queues. Gives the jobs that failed. */
export const runNightly = (bindings: Partial<Bindings> = {}): Promise<QueuedJob[]> =>
  run('37 3 * * *', new Date(), bindings)

/** Runs the cron of an hour, with the jobs that it queues. Gives the jobs that failed. */
export const runCron = (at = new Date(), bindings: Partial<Bindings> = {}): Promise<QueuedJob[]> =>
  run('17 * * * *', at, bindings)

async function run(cron: string, scheduledTime: Date, bindings: Partial<Bindings>): Promise<QueuedJob[]> {
  const queue = jobQueue()
  // Backups are on where a test has them: most are about something else.
  const all = { ...env, ...QUIET, JOBS: queue.JOBS, BACKUPS: undefined, ...bindings } as Bindings
  await worker.scheduled(createScheduledController({ scheduledTime, cron }), all)
  return runJobsOf(queue.queued, all)
}

/** A queue of jobs that keeps what it is told; apart, with its seconds, what is to wait for a minute. */
export function jobQueue() {
  const queued: QueuedJob[] = []
  const waiting: { body: QueuedJob; seconds: number }[] = []
  const sendBatch = async (
    messages: { body: QueuedJob }[],
    { delaySeconds: seconds = 0 }: { delaySeconds?: number } = {},
  ) => {
    const bodies = messages.map(({ body }) => body)
    if (seconds === 60) waiting.push(...bodies.map((body) => ({ body, seconds })))
    else queued.push(...bodies)
  }
  return { queued, waiting, JOBS: { sendBatch } as unknown as Queue<QueuedJob> }
}

/** Runs queued jobs, each in a batch of its own, and those that they queue themselves. Gives those that are to be retried. */
export async function runJobsOf(queued: QueuedJob[], bindings: Bindings): Promise<QueuedJob[]> {
  const failed: QueuedJob[] = []
  for (const body of queued) {
    const message = { id: '0', timestamp: new Date(), attempts: 1, body }
    const batch = createMessageBatch<QueuedJob>('membership-jobs', [message])
    await worker.queue(batch, bindings)
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    if (retryMessages.length > 0) failed.push(body)
  }
  return failed
}
