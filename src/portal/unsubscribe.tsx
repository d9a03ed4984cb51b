import { type Context, Hono } from 'hono'
import { wherever } from '../domain/access/wherever'
import { type Subscription, setSubscription, viewSubscription } from '../domain/mails/unsubscribe'
import type { Env } from '../env'
import { UNAUTHORIZED_BYTES } from '../http/body'
import { readUpload } from '../http/forms'
import { noIndex } from '../http/no-index'
import { databaseOfToken } from '../http/open-database'
import { pagePolicy } from '../http/page-policy'
import { readsWhilePaused } from '../http/paused'
import { requiresSetup } from '../http/setup'
import { Button } from '../ui/button'
import { Form } from '../ui/form-layout'
import { memberLocaleFor } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { Actions } from '../ui/stack'
import { answerError } from './entry/answer'
import { keepLanguage } from './language'
import { MessagePage } from './layout'
import { unsubscribeTexts } from './texts/unsubscribe'

/**
 * The page behind the unsubscribe link of a mail. Mail scanners open links, so only a POST unsubscribes: that of the
 * button, or that of a mail program (RFC 8058), which comes from no page. The token authorizes it, so its origin is
 * not checked. A token ends with its person.
 */
export const unsubscribe = new Hono<Env>()
  .use(pagePolicy('portal'))
  .use(requiresSetup)
  .use(readsWhilePaused)
  .use(noIndex)
  .use(keepLanguage)
  .get('/:token', async (c) => {
    const token = c.req.param('token')
    const db = databaseOfToken(c.env, token)
    return answerPage(c, await wherever(db, () => viewSubscription(db, { token })))
  })
  .post('/:token', async (c) => {
    const form = await readUpload(c, async () => {}, UNAUTHORIZED_BYTES)
    const token = c.req.param('token')
    // Kept for a page that lets the reader send it again: the body can be read only once.
    c.set('form', new URLSearchParams({ news: String(form.get('news') ?? '') }))
    const request = {
      token,
      isRefused: form.get('news') !== 'wanted',
      requestId: c.var.requestId,
      now: new Date(),
    }
    const db = databaseOfToken(c.env, token)
    const subscription = await wherever(db, () => setSubscription(db, request))
    return answerPage(c, subscription, { isChanged: true })
  })

unsubscribe.onError(answerError)

function answerPage(
  c: Context<Env>,
  subscription: Subscription | undefined,
  { isChanged = false }: { isChanged?: boolean } = {},
) {
  const locale = memberLocaleFor(c.req, subscription)
  const t = unsubscribeTexts(locale)
  if (!subscription) return c.html(<MessagePage title={t.goneTitle} lead={t.gone} locale={locale} />, 404)
  const { name, names, isRefused } = subscription
  const everyone = names.length > 1 && new Intl.ListFormat(locale.tag).format(names)
  const [title, lead] = isRefused ? [t.doneTitle, t.done(name)] : [t.title, t.lead(name)]
  return c.html(
    <MessagePage {...{ title, lead, locale }} workspace={subscription}>
      {isChanged && !isRefused && <Notice tone="good">{t.wanted}</Notice>}
      {everyone && <p>{t.everyone(everyone)}</p>}
      <Form>
        <Actions>
          <Button
            name="news"
            value={isRefused ? 'wanted' : 'refused'}
            kind={isRefused ? 'second' : 'primary'}
          >
            {isRefused ? t.again : t.unsubscribe}
          </Button>
        </Actions>
      </Form>
    </MessagePage>,
  )
}
