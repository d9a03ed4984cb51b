import type { Context } from 'hono'
import type { MandateNotice } from '../../domain/portal/mandate/grant'
import type { Env } from '../../env'
import { isLoopback, originOf } from '../../http/origin'
import { memberLocaleFor } from '../../ui/i18n/locale'

/** Queues the mails about a mandate that is given online, in the language of the browser. */
export async function queueMandateNotices(c: Context<Env>, notices: MandateNotice[]): Promise<void> {
  const origin = originOf(c)
  if (!c.env.PUBLIC_URL && !isLoopback(origin)) return
  const { language } = memberLocaleFor(c.req, undefined)
  for (const notice of notices)
    await c.env.MAILS.send({ kind: 'mandate_notice', ...notice, language, origin })
}
