import { trip } from '../db/client'
import { openHome } from '../db/databases'
import { note } from '../db/work'
import { clear, raise } from '../domain/watch/watches'
import type { Bindings } from '../env'
import { JobsFailed, runJobs } from '../http/jobs'
import { nameOf } from '../http/log'
import { tellOperator } from './tell-operator'

/** Runs the jobs of a cron, keeps whether one of them failed, and mails the operator what is new. Throws as `runJobs` does. */
export async function runWatched(
  { env, run, now }: { env: Bindings; run: 'hourly' | 'nightly'; now: Date },
  jobs: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const watch = `${run}_failed` as const
  const db = openHome(env)
  try {
    await runJobs(run, jobs)
    await trip(db, { watch: clear(watch, now) })
  } catch (error) {
    if (error instanceof JobsFailed)
      await attempt('watch', () => trip(db, { watch: raise(watch, error.jobs.join(', '), now) }))
    throw error
  } finally {
    await attempt('operator_not_told', () => tellOperator(env, now))
  }
}

// What made a job fail may keep the service from telling it. The run then has the first failure, and this one as a note.
async function attempt(name: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    note(name, nameOf(error))
  }
}
