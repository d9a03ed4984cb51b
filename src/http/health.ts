import { Hono } from 'hono'
import { readDatabaseState } from '../db/migration'
import type { Env } from '../env'
import { originOf } from './origin'
import { missingSetup, switchedOff } from './setup'

/**
 * Says whether the service can do its work: 503 while a binding is missing or its database lacks a migration. Tells names and
 * versions, and no values. One trip.
 */
export const health = new Hono<Env>().get('/health', async (c) => {
  const missing = missingSetup(c.env)
  const database = c.env.DB
    ? await readDatabaseState(c.env.DB)
    : { status: 'unreachable' as const, migration: null }
  const isReady = missing.length === 0 && database.status === 'ok'
  return c.json(
    {
      status: isReady ? 'ok' : 'not_ready',
      version: c.env.VERSION?.id ?? null,
      databases: [{ name: 'DB', ...database }],
      missing,
      switched_off: switchedOff(c.env, originOf(c)),
    },
    isReady ? 200 : 503,
    isReady ? {} : { 'Retry-After': '60' },
  )
})
