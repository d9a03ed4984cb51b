import { type Context, Hono } from 'hono'
import { openSession } from '../../domain/portal/sessions'
import type { Env } from '../../env'
import { browserTokenFor, keepKnownBrowser } from '../../http/known-browser'
import { databaseOf } from '../../http/open-database'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { MessagePage } from '../layout'
import { setSessionCookie } from '../session'
import { loginTexts } from '../texts/login'
import { ClosedPage } from './closed'
import { entryOf, keepEntry } from './entry'
import { EntryForm } from './entry-form'

// A token of any length, also an empty one, gets the same answer. Links without a workspace were mailed by an earlier version.
const PATHS = ['', '/:workspace'].flatMap((workspace) =>
  ['/login', '/login/', '/login/:token{.+}'].map((path) => `${workspace}${path}`),
)

/** The page of a login link. Mail scanners open links and run their scripts, so only its button logs in. */
export const login = new Hono<Env>()
  .on('GET', PATHS, async (c) => {
    const entry = await entryOf(c)
    const locale = memberLocaleFor(c.req, entry?.workspace)
    const t = loginTexts(locale)
    if (entry && !entry.isOpen) return c.html(<ClosedPage workspace={entry.workspace} locale={locale} />, 404)
    return c.html(
      <MessagePage title={t.title} lead={t.lead} locale={locale} workspace={entry?.workspace}>
        <Form>
          <Actions>
            <Button>{t.open}</Button>
          </Actions>
        </Form>
      </MessagePage>,
    )
  })

  .on('POST', PATHS, async (c) => {
    const browser = browserTokenFor(c)
    const session = await openSession((workspaceId) => databaseOf(c.env, workspaceId), {
      links: c.env.PORTAL_LINKS,
      requestId: c.var.requestId,
      now: new Date(),
      token: c.req.param('token') ?? '',
      browser,
    })
    if (!session) return answerGone(c)
    setSessionCookie(c, session)
    keepKnownBrowser(c, browser)
    keepEntry(c, session.workspaceId)
    return c.redirect('/portal', 303)
  })

/** Answers an expired link with the form that asks for a new one, if it is known whose portal it was for. */
async function answerGone(c: Context<Env>) {
  const entry = await entryOf(c)
  const locale = memberLocaleFor(c.req, entry?.workspace)
  const t = loginTexts(locale)
  const { workspace } = entry ?? {}
  if (!workspace) return c.html(<MessagePage title={t.goneTitle} lead={t.gone} locale={locale} />, 404)
  if (!entry?.isOpen) return c.html(<ClosedPage {...{ workspace, locale }} />, 404)
  return c.html(
    <MessagePage title={t.goneTitle} lead={t.goneAskAgain} {...{ workspace, locale }}>
      <EntryForm {...{ workspace, locale }} />
    </MessagePage>,
    404,
  )
}
