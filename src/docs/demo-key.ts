import type { Context } from 'hono'
import type { Env } from '../env'
import { isLoopback, originOf } from '../http/origin'

/** The API key of the demo, where the service runs on this machine with it. A deployment has none. */
export const demoKey = (c: Context<Env>): string | undefined =>
  isLoopback(originOf(c)) ? c.env.DEMO_KEY : undefined
