import { Hono } from 'hono'
import type { Env } from '../../env'
import { feeBulk } from './bulk'
import { exportFeesFile } from './export'
import { feePage } from './fee'
import { feeActPages } from './fee-act'
import { feeList } from './list'
import { noticePage } from './notice'

/** The fees of a workspace: the list, one fee, claims, and acts on many. */
export const feePages = new Hono<Env>()
  .route('/', feeList)
  .route('/', feeBulk)
  .route('/', exportFeesFile)
  .route('/', feePage)
  .route('/', feeActPages)
  .route('/', noticePage)
