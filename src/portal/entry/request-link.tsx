import { type Context, Hono } from 'hono'
import type { WorkspaceRow } from '../../db/schema'
import { wherever } from '../../domain/access/wherever'
import type { Identity } from '../../domain/portal/identity'
import { isJoinFormOpen } from '../../domain/portal/join/form'
import { requestLink } from '../../domain/portal/link-requests'
import { idOrSlugOf } from '../../domain/portal/settings'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { readForm } from '../../http/forms'
import { knownBrowserOf } from '../../http/known-browser'
import { databaseOfNamed } from '../../http/open-database'
import { mailOrigin } from '../../http/origin'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Centred } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { Layout, MessagePage } from '../layout'
import { joinPageTexts } from '../texts/join'
import { layoutTexts } from '../texts/layout'
import { requestLinkTexts } from '../texts/request-link'
import { answerMessage } from './answer'
import { ClosedPage } from './closed'
import { entryOf, joinPath, keepEntry } from './entry'
import { EntryForm } from './entry-form'

/** The page of a workspace where members request a link by mail. Its answers never tell who is a member. */
export const requestLinkPage = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const entry = await entryOf(c)
    if (!entry) return answerMessage(c, 404, 'notFound')
    const props = pageProps(c, entry.workspace)
    if (!entry.isOpen) return c.html(<ClosedPage {...props} />, 404)
    keepEntry(c, entry.workspace.id)
    const isSignedOut = c.req.query('signed_out') !== undefined
    return c.html(<RequestLinkPage {...props} isSignedOut={isSignedOut} />)
  })

  .post('/:workspace', async (c) => {
    const origin = mailOrigin(c)
    const email = (await readForm(c)).get('email') ?? ''
    const idOrSlug = c.req.param('workspace')
    const db = await databaseOfNamed(c.env, idOrSlug)
    const result = await wherever(db, () =>
      requestLink(db, {
        now: new Date(),
        idOrSlug,
        typed: email,
        caller: clientAddress(c),
        browser: knownBrowserOf(c),
      }),
    )
    const props = pageProps(c, result.workspace)
    if (result.outcome === 'closed') return c.html(<ClosedPage {...props} />, 404)
    if (result.outcome === 'no_address') return c.html(<RequestLinkPage {...props} badEmail={email} />, 422)
    if (result.outcome !== 'taken')
      return c.html(<RequestLinkPage {...props} refused={result.outcome} />, 429)
    const { language } = props.locale
    await c.env.MAILS.send({ kind: 'portal_link', ...result.request, language, origin })
    return c.html(<LinkSentPage {...props} email={email.trim()} />)
  })

type PageProps = { workspace: Identity; locale: Locale; joinPath: string | undefined }

const pageProps = (c: Context<Env>, workspace: WorkspaceRow): PageProps => ({
  workspace,
  locale: memberLocaleFor(c.req, workspace),
  joinPath: isJoinFormOpen(workspace) ? joinPath(workspace) : undefined,
})

type RequestLinkProps = PageProps & {
  badEmail?: string
  refused?: 'too_many' | 'too_many_for_address'
  isSignedOut?: boolean
}

function RequestLinkPage(props: RequestLinkProps) {
  const { workspace, locale, joinPath, badEmail, refused, isSignedOut } = props
  const t = requestLinkTexts(locale)
  return (
    <Layout title={t.title} locale={locale} workspace={workspace} hasIssues={badEmail !== undefined}>
      <Centred>
        {isSignedOut && <Notice tone="good">{t.signedOut}</Notice>}
        {refused && <Notice tone="bad">{t[refused]}</Notice>}
        <PageHead title={layoutTexts(locale).portal} lead={t.lead} />
        <EntryForm {...{ workspace, locale, badEmail }} />
        {joinPath && <Invitation {...{ joinPath, locale }} />}
      </Centred>
    </Layout>
  )
}

function Invitation({ joinPath, locale }: { joinPath: string; locale: Locale }) {
  const t = joinPageTexts(locale)
  return (
    <p>
      {t.invitation} <a href={joinPath}>{t.apply}</a>
    </p>
  )
}

function LinkSentPage({ workspace, locale, email }: PageProps & { email: string }) {
  const t = requestLinkTexts(locale)
  return (
    <MessagePage title={t.sentTitle} lead={t.sent(email)} locale={locale} workspace={workspace}>
      <Quiet>{t.sentHint}</Quiet>
      <p>
        <a href={`/portal/${idOrSlugOf(workspace)}`}>{t.again}</a>
      </p>
    </MessagePage>
  )
}
