import { createMiddleware } from 'hono/factory'
import { currentWork } from '../db/work'
import type { Env } from '../env'
import { isReading } from './etag'
import { queueJobs } from './job-queue'

/** How long writes that follow can join the same delivery, in seconds. */
const DELAY_SECONDS = 2

/** Tells the endpoints of a workspace of a write, after it is answered. What no request writes, a cron finds within ten minutes. */
export const tellWebhooks = createMiddleware<Env>(async (c, next) => {
  await next()
  const work = currentWork()
  if (isReading(c) || c.res.status >= 400 || !work?.hasWebhooks || !work.workspaceId) return
  const told = queueJobs(c.env, 'send_webhooks', {
    workspaceIds: [work.workspaceId],
    now: new Date(),
    delaySeconds: DELAY_SECONDS,
  })
  // The cron finds what could not be told.
  c.executionCtx.waitUntil(told.catch(() => {}))
})
