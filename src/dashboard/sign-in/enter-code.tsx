import { type Context, Hono } from 'hono'
import { openHome } from '../../db/databases'
import { type SignIn, signInWithCode } from '../../domain/staff/sign-in'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { browserTokenFor, keepKnownBrowser } from '../../http/known-browser'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { localeFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { PublicLayout } from '../layout'
import { addPasskeyPath, codePath, pathBack } from '../paths'
import { forgetRequest, keepSession, rememberOffer, requestIdOf, wasOffered } from '../session'
import { PASSKEY_SCRIPT_PATH } from './passkey-form'
import { signInTexts } from './texts'
import { carriedBy, goOn, type WaitingForm } from './waiting-form'

/** The page where staff type a code: to sign in, or to prove again who they are. */
export const enterCodePage = new Hono<Env>()
  .get('/sign-in/code', (c) => c.html(<EnterCodePage c={c} />))

  .post('/sign-in/code', async (c) => {
    const form = await readForm(c)
    const typed = form.get('code') ?? ''
    const waiting = carriedBy(form)
    const browser = browserTokenFor(c)
    const result = await signInWithCode(openHome(c.env), {
      now: new Date(),
      requestId: requestIdOf(c),
      typed,
      userAgent: c.req.header('User-Agent') ?? '',
      browser,
    })
    if (result.outcome === 'wrong') return c.html(<EnterCodePage {...{ c, waiting, typed, result }} />, 422)
    if (result.outcome === 'ended') return c.html(<EnterCodePage {...{ c, waiting, result }} />, 410)
    const to = c.req.query('to')
    if (result.outcome === 'proved') {
      forgetRequest(c)
      return goOn(c, waiting)
    }
    keepSession(c, result.session)
    keepKnownBrowser(c, browser)
    const isOffered = form.get('passkeys') === 'yes' && !result.hasPasskey && !wasOffered(c)
    if (!isOffered) return c.redirect(pathBack(to), 303)
    rememberOffer(c)
    return c.redirect(addPasskeyPath(to), 303)
  })

type Props = { c: Context<Env>; waiting?: WaitingForm | undefined; typed?: string; result?: SignIn }

export function EnterCodePage({ c, waiting, typed, result }: Props) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  const issue = result?.outcome === 'wrong' ? t.wrong(result.attemptsLeft) : undefined
  return (
    <PublicLayout
      title={t.codeTitle}
      locale={locale}
      hasIssues={result !== undefined}
      script={PASSKEY_SCRIPT_PATH}
    >
      <Narrow>
        {!waiting && !requestIdOf(c) ? (
          <Notice tone="bad">
            {t.noCookie} {c.req.url.startsWith('http:') && t.noCookieOverHttp}
          </Notice>
        ) : (
          result?.outcome === 'ended' && <Notice tone="bad">{t.ended}</Notice>
        )}
        <PageHead title={t.codeTitle} lead={t.codeLead} />
        <Card>
          <Form {...(waiting && { action: codePath(undefined), hidden: waiting })}>
            <input type="hidden" name="passkeys" value="" data-passkeys-here="" />
            <Fields>
              <TextField
                name="code"
                label={t.code}
                value={typed ?? ''}
                issue={issue}
                hint={t.codeHint}
                autocomplete="one-time-code"
              />
            </Fields>
            <Actions>
              <Button>{waiting ? t.confirm : t.signIn}</Button>
            </Actions>
          </Form>
        </Card>
        {waiting ? (
          <Form action="/dashboard/prove" hidden={waiting}>
            <Quiet>{t.nothingCame}</Quiet>
            <Actions>
              <Button kind="second">{t.again}</Button>
            </Actions>
          </Form>
        ) : (
          <Quiet>
            {t.nothingCame} <a href="/dashboard/sign-in">{t.again}</a>
          </Quiet>
        )}
      </Narrow>
    </PublicLayout>
  )
}
