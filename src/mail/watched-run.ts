import { trip } from '../db/client'
import { openHome } from '../db/databases'
import { HOME, type Place } from '../db/places'
import { note } from '../db/work'
import { clear, raise, type WatchedRun, watchOfRun } from '../domain/watch/watches'
import type { Bindings } from '../env'
import { type Jobs, JobsFailed, runJobs } from '../http/jobs'
import { nameOf } from '../http/log'
import { tellOperator } from './tell-operator'

type Watched = { env: Bindings; run: WatchedRun; place: Place; now: Date }

/**
 * Runs the jobs of a cron in a database, and keeps in the first one whether any failed. The run of the first database also mails the
 * operator the new alarms of all databases. Throws `JobsFailed`. One trip beside those of the jobs, and one or two to mail.
 */
export async function runWatched({ env, run, place, now }: Watched, jobs: Jobs): Promise<void> {
  const watch = watchOfRun(run, place)
  const db = openHome(env)
  try {
    await runJobs({ run, place }, jobs)
    await trip(db, { watch: clear(watch, now) })
  } catch (error) {
    if (error instanceof JobsFailed)
      await attempt('watch', () => trip(db, { watch: raise(watch, error.jobs.join(', '), now) }))
    throw error
  } finally {
    if (place === HOME) await attempt('operator_not_told', () => tellOperator(env, now))
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
