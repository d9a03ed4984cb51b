import { Hono } from 'hono'
import { open } from '../../db/client'
import { type OpenedForm, requestMembership, viewJoinForm } from '../../domain/portal/join/request'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { Quiet } from '../../ui/text'
import { joinPath } from '../entry/entry'
import { MessagePage } from '../layout'
import { joinPageTexts } from '../texts/join'
import { answerClosed, JoinPage } from './form-page'
import { isHoneypotFilled } from './honeypot'
import { emptyValues, readApplication } from './read-form'
import { JoinSteps } from './steps'

/** The form by which people apply for membership. Its answers never tell who is a member. */
export const apply = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const opened = await viewJoinForm(open(c.env.DB), { idOrSlug: c.req.param('workspace') })
    const locale = memberLocaleFor(c.req, opened.workspace)
    if (!opened.isOpen) return answerClosed(c, opened.workspace, locale)
    return c.html(<JoinPage {...{ opened, locale }} values={emptyValues(opened)} />)
  })

  .post('/:workspace', async (c) => {
    const origin = mailOrigin(c)
    const sent = await readForm(c)
    const db = open(c.env.DB)
    const opened = await viewJoinForm(db, { idOrSlug: c.req.param('workspace') })
    const locale = memberLocaleFor(c.req, opened.workspace)
    if (!opened.isOpen) return answerClosed(c, opened.workspace, locale)
    const { person, agrees } = readApplication(sent, opened, locale)
    const page = { opened, locale, values: { ...emptyValues(opened), ...person }, agrees }
    const email = String(person.email ?? '')
    if (isHoneypotFilled(sent)) return c.html(<SentPage {...{ opened, locale, email }} />)
    try {
      const application = { person, agrees, caller: clientAddress(c), locale: locale.tag, now: new Date() }
      const mail = await requestMembership(db, opened, application)
      if (typeof mail === 'string') return c.html(<JoinPage {...page} notice={mail} />, 429)
      await c.env.MAILS.send({ kind: 'join_confirmation', ...mail, origin })
      return c.html(<SentPage {...{ opened, locale, email }} />)
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      return c.html(<JoinPage {...page} issues={error.issues} />, 422)
    }
  })

type SentProps = { opened: OpenedForm; locale: Locale; email: string }

function SentPage({ opened: { workspace }, locale, email }: SentProps) {
  const t = joinPageTexts(locale)
  return (
    <MessagePage title={t.sentTitle} lead={t.sent(email)} {...{ locale, workspace }}>
      <JoinSteps current="mail" locale={locale} />
      <Quiet>{t.sentHint}</Quiet>
      <p>
        <a href={joinPath(workspace)}>{t.again}</a>
      </p>
    </MessagePage>
  )
}
