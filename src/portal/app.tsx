import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { sameOriginForms } from '../http/forms'
import { pageError } from '../http/page-error'
import { pagePolicy } from '../http/page-policy'
import { PROBLEMS } from '../http/problem'
import { stylesheet } from '../http/stylesheet'
import { localeFor } from '../ui/i18n/locale'
import { MessagePage } from './layout'
import { login } from './login'
import { myData } from './my-data'
import { myFees } from './my-fees'
import { requestLinkPage } from './request-link'
import { signOut } from './sign-out'
import type { PortalTexts } from './texts/de'
import { portalTexts } from './texts/texts'

/** The member portal. The page that requests a link matches any one segment, so its route comes last. */
export const portal = new Hono<Env>()
  .use(pagePolicy('portal'))
  .use(async (c, next) => {
    await next()
    c.header('X-Robots-Tag', 'noindex')
  })
  .use(sameOriginForms())
  .route('/', stylesheet)
  .route('/', login)
  .route('/', signOut)
  .route('/', myData)
  .route('/', myFees)
  .route('/', requestLinkPage)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

portal.onError((error, c) => {
  if (error instanceof DomainError && error.reason === 'unauthenticated')
    return answerMessage(c, 401, 'sessionEnded')
  if (error instanceof DomainError) return answerMessage(c, PROBLEMS[error.reason].status, 'notFound')
  const { status, message } = pageError(c, error)
  return answerMessage(c, status, message)
})

function answerMessage(
  c: Context<Env>,
  status: ContentfulStatusCode,
  message: keyof PortalTexts['messages'],
) {
  const locale = localeFor(c.req)
  return c.html(<MessagePage {...portalTexts(locale).messages[message]} locale={locale} />, status)
}
