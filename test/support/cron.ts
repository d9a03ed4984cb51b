import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings } from '../../src/env'
import worker from '../../src/index'

/** Runs what the service does once a day, at night. */
export const runNightly = (bindings: Partial<Bindings> = {}): Promise<void> =>
  run('37 3 * * *', new Date(), bindings)

/** Runs the cron of an hour. */
export const runCron = (at = new Date(), bindings: Partial<Bindings> = {}): Promise<void> =>
  run('17 * * * *', at, bindings)

const run = async (cron: string, scheduledTime: Date, bindings: Partial<Bindings>): Promise<void> =>
  worker.scheduled(createScheduledController({ scheduledTime, cron }), { ...env, ...bindings } as Bindings)
