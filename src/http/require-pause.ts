import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'
import { isPaused } from './paused'
import { RequestError } from './problem'

/** Refuses a request unless the service is paused. Throws `not_paused`. */
export const requirePause = createMiddleware<Env>(async (c, next) => {
  if (!isPaused(c.env)) throw new RequestError('not_paused', 'Set PAUSED first, and deploy.')
  await next()
})
