import { type Context, Hono } from 'hono'
import { open } from '../db/client'
import type { WorkspaceRow } from '../db/schema'
import type { Identity } from '../domain/portal/identity'
import { isJoinFormOpen } from '../domain/portal/join/form'
import { getEntry, requestLink } from '../domain/portal/link-requests'
import type { Env } from '../env'
import { clientAddress } from '../http/client-address'
import { readForm } from '../http/forms'
import { mailOrigin } from '../http/origin'
import { Button } from '../ui/button'
import { TextField } from '../ui/form'
import { Fields, Form } from '../ui/form-layout'
import { type Locale, memberLocaleFor } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { PageHead } from '../ui/page-head'
import { Actions, Centred } from '../ui/stack'
import { Quiet } from '../ui/text'
import { joinPath } from './join/form-page'
import { Layout, MessagePage } from './layout'
import { joinPageTexts } from './texts/join'
import { layoutTexts } from './texts/layout'
import { requestLinkTexts } from './texts/request-link'

/** The page of a workspace where members request a link by mail. Its answers never tell who is a member. */
export const requestLinkPage = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const workspace = await getEntry(open(c.env.DB), { idOrSlug: c.req.param('workspace') })
    const isSignedOut = c.req.query('signed_out') !== undefined
    return c.html(<RequestLinkPage {...pageProps(c, workspace)} isSignedOut={isSignedOut} />)
  })

  .post('/:workspace', async (c) => {
    const origin = mailOrigin(c)
    const email = (await readForm(c)).get('email') ?? ''
    const result = await requestLink(open(c.env.DB), {
      now: new Date(),
      idOrSlug: c.req.param('workspace'),
      typed: email,
      caller: clientAddress(c),
    })
    const props = pageProps(c, result.workspace)
    if (result.outcome === 'no_address') return c.html(<RequestLinkPage {...props} badEmail={email} />, 422)
    if (result.outcome === 'too_many') return c.html(<RequestLinkPage {...props} isTooMany />, 429)
    await c.env.MAILS.send({ kind: 'portal_link', ...result.request, origin })
    return c.html(<LinkSentPage {...props} email={email.trim()} />)
  })

type PageProps = { path: string; workspace: Identity; locale: Locale; joinPath: string | undefined }

const pageProps = (c: Context<Env>, workspace: WorkspaceRow): PageProps => ({
  path: c.req.path,
  workspace,
  locale: memberLocaleFor(c.req, workspace),
  joinPath: isJoinFormOpen(workspace) ? joinPath(workspace) : undefined,
})

type RequestLinkProps = PageProps & { badEmail?: string; isTooMany?: boolean; isSignedOut?: boolean }

function RequestLinkPage(props: RequestLinkProps) {
  const { path, workspace, locale, joinPath, badEmail, isTooMany, isSignedOut } = props
  const t = requestLinkTexts(locale)
  const issue = badEmail === undefined ? undefined : t.noAddress
  return (
    <Layout title={t.title} locale={locale} workspace={workspace} hasIssues={issue !== undefined}>
      <Centred>
        {isSignedOut && <Notice tone="good">{t.signedOut}</Notice>}
        {isTooMany && <Notice tone="bad">{t.tooMany}</Notice>}
        <PageHead title={layoutTexts(locale).portal} lead={t.lead} />
        <Form action={path}>
          <Fields>
            <TextField
              name="email"
              label={t.email}
              value={badEmail ?? ''}
              issue={issue}
              type="email"
              autocomplete="email"
            />
            <Actions>
              <Button>{t.send}</Button>
            </Actions>
          </Fields>
        </Form>
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

function LinkSentPage({ path, workspace, locale, email }: PageProps & { email: string }) {
  const t = requestLinkTexts(locale)
  return (
    <MessagePage title={t.sentTitle} lead={t.sent(email)} locale={locale} workspace={workspace}>
      <Quiet>{t.sentHint}</Quiet>
      <p>
        <a href={path}>{t.again}</a>
      </p>
    </MessagePage>
  )
}
