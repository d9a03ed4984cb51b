import { Hono } from 'hono'
import type { Env } from '../env'
import { sameOriginForms } from '../http/forms'
import { noIndex } from '../http/no-index'
import { pagePolicy } from '../http/page-policy'
import { stylesheet } from '../http/stylesheet'
import { answerError, answerMessage } from './answer'
import { confirmEmailPage } from './confirm-email'
import { keepLanguage } from './language'
import { login } from './login'
import { logo } from './logo'
import { editData } from './my-data/edit'
import { myRecord } from './my-data/record'
import { viewData } from './my-data/view'
import { myEmail } from './my-email'
import { myFees } from './my-fees'
import { myMembership } from './my-membership'
import { myNews } from './my-news'
import { myPayments } from './my-payments'
import { requestLinkPage } from './request-link'
import { reverseEmailPage } from './reverse-email'
import { signOut } from './sign-out'

/** The member portal. The page that requests a link matches any one segment, so its route comes last. */
export const portal = new Hono<Env>()
  .use(pagePolicy('portal'))
  .use(noIndex)
  .use(keepLanguage)
  .use(sameOriginForms())
  .route('/', stylesheet)
  .route('/', logo)
  .route('/', login)
  .route('/', confirmEmailPage)
  .route('/', reverseEmailPage)
  .route('/', signOut)
  .route('/', viewData)
  .route('/', editData)
  .route('/', myRecord)
  .route('/', myEmail)
  .route('/', myMembership)
  .route('/', myNews)
  .route('/', myFees)
  .route('/', myPayments)
  .route('/', requestLinkPage)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

portal.onError(answerError)
