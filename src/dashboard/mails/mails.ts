import { Hono } from 'hono'
import type { Env } from '../../env'
import { automaticPage } from './automatic'
import { automaticRulePage } from './automatic-rule'
import { deletePage } from './delete'
import { editPage } from './edit'
import { heldPage } from './held'
import { listPage } from './list'
import { newPage } from './new'
import { mailPage } from './page'
import { preview } from './preview'
import { progress } from './progress'
import { reminderPages } from './reminders'
import { sandboxPage } from './sandbox'
import { sendAct } from './send'
import { steerActs } from './steer'
import { testAct } from './test'

/** The mails of a workspace: the list, the form of a new one, its review, and what became of one that is sent. */
export const mailPages = new Hono<Env>()
  .route('/', listPage)
  .route('/', newPage)
  .route('/', heldPage)
  .route('/', sandboxPage)
  .route('/', reminderPages)
  .route('/', automaticPage)
  .route('/', automaticRulePage)
  .route('/', mailPage)
  .route('/', editPage)
  .route('/', deletePage)
  .route('/', preview)
  .route('/', testAct)
  .route('/', sendAct)
  .route('/', steerActs)
  .route('/', progress)
