import type { Place } from '../db/places'
import { currentWork, newWork, report, workingOn } from '../db/work'
import { costOf, keepError } from './log'

/** The jobs of a run, by their names. */
export type Jobs = Record<string, () => Promise<unknown>>

/** What a job of a run did, as the line of the run has it. */
type Outcome = { ms: number; trips: number; error?: string }

/**
 * Runs the jobs of a cron side by side. One that fails hides no other: the line of the run has the outcome of each. Then the run
 * throws {@link JobsFailed}, so that the platform counts it.
 */
export async function runJobs({ run, place }: { run: string; place: Place }, jobs: Jobs): Promise<void> {
  const outcomes = await Promise.all(
    Object.entries(jobs).map(async ([job, start]) => [job, await outcomeOf(start)] as const),
  )
  const failed = outcomes.filter(([, { error }]) => error !== undefined).map(([job]) => job)
  report({ run, database: place, failed: failed.length, jobs: Object.fromEntries(outcomes) })
  if (failed.length > 0)
    throw new JobsFailed(`The ${run} run failed in ${failed.join(', ')} of the database ${place}.`, failed)
}

/** Some jobs of a run failed, the others are done. */
export class JobsFailed extends Error {
  override readonly name = 'JobsFailed'

  constructor(
    message: string,
    readonly jobs: string[],
  ) {
    super(message)
  }
}

async function outcomeOf(start: () => Promise<unknown>): Promise<Outcome> {
  const work = newWork()
  const started = performance.now()
  try {
    await workingOn(work, start)
  } catch (error) {
    keepError(work, error)
  }
  const whole = currentWork()
  if (whole) {
    whole.trips += work.trips
    whole.databaseTime += work.databaseTime
    whole.conflicts += work.conflicts
  }
  return { ms: Math.round(performance.now() - started), ...costOf(work) }
}
