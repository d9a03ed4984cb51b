import { Hono } from 'hono'
import { SELECT_WATCHES, type Watch } from '../domain/watch/watches'
import { needsDatabase, readSizes } from '../domain/workspaces/databases'
import type { Bindings, Env } from '../env'
import { originOf } from './origin'
import { isPaused } from './paused'
import { databasesWithLimits } from './place-workspace'
import { missingSetup, switchedOff } from './setup'

/**
 * Says whether the service can do its work: 503 while a binding is missing or its database lacks a migration. `paused` while it
 * only reads. Alarms do not change the status. Tells names, versions and sizes, and nothing of anybody. One trip to each database.
 */
export const health = new Hono<Env>().get('/health', async (c) => {
  const missing = missingSetup(c.env)
  const { sizes, movesRunning, rows } = await readSizes<Watch>(
    missing.includes('DB') ? [] : databasesWithLimits(c.env),
    SELECT_WATCHES,
  )
  const isReady = missing.length === 0 && sizes.every(({ status }) => status === 'ok')
  return c.json(
    {
      status: isReady ? (isPaused(c.env) ? 'paused' : 'ok') : 'not_ready',
      paused: isPaused(c.env),
      version: c.env.VERSION?.id ?? null,
      databases: sizes,
      needs_database: needsDatabase(sizes),
      moves_running: movesRunning,
      missing,
      switched_off: switchedOff(c.env, originOf(c)),
      alarms: Object.fromEntries(
        rows.flatMap(({ name, raisedAt }) => (raisedAt === null ? [] : [[name, raisedAt]])),
      ),
      canary: canaryOf(c.env, rows),
    },
    isReady ? 200 : 503,
    isReady ? {} : { 'Retry-After': '60' },
  )
})

/** After so many minutes without an outcome, the hourly run has not run, or has not come to the canary. */
const LATE_MINUTES = 130

function canaryOf({ CANARY_WORKSPACE }: Bindings, watches: Watch[]) {
  if (!CANARY_WORKSPACE) return { status: 'off', checked_at: null, failed_since: null }
  const canary = watches.find(({ name }) => name === 'canary')
  const checkedAt = canary?.checkedAt ?? null
  const isLate = checkedAt === null || Date.now() - Date.parse(checkedAt) > LATE_MINUTES * 60_000
  const status = canary?.raisedAt ? 'failed' : isLate ? 'late' : 'ok'
  return { status, checked_at: checkedAt, failed_since: canary?.raisedAt ?? null }
}
