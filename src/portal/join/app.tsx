import { Hono } from 'hono'
import type { Env } from '../../env'
import { sameOriginForms } from '../../http/forms'
import { noIndex } from '../../http/no-index'
import { pagePolicy } from '../../http/page-policy'
import { readsWhilePaused } from '../../http/paused'
import { requiresSetup } from '../../http/setup'
import { answerError, answerMessage } from '../entry/answer'
import { keepLanguage } from '../language'
import { takeMandateBackPage } from '../mandate/take-back'
import { apply } from './apply'
import { confirm } from './confirm'

/** The pages by which people apply for membership, which search engines may find. */
export const join = new Hono<Env>()
  .use(pagePolicy('portal'))
  // First: the page of a later refusal carries the form, and would send it as its own.
  .use(sameOriginForms())
  .use(requiresSetup)
  .use(readsWhilePaused)
  .use(keepLanguage)
  .use('/:workspace/mandate/*', noIndex)
  .route('/', confirm)
  .route('/', takeMandateBackPage('join'))
  .route('/', apply)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

join.onError(answerError)
