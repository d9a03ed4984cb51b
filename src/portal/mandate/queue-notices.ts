import type { Context } from 'hono'
import type { MandateNotice } from '../../domain/portal/mandate/grant'
import type { VoidNotice } from '../../domain/portal/mandate/void'
import type { Bindings, Env } from '../../env'
import { isLoopback, originOf, publicOrigin } from '../../http/origin'
import { sendAll } from '../../http/send-all'
import { memberLocaleFor } from '../../ui/i18n/locale'

/** Queues the mails about a mandate that is given online, in the language of the browser. */
export async function queueMandateNotices(c: Context<Env>, notices: MandateNotice[]): Promise<void> {
  const origin = originOf(c)
  if (!c.env.PUBLIC_URL && !isLoopback(origin)) return
  const { language } = memberLocaleFor(c.req, undefined)
  for (const notice of notices)
    await c.env.MAILS.send({ kind: 'mandate_notice', ...notice, language, origin })
}

/** Queues the mails about mandates that are void; none without PUBLIC_URL, as with all mails of the hourly run. */
export async function queueVoidNotices(env: Bindings, notices: VoidNotice[]): Promise<void> {
  const origin = publicOrigin(env)
  if (!origin) return
  await sendAll(
    env.MAILS,
    notices.map((notice) => ({ kind: 'mandate_void_notice', ...notice, origin })),
  )
}
