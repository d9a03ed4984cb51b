import { Hono } from 'hono'
import { confirmEmail } from '../../domain/portal/confirm-email'
import type { Env } from '../../env'
import { locate } from '../../http/open-database'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { entryOf } from '../entry/entry'
import { EntryForm } from '../entry/entry-form'
import { MessagePage } from '../layout'
import { emailTexts } from '../texts/email'
import { messageTexts } from '../texts/messages'

const PATH = '/:workspace/email/:token'

const STATUS = { confirmed: 200, overtaken: 409, gone: 404 } as const

/** The page behind the link that confirms a new address. Mail scanners open links, so only its button confirms. */
export const confirmEmailPage = new Hono<Env>()
  .get(PATH, async (c) => {
    const workspace = (await entryOf(c))?.workspace
    const locale = memberLocaleFor(c.req, workspace)
    const t = emailTexts(locale)
    return c.html(
      <MessagePage title={t.confirmTitle} lead={t.confirmLead} {...{ locale, workspace }}>
        <Form>
          <Actions>
            <Button>{t.confirm}</Button>
          </Actions>
        </Form>
      </MessagePage>,
    )
  })

  .post(PATH, async (c) => {
    const request = { requestId: c.var.requestId, now: new Date(), token: c.req.param('token') }
    const outcome = await confirmEmail(await locate(c.env, c.req.param('workspace')), request)
    const entry = await entryOf(c)
    const workspace = entry?.workspace
    const locale = memberLocaleFor(c.req, workspace)
    const t = emailTexts(locale)
    const [title, lead] = {
      confirmed: [t.doneTitle, t.done] as const,
      overtaken: [t.overtakenTitle, t.overtaken] as const,
      gone: [t.goneTitle, t.gone] as const,
    }[outcome]
    return c.html(
      <MessagePage {...{ title, lead, locale, workspace }}>
        {outcome === 'confirmed' && entry?.isOpen ? (
          <EntryForm workspace={entry.workspace} locale={locale} />
        ) : (
          <Actions>
            <ButtonLink href="/portal">{messageTexts(locale).toPortal}</ButtonLink>
          </Actions>
        )}
      </MessagePage>,
      STATUS[outcome],
    )
  })
