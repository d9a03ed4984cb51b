import { Hono } from 'hono'
import { confirmResignation, viewLinkedResignation } from '../../domain/portal/resign/confirm'
import type { Env } from '../../env'
import { locate } from '../../http/open-database'
import { mailOrigin } from '../../http/origin'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatDate } from '../../ui/i18n/format'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { entryOf } from '../entry/entry'
import { MessagePage } from '../layout'
import { messageTexts } from '../texts/messages'
import { resignTexts } from '../texts/resign'

const PATH = '/:workspace/resign/:token'

/** The page behind the link that confirms a resignation. Mail scanners open links, so only its button confirms. */
export const confirmResignPage = new Hono<Env>()
  .get(PATH, async (c) => {
    const workspace = (await entryOf(c))?.workspace
    const locale = memberLocaleFor(c.req, workspace)
    const { confirm: t } = resignTexts(locale)
    const found = await viewLinkedResignation(await locate(c.env, c.req.param('workspace')), {
      token: c.req.param('token'),
      now: new Date(),
    })
    if (!found) {
      const [title = '', lead = ''] = t.outcomes.gone
      return c.html(<MessagePage {...{ title, lead, locale, workspace }} />, 404)
    }
    return c.html(
      <MessagePage
        title={t.title}
        lead={t.lead(found.name, formatDate(found.leave_date, locale))}
        {...{ locale, workspace }}
      >
        <Form>
          <Actions>
            <Button kind="danger">{t.button}</Button>
          </Actions>
        </Form>
      </MessagePage>,
    )
  })

  .post(PATH, async (c) => {
    const origin = mailOrigin(c)
    const workspace = (await entryOf(c))?.workspace
    const locale = memberLocaleFor(c.req, workspace)
    const request = { requestId: c.var.requestId, now: new Date(), token: c.req.param('token') }
    const { outcome, notice } = await confirmResignation(
      await locate(c.env, c.req.param('workspace')),
      request,
    )
    if (notice)
      await c.env.MAILS.send({ kind: 'resignation_notice', ...notice, language: locale.language, origin })
    const [title = '', lead = ''] = resignTexts(locale).confirm.outcomes[outcome]
    return c.html(
      <MessagePage {...{ title, lead, locale, workspace }}>
        <Actions>
          <ButtonLink href="/portal">{messageTexts(locale).toPortal}</ButtonLink>
        </Actions>
      </MessagePage>,
      outcome === 'gone' ? 404 : 200,
    )
  })
