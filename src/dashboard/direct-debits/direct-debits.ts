import { Hono } from 'hono'
import type { Env } from '../../env'
import { announcementFile } from './collection/announcement'
import { discardPage } from './collection/discard'
import { fileDownload } from './collection/file'
import { collectionPage } from './collection/page'
import { removePage } from './collection/remove'
import { returnPage } from './collection/return'
import { settlePage } from './collection/settle'
import { submitAct } from './collection/submit'
import { unblockPage } from './collection/unblock'
import { unsettlePage } from './collection/unsettle'
import { listPage } from './list'
import { checkPage } from './new/check'
import { choosePage } from './new/choose'
import { datePage } from './new/date'
import { releasePage } from './new/release'
import { restoredPage } from './restored'

/** The direct debits of a workspace: the list, one collection, and the steps to a new one. */
export const directDebitPages = new Hono<Env>()
  .route('/', listPage)
  .route('/', choosePage)
  .route('/', checkPage)
  .route('/', datePage)
  .route('/', releasePage)
  .route('/', restoredPage)
  .route('/', collectionPage)
  .route('/', submitAct)
  .route('/', fileDownload)
  .route('/', announcementFile)
  .route('/', settlePage)
  .route('/', unsettlePage)
  .route('/', discardPage)
  .route('/', removePage)
  .route('/', returnPage)
  .route('/', unblockPage)
