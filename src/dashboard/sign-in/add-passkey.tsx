import { type Context, Hono } from 'hono'
import { openHome } from '../../db/databases'
import { finishRegistration, startRegistration } from '../../domain/staff/passkeys/register'
import { hasPasskey } from '../../domain/staff/passkeys/stored'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf, passkeyOrigin } from '../../http/origin'
import { ButtonLink } from '../../ui/button'
import { localeFor } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { PublicLayout } from '../layout'
import { addPasskeyPath, pathBack } from '../paths'
import { challengeIdOf, forgetChallenge, keepChallenge, sessionIdOf } from '../session'
import { PASSKEY_SCRIPT_PATH, PasskeyButton, PasskeyForm } from './passkey-form'
import { signInTexts } from './texts'

/** The page that adds a passkey to the account of a session: offered after signing in by code, and linked from the account. */
export const addPasskeyPage = new Hono<Env>()
  .get('/sign-in/new-passkey', async (c) => {
    await hasPasskey(openHome(c.env), { now: new Date(), sessionId: sessionIdOf(c), freshProof: true })
    return c.html(<AddPasskeyPage c={c} />)
  })

  .post('/sign-in/new-passkey/options', async (c) => {
    const request = { now: new Date(), sessionId: sessionIdOf(c), origin: passkeyOrigin(c) }
    const started = await startRegistration(openHome(c.env), request)
    keepChallenge(c, started)
    return c.json(started.options)
  })

  .post('/sign-in/new-passkey', async (c) => {
    const notice = await finishRegistration(openHome(c.env), {
      now: new Date(),
      sessionId: sessionIdOf(c),
      requestId: challengeIdOf(c),
      answer: (await readForm(c)).get('answer') ?? '',
      origin: passkeyOrigin(c),
      userAgent: c.req.header('User-Agent') ?? '',
    })
    forgetChallenge(c)
    if (!notice) return c.html(<AddPasskeyPage c={c} isRefused />, 422)
    await c.env.MAILS.send({ kind: 'passkey_notice', ...notice, origin: originOf(c) })
    return c.redirect(pathBack(c.req.query('to')), 303)
  })

function AddPasskeyPage({ c, isRefused = false }: { c: Context<Env>; isRefused?: boolean }) {
  const locale = localeFor(c.req)
  const { newPasskey: t } = signInTexts(locale)
  const to = pathBack(c.req.query('to'))
  return (
    <PublicLayout title={t.title} locale={locale} hasIssues={isRefused} script={PASSKEY_SCRIPT_PATH}>
      <Narrow>
        {isRefused && <Notice tone="bad">{t.failed}</Notice>}
        <PageHead title={t.title} lead={t.lead} />
        <p data-without-passkeys="">{t.unsupported}</p>
        <Actions>
          <PasskeyButton label={t.add} />
          <ButtonLink kind="second" href={to}>
            {t.notNow}
          </ButtonLink>
        </Actions>
        <PasskeyForm act="create" action={addPasskeyPath(to)} failure={t.failed} />
      </Narrow>
    </PublicLayout>
  )
}
