import { env } from 'cloudflare:workers'
import type { Bindings, QueuedJob } from '../../src/env'
import { QUIET } from './call'
import { jobQueue, runJobsOf } from './cron'
import { storedTables } from './storage'
import { rows, type Workspace, workspace } from './workspace'

/** Creates a sandbox. */
export const sandbox = (settings: object = {}): Promise<Workspace> =>
  workspace({ name: 'Sandbox', ...settings, sandbox: true })

/** Wipes a sandbox as the job of the night does, with those that it queues itself. Gives the jobs that failed. */
export const wipe = async (club: { id: string }, bindings: Partial<Bindings> = {}): Promise<QueuedJob[]> =>
  (await wipeInJobs(club, bindings)).failed

/** The same, with all jobs that ran. */
export async function wipeInJobs({ id }: { id: string }, bindings: Partial<Bindings> = {}) {
  const { queued, JOBS } = jobQueue()
  queued.push({ kind: 'job', job: 'wipe_sandbox', workspace_id: id, at: new Date().toISOString() })
  const failed = await runJobsOf(queued, { ...env, ...QUIET, JOBS, ...bindings } as Bindings)
  return { failed, jobs: queued }
}

/** Lets a day pass for a sandbox that was wiped. */
export const nextDay = ({ id }: { id: string }) =>
  rows(
    "UPDATE events SET at = '2026-01-31T03:37:00.000Z' WHERE workspace_id = ? AND action = 'workspace.wiped'",
    id,
  )

type Tables = Record<string, Record<string, unknown>[]>

/** The rows of a workspace, or all others, by table; those without rows are left out. */
export async function rowsOf({ id }: { id: string }, { isOwn = true } = {}): Promise<Tables> {
  const tables = await storedTables()
  const isOf = (name: string, row: Record<string, unknown>) =>
    row[name === 'workspaces' ? 'id' : 'workspace_id'] === id
  return Object.fromEntries(
    tables
      .map(({ name, rows }) => [name, rows.filter((row) => isOf(name, row) === isOwn)] as const)
      .filter(([, { length }]) => length > 0),
  )
}
