import { Hono } from 'hono'
import type { Env } from '../../env'

/** The bank accounts of a workspace: statements, their lines, and what becomes of each. */
export const bankPages = new Hono<Env>()
