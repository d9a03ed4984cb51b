import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { sameOriginForms } from '../http/forms'
import { MissingPublicUrl } from '../http/origin'
import { pagePolicy } from '../http/page-policy'
import { logError, PROBLEMS, RequestError } from '../http/problem'
import { tongueFor } from '../ui/i18n/locale'
import type { Texts } from '../ui/i18n/texts'
import { Message } from './layout'
import { login } from './login'
import { myData } from './my-data'
import { myFees } from './my-fees'
import { requestLinkPage } from './request-link'
import { signOut } from './sign-out'
import { stylesheet } from './stylesheet'

/** The door that members come through. The entry page takes any single segment, so it stands last. */
export const portal = new Hono<Env>()
  .use(pagePolicy)
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
  .get('*', (c) => say(c, 404, 'missing'))

portal.onError((fault, c) => {
  if (fault instanceof HTTPException) return say(c, fault.status, 'refused')
  if (fault instanceof RequestError) return say(c, PROBLEMS[fault.kind].status, 'refused')
  if (fault instanceof DomainError && fault.reason === 'unauthenticated') return say(c, 401, 'ended')
  if (fault instanceof DomainError) return say(c, PROBLEMS[fault.reason].status, 'missing')
  if (fault instanceof MissingPublicUrl) {
    console.error(JSON.stringify({ request_id: c.var.requestId, error: fault.message }))
    return say(c, 503, 'unreachable')
  }
  logError(c, fault)
  return say(c, 500, 'broken')
})

function say(
  c: Context<Env>,
  status: ContentfulStatusCode,
  which: 'ended' | 'missing' | 'refused' | 'unreachable' | 'broken',
) {
  const tongue = tongueFor(c)
  const { title, lead }: Texts['missing'] = tongue.t[which]
  return c.html(<Message title={title} lead={lead} tongue={tongue} />, status)
}
