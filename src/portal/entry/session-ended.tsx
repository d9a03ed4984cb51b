import type { Context } from 'hono'
import type { Env } from '../../env'
import { sentForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { Lead, Prose } from '../../ui/text'
import { MessagePage } from '../layout'
import { messageTexts } from '../texts/messages'
import { ClosedPage } from './closed'
import { entryOf } from './entry'
import { EntryForm } from './entry-form'

/**
 * Answers who is not signed in, if the portal is open (401): with the form that asks for a link, where it is known
 * whose portal it is. A form that was sent is kept in hidden inputs, so that it can be sent again after signing in
 * elsewhere; nothing of it is stored.
 */
export async function answerSessionEnded(c: Context<Env>) {
  const [entry, input] = await Promise.all([entryOf(c), sentInput(c)])
  const workspace = entry?.isOpen ? entry.workspace : undefined
  const locale = memberLocaleFor(c.req, entry?.workspace)
  if (entry && !entry.isOpen) return c.html(<ClosedPage workspace={entry.workspace} locale={locale} />, 404)
  const { sessionEnded, inputKept } = messageTexts(locale)
  if (!input) {
    const lead = workspace ? sessionEnded.askAgain : sessionEnded.lead
    return c.html(
      <MessagePage title={sessionEnded.title} {...{ lead, workspace, locale }}>
        {/* A browser that takes cookies brings one, if only whose portal it visited last. */}
        {!c.req.header('Cookie') && (
          <Prose>
            {sessionEnded.noCookie} {c.req.url.startsWith('http:') && sessionEnded.noCookieOverHttp}
          </Prose>
        )}
        {workspace && <EntryForm {...{ workspace, locale }} />}
      </MessagePage>,
      401,
    )
  }
  const { title, lead, goOn, ask } = inputKept
  return c.html(
    <MessagePage {...{ title, lead, workspace, locale }} keepsInput formPath="/portal">
      <Form action={c.req.path} hidden={input}>
        <Actions>
          <Button>{goOn}</Button>
        </Actions>
      </Form>
      {workspace && (
        <>
          <Lead>{ask}</Lead>
          <EntryForm {...{ workspace, locale }} isNewTab />
        </>
      )}
    </MessagePage>,
    401,
  )
}

/** The fields of the form that was sent; undefined if it has none, or more than a request without a session may send. */
async function sentInput(c: Context<Env>): Promise<URLSearchParams | undefined> {
  if (c.req.path === '/portal/sign-out') return undefined
  const form = await sentForm(c)
  return form && form.size > 0 ? form : undefined
}
