import { Hono } from 'hono'
import type { Env } from '../../env'

/** The fees of a workspace: the list, one fee, claims, and acts on many. */
export const feePages = new Hono<Env>()
