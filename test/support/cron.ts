import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings, QueuedJob, QueuedRun } from '../../src/env'
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
  const ran = worker.scheduled(createScheduledController({ scheduledTime, cron }), all)
  // A run that fails has queued messages all the same.
  await ran.catch(() => {})
  await runJobsOf(queue.runs, all)
  const failed = await runJobsOf(queue.queued, all)
  await ran
  return failed
}

/** A queue of jobs that keeps its messages: the runs of databases, the jobs, and the jobs that wait for a minute, with their seconds. */
export function jobQueue() {
  const runs: QueuedRun[] = []
  const queued: QueuedJob[] = []
  const waiting: { body: QueuedJob; seconds: number }[] = []
  const sendBatch = async (
    messages: { body: QueuedJob | QueuedRun }[],
    { delaySeconds: seconds = 0 }: { delaySeconds?: number } = {},
  ) => {
    const all = messages.map(({ body }) => body)
    runs.push(...all.filter((body) => body.kind === 'run'))
    const bodies = all.filter((body) => body.kind === 'job')
    if (seconds === 60) waiting.push(...bodies.map((body) => ({ body, seconds })))
    else queued.push(...bodies)
  }
  return { runs, queued, waiting, JOBS: { sendBatch } as unknown as Queue<QueuedJob> }
}

/** Runs queued jobs, each in a batch of its own, and those that they queue themselves. Returns those that are to be retried. */
export async function runJobsOf<Body extends QueuedJob | QueuedRun>(
  queued: Body[],
  bindings: Bindings,
): Promise<Body[]> {
  const failed: Body[] = []
  for (const body of queued) {
    const message = { id: '0', timestamp: new Date(), attempts: 1, body }
    const batch = createMessageBatch<Body>('membership-jobs', [message])
    await worker.queue(batch, bindings)
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    if (retryMessages.length > 0) failed.push(body)
  }
  return failed
}
