import { type Context, Hono } from 'hono'
import { agreeToEmail, takeEmailBack } from '../../domain/portal/reverse-email'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { locate } from '../../http/open-database'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { entryOf } from '../entry/entry'
import { EntryForm } from '../entry/entry-form'
import { MessagePage } from '../layout'
import { emailTexts } from '../texts/email'

const PATH = '/:workspace/address/:token'

const STATUS = { back: 200, agreed: 200, overtaken: 409, gone: 404 } as const

/** The page behind the link that an old address gets. Mail scanners open links, so only its buttons change anything. */
export const reverseEmailPage = new Hono<Env>()
  .get(PATH, async (c) => {
    const workspace = (await entryOf(c))?.workspace
    const locale = memberLocaleFor(c.req, workspace)
    const { reversal: t } = emailTexts(locale)
    return c.html(
      <MessagePage title={t.title} lead={t.lead} {...{ locale, workspace }}>
        <Form>
          <Actions>
            <Button kind="danger" name="act" value="back">
              {t.takeBack}
            </Button>
            <Button kind="second" name="act" value="agree">
              {t.agree}
            </Button>
          </Actions>
        </Form>
      </MessagePage>,
    )
  })

  .post(PATH, async (c) => {
    const request = { requestId: c.var.requestId, now: new Date(), token: c.req.param('token') }
    const act = (await readForm(c)).get('act') === 'agree' ? agreeToEmail : takeEmailBack
    return answerOutcome(c, await act(await locate(c.env, c.req.param('workspace')), request))
  })

async function answerOutcome(c: Context<Env>, outcome: keyof typeof STATUS) {
  const entry = await entryOf(c)
  const workspace = entry?.workspace
  const locale = memberLocaleFor(c.req, workspace)
  const { [outcome]: texts } = emailTexts(locale).reversal
  return c.html(
    <MessagePage {...texts} {...{ locale, workspace }}>
      {outcome === 'back' && entry?.isOpen && <EntryForm workspace={entry.workspace} locale={locale} />}
    </MessagePage>,
    STATUS[outcome],
  )
}
