import { Hono } from 'hono'
import type { Env } from '../../env'
import { feeBulk } from './bulk'
import { exportFeesFile } from './export'
import { feeList } from './list'

/** The fees of a workspace: the list, one fee, claims, and acts on many. */
export const feePages = new Hono<Env>().route('/', feeList).route('/', feeBulk).route('/', exportFeesFile)
