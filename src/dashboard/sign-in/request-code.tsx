import { type Context, Hono } from 'hono'
import { openHome } from '../../db/databases'
import { requestCode } from '../../domain/staff/request-code'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { readForm } from '../../http/forms'
import { knownBrowserOf } from '../../http/known-browser'
import { mailOrigin } from '../../http/origin'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { localeFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { PublicLayout } from '../layout'
import { codePath, pathBack } from '../paths'
import { keepRequest } from '../session'
import { PASSKEY_SCRIPT_PATH, PasskeyButton, PasskeyForm } from './passkey-form'
import { signInTexts } from './texts'

/** The page where staff ask for a code. Its answers never tell who is staff. */
export const requestCodePage = new Hono<Env>()
  .get('/sign-in', (c) => c.html(<RequestCodePage c={c} />))

  .post('/sign-in', async (c) => {
    const origin = mailOrigin(c)
    const typed = (await readForm(c)).get('email') ?? ''
    const result = await requestCode(openHome(c.env), {
      now: new Date(),
      typed,
      caller: clientAddress(c),
      browser: knownBrowserOf(c),
    })
    if (result === 'no_address') return c.html(<RequestCodePage c={c} badEmail={typed} />, 422)
    if (typeof result === 'string') return c.html(<RequestCodePage c={c} refused={result} />, 429)
    await c.env.MAILS.send({ kind: 'sign_in_code', ...result.mail, origin })
    keepRequest(c, result)
    return c.redirect(codePath(c.req.query('to')), 303)
  })

type Props = {
  c: Context<Env>
  badEmail?: string
  refused?: 'too_many' | 'too_many_for_address'
  isPasskeyRefused?: boolean
}

export function RequestCodePage({ c, badEmail, refused, isPasskeyRefused }: Props) {
  const locale = localeFor(c.req)
  const t = signInTexts(locale)
  const to = encodeURIComponent(pathBack(c.req.query('to')))
  const issue = badEmail === undefined ? undefined : t.noAddress
  return (
    <PublicLayout
      title={t.title}
      locale={locale}
      hasIssues={issue !== undefined}
      script={PASSKEY_SCRIPT_PATH}
    >
      <Narrow>
        {c.req.query('signed_out') !== undefined && <Notice tone="good">{t.signedOut}</Notice>}
        {refused && <Notice tone="bad">{t[refused]}</Notice>}
        {isPasskeyRefused && <Notice tone="bad">{t.passkeyFailed}</Notice>}
        <PageHead title={t.title} lead={t.lead} />
        <Card>
          <Form action={`/dashboard/sign-in?to=${to}`}>
            <Fields>
              <TextField
                name="email"
                label={t.email}
                value={badEmail ?? ''}
                issue={issue}
                type="email"
                autocomplete="username webauthn"
              />
            </Fields>
            <Actions>
              <Button>{t.send}</Button>
              <PasskeyButton label={t.usePasskey} kind="second" />
            </Actions>
          </Form>
        </Card>
        <PasskeyForm act="get" action={`/dashboard/sign-in/passkey?to=${to}`} failure={t.passkeyFailed} />
      </Narrow>
    </PublicLayout>
  )
}
