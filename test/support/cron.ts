import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings } from '../../src/env'
import worker from '../../src/index'

/** Runs what the service does once a day, at night. */
export const runNightly = (): Promise<void> => runCron(new Date(new Date().setUTCHours(3, 17)))

/** Runs the cron of an hour. */
export const runCron = async (at = new Date(), bindings: Partial<Bindings> = {}): Promise<void> =>
  worker.scheduled(createScheduledController({ scheduledTime: at, cron: '17 * * * *' }), {
    ...env,
    ...bindings,
  } as Bindings)
