import { placesOf } from '../db/databases'
import { HOME, type Place } from '../db/places'
import type { Bindings, QueuedRun } from '../env'
import { deliveredAt } from './job-queue'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { sendAll } from './send-all'

/** A run of a cron in one database. */
export type RunAt = { cron: string; place: Place; now: Date }

/** Tells the queue to run a cron in each database after the first one: an invocation has 1,000 queries of D1. */
export async function queueRuns(env: Bindings, { cron, now }: Omit<RunAt, 'place'>): Promise<void> {
  const places = placesOf(env).filter((place) => place !== HOME)
  await sendAll(
    env.JOBS,
    places.map((place) => ({ kind: 'run', cron, place, at: now.toISOString() })),
  )
}

/**
 * Does the runs of some messages, but for databases that are bound no more. One that fails is not tried again, as no cron is: the next
 * one does what it left.
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
      noteFailure({ run: cron, database: place, error: nameOf(error) })
    }
    message.ack()
  }
}
