import { Hono } from 'hono'
import type { Env } from '../../env'

/** The cash book of a workspace: the journal, vouchers, counts, reports, and the end of a year. */
export const cashBookPages = new Hono<Env>()
