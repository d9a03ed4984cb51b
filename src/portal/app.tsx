import { Hono } from 'hono'
import type { Env } from '../env'
import { sameOriginForms } from '../http/forms'
import { noIndex } from '../http/no-index'
import { pagePolicy } from '../http/page-policy'
import { readsWhilePaused } from '../http/paused'
import { requiresSetup } from '../http/setup'
import { stylesheet } from '../http/stylesheet'
import { confirmEmailPage } from './email/confirm'
import { myEmail } from './email/my-email'
import { reverseEmailPage } from './email/reverse'
import { answerError, answerMessage } from './entry/answer'
import { login } from './entry/login'
import { requestLinkPage } from './entry/request-link'
import { signOut } from './entry/sign-out'
import { keepLanguage } from './language'
import { logo } from './logo'
import { grantMandatePage } from './mandate/grant'
import { takeMandateBackPage } from './mandate/take-back'
import { withdrawMandatePage } from './mandate/withdraw'
import { editData } from './my-data/edit'
import { myMembership } from './my-data/my-membership'
import { myNews } from './my-data/my-news'
import { myRecord } from './my-data/record'
import { viewData } from './my-data/view'
import { myFees } from './my-fees/my-fees'
import { myPayer } from './my-fees/my-payer'
import { myPayments } from './my-fees/my-payments'
import { confirmResignPage } from './resign/confirm'
import { resignPage } from './resign/resign'

/** The member portal. The page that requests a link matches any one segment, so its route comes last. */
export const portal = new Hono<Env>()
  .use(pagePolicy('portal'))
  // First: the page of a later refusal carries the form, and would send it as its own.
  .use(sameOriginForms())
  .use(requiresSetup)
  .use(readsWhilePaused)
  .use(noIndex)
  .use(keepLanguage)
  .route('/', stylesheet)
  .route('/', logo)
  .route('/', login)
  .route('/', confirmEmailPage)
  .route('/', reverseEmailPage)
  .route('/', takeMandateBackPage('portal'))
  .route('/', confirmResignPage)
  .route('/', signOut)
  .route('/', viewData)
  .route('/', editData)
  .route('/', myRecord)
  .route('/', myEmail)
  .route('/', grantMandatePage)
  .route('/', withdrawMandatePage)
  .route('/', myMembership)
  .route('/', myNews)
  .route('/', myFees)
  .route('/', myPayments)
  .route('/', myPayer)
  .route('/', resignPage)
  .route('/', requestLinkPage)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

portal.onError(answerError)
