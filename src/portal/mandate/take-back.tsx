import { Hono } from 'hono'
import { takeMandateBack } from '../../domain/portal/mandate/links'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { locate } from '../../http/open-database'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { entryOf } from '../entry/entry'
import { MessagePage } from '../layout'
import { mandateTexts } from '../texts/mandate'

const PATH = '/:workspace/mandate/:token'

const STATUS = { back: 200, over: 409, gone: 404 } as const

/**
 * The page behind the link in the mail about a mandate that was given in the portal or with an application. Mail scanners open
 * links, so only its button changes anything.
 */
export const takeMandateBackPage = (door: 'portal' | 'join') =>
  new Hono<Env>()
    .get(PATH, async (c) => {
      const workspace = (await entryOf(c))?.workspace
      const locale = memberLocaleFor(c.req, workspace)
      const { takeBack: t } = mandateTexts(locale)
      return c.html(
        <MessagePage title={t.title} lead={t.leads[door]} {...{ locale, workspace }}>
          <Form>
            <Actions>
              <Button kind="danger">{t.act}</Button>
            </Actions>
          </Form>
        </MessagePage>,
      )
    })

    .post(PATH, async (c) => {
      await readForm(c)
      const request = { requestId: c.var.requestId, now: new Date(), token: c.req.param('token') }
      const outcome = await takeMandateBack(
        await locate(c.env, c.req.param('workspace')),
        c.env.PORTAL_LINKS,
        request,
      )
      const workspace = (await entryOf(c))?.workspace
      const locale = memberLocaleFor(c.req, workspace)
      const texts = mandateTexts(locale).outcomes[outcome]
      return c.html(<MessagePage {...texts} {...{ locale, workspace }} />, STATUS[outcome])
    })
