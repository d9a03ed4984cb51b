import { Hono } from 'hono'
import type { Env } from '../../env'
import { feeBulk } from './bulk/bulk'
import { chargePages } from './charge/charge'
import { chargedPage } from './charge/charged'
import { feeActPages } from './fee/act'
import { feePage } from './fee/fee'
import { noticePage } from './fee/notice'
import { exportFeesFile } from './list/export'
import { feeList } from './list/list'

/** The fees of a workspace: the list, acts on many, charging, and one fee. Pages with names of their own come before `:fee_id`. */
export const feePages = new Hono<Env>()
  .route('/', feeList)
  .route('/', feeBulk)
  .route('/', exportFeesFile)
  .route('/', chargePages)
  .route('/', chargedPage)
  .route('/', feePage)
  .route('/', feeActPages)
  .route('/', noticePage)
