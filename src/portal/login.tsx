import { type Context, Hono } from 'hono'
import { open } from '../db/client'
import { openSession } from '../domain/portal/sessions'
import type { Env } from '../env'
import { Button } from '../ui/button'
import { Form } from '../ui/form-layout'
import { memberLocaleFor } from '../ui/i18n/locale'
import { Actions } from '../ui/stack'
import { MessagePage } from './layout'
import { setSessionCookie } from './session'
import { loginTexts } from './texts/login'

// A token of any length, also an empty one, gets the same answer.
const PATHS = ['/login', '/login/', '/login/:token{.+}']

/** The page of a login link. Mail scanners open links and run their scripts, so only its button logs in. */
export const login = new Hono<Env>()
  .on('GET', PATHS, (c) => {
    const locale = memberLocaleFor(c.req)
    const t = loginTexts(locale)
    return c.html(
      <MessagePage title={t.title} lead={t.lead} locale={locale}>
        <Form>
          <Actions>
            <Button>{t.open}</Button>
          </Actions>
        </Form>
      </MessagePage>,
    )
  })

  .on('POST', PATHS, async (c) => {
    const session = await openSession(open(c.env.DB), {
      links: c.env.PORTAL_LINKS,
      requestId: c.var.requestId,
      now: new Date(),
      token: c.req.param('token') ?? '',
    })
    if (!session) return answerGone(c)
    setSessionCookie(c, session)
    return c.redirect('/portal', 303)
  })

function answerGone(c: Context<Env>) {
  const locale = memberLocaleFor(c.req)
  const t = loginTexts(locale)
  return c.html(<MessagePage title={t.goneTitle} lead={t.gone} locale={locale} />, 404)
}
