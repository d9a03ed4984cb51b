import { Hono } from 'hono'
import type { Env } from '../../env'
import { assignPage } from './assign'
import { bookFeesPage } from './book-fees'
import { closePage } from './close'
import { countPage } from './count'
import { countResultPage } from './count-result'
import { exportFiles } from './export'
import { journalPage } from './journal'
import { newVoucherPage } from './new'
import { reopenPage } from './reopen'
import { reportPage } from './report'
import { reversePage } from './reverse'
import { transferPage } from './transfer'
import { voucherPage } from './voucher'

/** The cash book of a workspace. A voucher comes last, since its id may stand where the others have a name. */
export const cashBookPages = new Hono<Env>()
  .route('/', journalPage)
  .route('/', newVoucherPage)
  .route('/', transferPage)
  .route('/', countPage)
  .route('/', countResultPage)
  .route('/', assignPage)
  .route('/', bookFeesPage)
  .route('/', reportPage)
  .route('/', exportFiles)
  .route('/', closePage)
  .route('/', reopenPage)
  .route('/', reversePage)
  .route('/', voucherPage)
