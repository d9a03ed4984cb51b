import { type Context, Hono } from 'hono'
import type { Db } from '../../db/client'
import { wherever } from '../../domain/access/wherever'
import { maskIban } from '../../domain/persons/mask'
import { addressOf, type FamilyInput, MAX_APPLICANTS } from '../../domain/portal/join/family'
import {
  type Change,
  type ChangedForm,
  changeApplication,
  type OpenedForm,
  requestMembership,
  viewJoinForm,
} from '../../domain/portal/join/request'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { readForm } from '../../http/forms'
import { databaseOfNamed } from '../../http/open-database'
import { mailOrigin } from '../../http/origin'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { FAMILY } from '../../ui/join/names'
import type { JoinValues } from '../../ui/join/values'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { joinPath } from '../entry/entry'
import { MessagePage } from '../layout'
import { joinPageTexts } from '../texts/join'
import { answerClosed, hiddenOf, JoinPage } from './form-page'
import { isHoneypotFilled } from './honeypot'
import { CHANGE, changeIn, emptyValues, readApplication, valuesOf } from './read-form'
import { JoinSteps } from './steps'

/** The form by which people apply for membership. Its answers never tell who is a member. */
export const apply = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const idOrSlug = c.req.param('workspace')
    const db = await databaseOfNamed(c.env, idOrSlug)
    const opened = await wherever(db, () => viewJoinForm(db, { idOrSlug }))
    const locale = memberLocaleFor(c.req, opened.workspace)
    if (!opened.isOpen) return answerClosed(c, opened.workspace, locale)
    const values = emptyValues(opened, new URL(c.req.url).searchParams)
    return c.html(<JoinPage {...{ opened, locale, values }} />)
  })

  .post('/:workspace', async (c) => {
    const sent = await readForm(c)
    const { change, isAsked } = changeIn(sent)
    const idOrSlug = c.req.param('workspace')
    const db = await databaseOfNamed(c.env, idOrSlug)
    const opened = await wherever(db, () => viewJoinForm(db, { idOrSlug, change }))
    const locale = memberLocaleFor(c.req, opened.workspace)
    if (!opened.isOpen) return answerClosed(c, opened.workspace, locale)
    if (change && isAsked) return answerWaiting(c, { opened, locale, change })
    const values = readApplication(sent, opened, locale)
    const page = { opened, locale, values, change, keptAccount: keptAccount(opened, change) }
    if (sent.has(FAMILY.add)) return c.html(<JoinPage {...page} {...withBlock(values)} />)
    if (isHoneypotFilled(sent))
      return c.html(<SentPage {...{ opened, locale }} email={addressOf(values)} draft="" />)
    // The mandate was switched off since the form was shown.
    if (sent.has(FAMILY.mandate) && !opened.offer) return c.html(<JoinPage {...page} notice="changed" />, 422)
    try {
      return await answerApplication(c, { db, opened, locale, values, change }, page)
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      return c.html(<JoinPage {...page} issues={error.issues} />, 422)
    }
  })

type Sent = { db: Db; opened: ChangedForm; locale: Locale; values: JoinValues; change: Change | undefined }

/** Keeps an application that was sent: in the place of the one that is changed, if that has the same address. */
async function answerApplication(
  c: Context<Env>,
  { db, opened, locale, values, change }: Sent,
  page: Parameters<typeof JoinPage>[0],
) {
  const { consents, ...family } = values
  const application = { family, consents, now: new Date() }
  const isSame = opened.waiting && addressOf(opened.waiting) === addressOf(family)
  if (
    change &&
    'link' in change &&
    isSame &&
    (await changeApplication(db, opened, { ...application, ...change }))
  )
    return c.redirect(`/join/confirm/${change.link}`, 303)
  const origin = mailOrigin(c)
  const asked = { ...application, caller: clientAddress(c), locale: locale.tag, change }
  const requested = await requestMembership(db, opened, asked)
  if (typeof requested === 'string') return c.html(<JoinPage {...page} notice={requested} />, 429)
  await c.env.MAILS.send({ kind: 'join_confirmation', ...requested.mail, origin })
  const { draft, mail } = requested
  return c.html(<SentPage {...{ opened, locale, draft }} email={mail.email} />)
}

/** The form with an application that waits; empty if it was confirmed, or its link has expired. */
function answerWaiting(
  c: Context<Env>,
  { opened, locale, change }: { opened: ChangedForm; locale: Locale; change: Change },
) {
  const { waiting } = opened
  if (!waiting) return c.html(<JoinPage {...{ opened, locale }} values={emptyValues(opened)} notice="gone" />)
  const values = valuesOf(waiting, opened, change)
  return c.html(
    <JoinPage {...{ opened, locale, values, change }} keptAccount={keptAccount(opened, change)} />,
  )
}

/** The end of the account that an application keeps, if the form does not show it. */
function keptAccount({ waiting }: { waiting: FamilyInput | undefined }, change: Change | undefined) {
  const { iban } = Object(waiting?.persons[0]?.bank_account)
  return change && 'link' in change && iban ? maskIban(String(iban)).slice(-4) : undefined
}

/** The form with one more block, which is open. */
function withBlock(values: JoinValues) {
  const blocks = Math.min(MAX_APPLICANTS, values.blocks + 1)
  return { values: { ...values, blocks }, added: Math.max(values.persons.length, 1) }
}

type SentProps = { opened: OpenedForm; locale: Locale; email: string; draft: string }

function SentPage({ opened: { workspace }, locale, email, draft }: SentProps) {
  const t = joinPageTexts(locale)
  return (
    <MessagePage title={t.sentTitle} lead={t.sent(email)} {...{ locale, workspace }}>
      <JoinSteps current="mail" locale={locale} />
      <Quiet>{t.sentHint}</Quiet>
      <Form action={joinPath(workspace)} hidden={{ ...hiddenOf({ draft }), [CHANGE]: '1' }}>
        <Actions>
          <Button kind="second">{t.again}</Button>
        </Actions>
      </Form>
    </MessagePage>
  )
}
