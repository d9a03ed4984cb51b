import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Refusal } from '../domain/shared/errors'
import type { Env } from '../env'
import { ForeignForm, ourForms } from '../http/forms'
import { MissingPublicUrl } from '../http/origin'
import { pagePolicy } from '../http/page-policy'
import { HttpFault, logFault, PROBLEMS } from '../http/problem'
import { tongueFor } from '../ui/i18n/locale'
import type { Texts } from '../ui/i18n/texts'
import { Message } from './layout'
import { login } from './login'
import { ownData } from './my-data'
import { ownFees } from './my-fees'
import { entry } from './request-link'
import { signOut } from './sign-out'
import { style } from './stylesheet'

/** The door that members come through. The entry page takes any single segment, so it stands last. */
export const portal = new Hono<Env>()
  .use(pagePolicy)
  .use(async (c, next) => {
    await next()
    c.header('X-Robots-Tag', 'noindex')
  })
  .use(ourForms)
  .route('/', style)
  .route('/', login)
  .route('/', signOut)
  .route('/', ownData)
  .route('/', ownFees)
  .route('/', entry)
  .get('*', (c) => say(c, 404, 'missing'))

portal.onError((fault, c) => {
  if (fault instanceof ForeignForm) return say(c, 403, 'refused')
  if (fault instanceof HttpFault) return say(c, PROBLEMS[fault.kind].status, 'refused')
  if (fault instanceof Refusal && fault.reason === 'unauthenticated') return say(c, 401, 'ended')
  if (fault instanceof Refusal) return say(c, PROBLEMS[fault.reason].status, 'missing')
  if (fault instanceof MissingPublicUrl) {
    console.error(JSON.stringify({ request_id: c.var.requestId, error: fault.message }))
    return say(c, 503, 'unreachable')
  }
  logFault(c, fault)
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
