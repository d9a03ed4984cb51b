import { Hono } from 'hono'
import type { Env } from '../../env'
import { sameOriginForms } from '../../http/forms'
import { pagePolicy } from '../../http/page-policy'
import { answerError, answerMessage } from '../entry/answer'
import { keepLanguage } from '../language'
import { apply } from './apply'
import { confirm } from './confirm'

/** The pages by which people apply for membership, which search engines may find. */
export const join = new Hono<Env>()
  .use(pagePolicy('portal'))
  .use(keepLanguage)
  .use(sameOriginForms())
  .route('/', confirm)
  .route('/', apply)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

join.onError(answerError)
