import { type Context, Hono } from 'hono'
import { openHome } from '../../db/databases'
import { signInWithPasskey, startPasskeyProof, startPasskeySignIn } from '../../domain/staff/passkeys/sign-in'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { readForm } from '../../http/forms'
import { browserTokenFor, keepKnownBrowser } from '../../http/known-browser'
import { passkeyOrigin } from '../../http/origin'
import { challengeIdOf, forgetChallenge, keepChallenge, keepSession, sessionIdOf } from '../session'
import { ProvePage } from './prove'
import { RequestCodePage } from './request-code'
import { carriedBy, goOn } from './waiting-form'

/** What the buttons for passkeys send: to sign in, or to prove again who they are before a dangerous act. */
export const usePasskey = new Hono<Env>()
  .post('/sign-in/passkey/options', async (c) => {
    const request = { now: new Date(), caller: clientAddress(c), origin: passkeyOrigin(c) }
    const started = await startPasskeySignIn(openHome(c.env), request)
    if (started === 'too_many') return c.body(null, 429)
    keepChallenge(c, started)
    return c.json(started.options)
  })

  .post('/sign-in/passkey', async (c) =>
    (await isAccepted(c)) ? goOn(c, undefined) : c.html(<RequestCodePage c={c} isPasskeyRefused />, 422),
  )

  .post('/prove/passkey/options', async (c) => {
    const request = { now: new Date(), sessionId: sessionIdOf(c), origin: passkeyOrigin(c) }
    const started = await startPasskeyProof(openHome(c.env), request)
    keepChallenge(c, started)
    return c.json(started.options)
  })

  .post('/prove/passkey', async (c) => {
    const waiting = carriedBy(await readForm(c))
    if (await isAccepted(c)) return goOn(c, waiting)
    return c.html(<ProvePage {...{ c, waiting }} withPasskey isPasskeyRefused />, 422)
  })

/** Signs in or renews the proof with the answer that a browser sends. */
async function isAccepted(c: Context<Env>): Promise<boolean> {
  const browser = browserTokenFor(c)
  const result = await signInWithPasskey(openHome(c.env), {
    now: new Date(),
    requestId: challengeIdOf(c),
    answer: (await readForm(c)).get('answer') ?? '',
    origin: passkeyOrigin(c),
    userAgent: c.req.header('User-Agent') ?? '',
    browser,
  })
  forgetChallenge(c)
  if (result.outcome === 'signed_in') {
    keepSession(c, result.session)
    keepKnownBrowser(c, browser)
  }
  return result.outcome !== 'refused'
}
