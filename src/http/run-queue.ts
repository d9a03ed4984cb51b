import { placesOf } from '../db/databases'
import { HOME, type Place } from '../db/places'
import type { Bindings, QueuedRun } from '../env'
import { deliveredAt } from './job-queue'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { sendAll } from './send-all'

/** A run of a cron in one database. */
export type RunAt = { cron: string; place: Place; now: Date }

/** Queues the run of a cron in each database after the first one. Each is an invocation of its own, with 1,000 queries of D1. */
export async function queueRuns(env: Bindings, { cron, now }: Omit<RunAt, 'place'>): Promise<void> {
  const places = placesOf(env).filter((place) => place !== HOME)
  await sendAll(
    env.JOBS,
    places.map((place) => ({ kind: 'run', cron, place, at: now.toISOString() })),
  )
}

/**
 * Runs the crons that messages ask for; a database that is no longer bound is skipped. A run that fails is in the line of the batch
 * and is not retried: the next one does what is left.
 */
export async function runQueuedRuns(
  messages: readonly Message<QueuedRun>[],
  env: Bindings,
  run: (at: RunAt) => Promise<void>,
): Promise<void> {
  const places = placesOf(env)
  for (const message of messages) {
    const { cron, place } = message.body
    try {
      if (places.includes(place)) await run({ cron, place, now: deliveredAt(message) })
    } catch (error) {
      noteFailure({ cron, database: place, error: nameOf(error) })
    }
    message.ack()
  }
}
