import { type Context, Hono } from 'hono'
import { open } from '../../db/client'
import { requestProof } from '../../domain/staff/request-code'
import { type SignIn, signInWithCode } from '../../domain/staff/sign-in'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
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
import { codePath, pathBack } from '../paths'
import { forgetRequest, keepRequest, keepSession, requestIdOf, sessionIdOf } from '../session'
import { signInTexts } from './texts'

/** The pages where staff type a code: to sign in, or to prove again who they are before a dangerous act. */
export const enterCodePage = new Hono<Env>()
  .get('/sign-in/code', (c) => c.html(<EnterCodePage c={c} />))

  .post('/sign-in/code', async (c) => {
    const form = await readForm(c)
    const typed = form.get('code') ?? ''
    const result = await signInWithCode(open(c.env.DB), {
      now: new Date(),
      requestId: requestIdOf(c),
      typed,
      userAgent: c.req.header('User-Agent') ?? '',
    })
    if (result.outcome === 'wrong') return c.html(<EnterCodePage c={c} typed={typed} result={result} />, 422)
    if (result.outcome === 'ended') return c.html(<EnterCodePage c={c} result={result} />, 410)
    if (result.outcome === 'signed_in') keepSession(c, result.session)
    else forgetRequest(c)
    return c.redirect(pathBack(c.req.query('to')), 303)
  })

  .get('/prove', (c) => c.html(<ProvePage c={c} />))

  .post('/prove', async (c) => {
    const origin = mailOrigin(c)
    const result = await requestProof(open(c.env.DB), { now: new Date(), sessionId: sessionIdOf(c) })
    if (result === 'too_many') return c.html(<ProvePage c={c} isTooMany />, 429)
    await c.env.MAILS.send({ kind: 'sign_in_code', ...result.mail, origin })
    keepRequest(c, result)
    return c.redirect(codePath(c.req.query('to')), 303)
  })

type Props = { c: Context<Env>; typed?: string; result?: SignIn }

function EnterCodePage({ c, typed, result }: Props) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  const issue = result?.outcome === 'wrong' ? t.wrong(result.attemptsLeft) : undefined
  return (
    <PublicLayout title={t.codeTitle} locale={locale} hasIssues={result !== undefined}>
      <Narrow>
        {result?.outcome === 'ended' && <Notice tone="bad">{t.ended}</Notice>}
        <PageHead title={t.codeTitle} lead={t.codeLead} />
        <Card>
          <Form>
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
              <Button>{t.signIn}</Button>
            </Actions>
          </Form>
        </Card>
        <Quiet>
          {t.nothingCame} <a href="/dashboard/sign-in">{t.again}</a>
        </Quiet>
      </Narrow>
    </PublicLayout>
  )
}

function ProvePage({ c, isTooMany }: { c: Context<Env>; isTooMany?: boolean }) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  return (
    <PublicLayout title={t.proveTitle} locale={locale}>
      <Narrow>
        {isTooMany && <Notice tone="bad">{t.tooMany}</Notice>}
        <PageHead title={t.proveTitle} lead={t.proveLead} />
        <Form>
          <Actions>
            <Button>{t.send}</Button>
          </Actions>
        </Form>
      </Narrow>
    </PublicLayout>
  )
}
