import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { sameOriginForms } from '../http/forms'
import { MissingPublicUrl } from '../http/origin'
import { pagePolicy } from '../http/page-policy'
import { logError, PROBLEMS, RequestError } from '../http/problem'
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
  .use(sameOriginForms)
  .route('/', stylesheet)
  .route('/', login)
  .route('/', signOut)
  .route('/', myData)
  .route('/', myFees)
  .route('/', requestLinkPage)
  .get('*', (c) => answerMessage(c, 404, 'notFound'))

portal.onError((error, c) => {
  if (error instanceof HTTPException) return answerMessage(c, error.status, 'requestRefused')
  if (error instanceof RequestError) return answerMessage(c, PROBLEMS[error.kind].status, 'requestRefused')
  if (error instanceof DomainError && error.reason === 'unauthenticated')
    return answerMessage(c, 401, 'sessionEnded')
  if (error instanceof DomainError) return answerMessage(c, PROBLEMS[error.reason].status, 'notFound')
  if (error instanceof MissingPublicUrl) {
    console.error(JSON.stringify({ request_id: c.var.requestId, error: error.message }))
    return answerMessage(c, 503, 'noMail')
  }
  logError(c, error)
  return answerMessage(c, 500, 'serverError')
})

function answerMessage(
  c: Context<Env>,
  status: ContentfulStatusCode,
  message: keyof PortalTexts['messages'],
) {
  const locale = localeFor(c.req)
  return c.html(<MessagePage {...portalTexts(locale).messages[message]} locale={locale} />, status)
}
