import { type Context, Hono } from 'hono'
import { open } from '../../db/client'
import { hasPasskey } from '../../domain/staff/passkeys/stored'
import { requestProof } from '../../domain/staff/request-code'
import type { Env } from '../../env'
import { mailOrigin } from '../../http/origin'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { localeFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { PublicLayout } from '../layout'
import { codePath, pathBack } from '../paths'
import { keepRequest, sessionIdOf } from '../session'
import { PASSKEY_SCRIPT_PATH, PasskeyButton, PasskeyForm } from './passkey-form'
import { signInTexts } from './texts'

/** The page where staff prove again who they are before a dangerous act. */
export const provePage = new Hono<Env>()
  .get('/prove', async (c) => {
    const owner = { now: new Date(), sessionId: sessionIdOf(c) }
    return c.html(<ProvePage c={c} withPasskey={await hasPasskey(open(c.env.DB), owner)} />)
  })

  .post('/prove', async (c) => {
    const origin = mailOrigin(c)
    const result = await requestProof(open(c.env.DB), { now: new Date(), sessionId: sessionIdOf(c) })
    if (result === 'too_many') return c.html(<ProvePage c={c} isTooMany />, 429)
    await c.env.MAILS.send({ kind: 'sign_in_code', ...result.mail, origin })
    keepRequest(c, result)
    return c.redirect(codePath(c.req.query('to')), 303)
  })

type Props = { c: Context<Env>; withPasskey?: boolean; isTooMany?: boolean; isPasskeyRefused?: boolean }

export function ProvePage({ c, withPasskey, isTooMany, isPasskeyRefused }: Props) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  const to = encodeURIComponent(pathBack(c.req.query('to')))
  return (
    <PublicLayout title={t.proveTitle} locale={locale} script={withPasskey ? PASSKEY_SCRIPT_PATH : undefined}>
      <Narrow>
        {isTooMany && <Notice tone="bad">{t.tooMany}</Notice>}
        {isPasskeyRefused && <Notice tone="bad">{t.passkeyFailed}</Notice>}
        <PageHead title={t.proveTitle} lead={t.proveLead} />
        <Form action={`/dashboard/prove?to=${to}`}>
          <Actions>
            {withPasskey && <PasskeyButton label={t.usePasskey} />}
            <Button kind={withPasskey ? 'second' : 'primary'}>{t.send}</Button>
          </Actions>
        </Form>
        {withPasskey && (
          <PasskeyForm act="get" action={`/dashboard/prove/passkey?to=${to}`} failure={t.passkeyFailed} />
        )}
      </Narrow>
    </PublicLayout>
  )
}
