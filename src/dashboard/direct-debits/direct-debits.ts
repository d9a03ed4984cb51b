import { Hono } from 'hono'
import type { Env } from '../../env'

/** The direct debits of a workspace: the list, one collection, and the steps to a new one. */
export const directDebitPages = new Hono<Env>()
