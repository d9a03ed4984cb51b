import { currentWork, newWork, type Work, workingOn } from '../db/work'
import type { Bindings } from '../env'
import { costOf, keepError, levelOf, writeLine } from './log'
import { kindOf } from './message-kind'

/** Does what a cron starts, and writes one line for it: how long each job took, and which failed. */
export const logRun = (env: Bindings, cron: string, act: () => Promise<void>): Promise<void> =>
  logged(env, act, () => ({ cron }))

/**
 * Handles a batch of a queue, and writes one line for it: its messages by kind, how many were done, retried or given up, and why.
 * The messages that `act` gets count what it does with them.
 */
export async function logBatch<Body>(
  env: Bindings,
  { queue, messages }: MessageBatch<Body>,
  act: (messages: readonly Message<Body>[]) => Promise<void>,
): Promise<void> {
  const counts = { done: 0, retried: 0 }
  const counting = messages.map((message) => ({
    id: message.id,
    timestamp: message.timestamp,
    attempts: message.attempts,
    body: message.body,
    ack() {
      counts.done += 1
      message.ack()
    },
    retry(options?: QueueRetryOptions) {
      counts.retried += 1
      message.retry(options)
    },
  }))
  const kinds: Record<string, number> = {}
  for (const { body } of messages) kinds[kindOf(body)] = (kinds[kindOf(body)] ?? 0) + 1
  await logged(
    env,
    () => act(counting as unknown as readonly Message<Body>[]),
    ({ error, report }) => {
      const rest = messages.length - counts.done - counts.retried
      // The platform acknowledges what a batch leaves, and retries it if the batch fails.
      const [done, retried] = error ? [0, rest] : [rest, 0]
      const failures = (report.failures ?? []) as Failure[]
      return {
        queue,
        kinds,
        count: messages.length,
        done: counts.done + done,
        retried: counts.retried + retried,
        failed: failures.filter((failure) => 'given_up' in failure || 'dropped' in failure).length,
      }
    },
  )
}

/** Why a message was not done: its attempt, the name of the error, and what happens next. No value of its body. */
export type Failure = Record<string, string | number | undefined>

/** Keeps why a message was not done, for the line of its batch. */
export function noteFailure(failure: Failure): void {
  const work = currentWork()
  if (work) work.report.failures = [...((work.report.failures as Failure[] | undefined) ?? []), failure]
}

async function logged(
  env: Bindings,
  act: () => Promise<void>,
  facts: (work: Work) => Record<string, unknown>,
): Promise<void> {
  const work = newWork()
  const started = performance.now()
  try {
    await workingOn(work, act)
  } catch (error) {
    keepError(work, error)
    throw error
  } finally {
    const level = work.report.failures ? 'error' : levelOf(work)
    const ms = Math.round(performance.now() - started)
    writeLine(env, level, { ...facts(work), ms, ...work.report, ...costOf(work) })
  }
}
