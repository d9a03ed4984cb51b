import { type Context, Hono } from 'hono'
import { openHome } from '../../db/databases'
import { hasPasskey } from '../../domain/staff/passkeys/stored'
import { requestProof } from '../../domain/staff/request-code'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { localeFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { PublicLayout } from '../layout'
import { codePath, pathBack } from '../paths'
import { keepRequest, sessionIdOf } from '../session'
import { EnterCodePage } from './enter-code'
import { PASSKEY_SCRIPT_PATH, PasskeyButton, PasskeyForm } from './passkey-form'
import { signInTexts } from './texts'
import { carriedBy, type WaitingForm, waitingFormOf } from './waiting-form'

/** The page where staff prove again who they are before a dangerous act. */
export const provePage = new Hono<Env>()
  .get('/prove', async (c) => {
    const owner = { now: new Date(), sessionId: sessionIdOf(c) }
    return c.html(<ProvePage c={c} withPasskey={await hasPasskey(openHome(c.env), owner)} />)
  })

  .post('/prove', async (c) => {
    const waiting = carriedBy(await readForm(c))
    const origin = mailOrigin(c)
    const result = await requestProof(openHome(c.env), { now: new Date(), sessionId: sessionIdOf(c) })
    if (result === 'too_many') return c.html(<ProvePage {...{ c, waiting }} isTooMany />, 429)
    await c.env.MAILS.send({ kind: 'sign_in_code', ...result.mail, origin })
    keepRequest(c, result)
    if (waiting) return c.html(<EnterCodePage {...{ c, waiting }} />)
    return c.redirect(codePath(c.req.query('to')), 303)
  })

/** Answers an act that needs a proof with the page of the proof, which carries its form. */
export async function askForProof(c: Context<Env>) {
  const waiting = await waitingFormOf(c)
  const withPasskey = await hasPasskey(openHome(c.env), { now: new Date(), sessionId: sessionIdOf(c) })
  return c.html(<ProvePage {...{ c, waiting, withPasskey }} />, 403)
}

type Props = {
  c: Context<Env>
  waiting?: WaitingForm | undefined
  withPasskey?: boolean
  isTooMany?: boolean
  isPasskeyRefused?: boolean
}

export function ProvePage({ c, waiting, withPasskey, isTooMany, isPasskeyRefused }: Props) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  const to = encodeURIComponent(pathBack(c.req.query('to')))
  return (
    <PublicLayout title={t.proveTitle} locale={locale} script={withPasskey ? PASSKEY_SCRIPT_PATH : undefined}>
      <Narrow>
        {isTooMany && <Notice tone="bad">{t.tooManyProofs}</Notice>}
        {isPasskeyRefused && <Notice tone="bad">{t.passkeyFailed}</Notice>}
        <PageHead title={t.proveTitle} lead={t.proveLead} />
        {waiting && <Quiet>{t.kept}</Quiet>}
        <Form action={`/dashboard/prove?to=${to}`} {...(waiting && { hidden: waiting })}>
          <Actions>
            {withPasskey && <PasskeyButton label={t.usePasskey} />}
            <Button kind={withPasskey ? 'second' : 'primary'}>{t.send}</Button>
          </Actions>
        </Form>
        {withPasskey && (
          <PasskeyForm
            act="get"
            action={`/dashboard/prove/passkey?to=${to}`}
            hidden={waiting}
            failure={t.passkeyFailed}
          />
        )}
      </Narrow>
    </PublicLayout>
  )
}
