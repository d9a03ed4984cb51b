import { Hono } from 'hono'
import type { Env } from '../../env'
import { feeBulk } from './bulk'
import { claimPages } from './claim'
import { claimedPage } from './claimed'
import { exportFeesFile } from './export'
import { feePage } from './fee'
import { feeActPages } from './fee-act'
import { feeList } from './list'
import { noticePage } from './notice'

/** The fees of a workspace: the list, acts on many, claims, and one fee. Pages with names of their own come before `:fee_id`. */
export const feePages = new Hono<Env>()
  .route('/', feeList)
  .route('/', feeBulk)
  .route('/', exportFeesFile)
  .route('/', claimPages)
  .route('/', claimedPage)
  .route('/', feePage)
  .route('/', feeActPages)
  .route('/', noticePage)
