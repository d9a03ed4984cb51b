import { type Context, Hono } from 'hono'
import { countTest } from '../../domain/mails/count-test'
import { viewMailPreview } from '../../domain/mails/preview'
import type { Env, QueuedWrittenMail } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { renderPreview } from '../../mail/preview'
import { senderOf } from '../../mail/send-written'
import { viewerOf } from '../layout'
import { doneWithMail, MAIL } from './path'
import { reviewTexts } from './texts-review'

/** How many characters a mail in the queue has at most, of which 128 KB fit into a message. */
const MAX_QUEUED = 100_000

/** Sends a mail as it is previewed to the member of staff who looks at it. */
export const testAct = new Hono<Env>().post(`${MAIL}/test`, async (c) => {
  const id = c.req.param('mail_id')
  const person = (await readForm(c)).get('person') ?? ''
  const queued = toQueue(c, await viewMailPreview(c.var.staff, { id, personId: person }))
  const isTooLarge = new TextEncoder().encode(JSON.stringify(queued)).length > MAX_QUEUED
  const tested = isTooLarge ? 'too_large' : (await countTest(c.var.staff)) ? 'tested' : 'too_many'
  if (tested === 'tested') await c.env.MAILS.send(queued)
  return doneWithMail(c, tested, id, person ? { person } : {})
})

function toQueue(c: Context<Env>, preview: Awaited<ReturnType<typeof viewMailPreview>>): QueuedWrittenMail {
  const { workspace } = preview
  const { staff, locale } = viewerOf(c)
  const origin = originOf(c)
  const { subject, text, html, images } = renderPreview(preview, origin, false)
  return {
    kind: 'written',
    to: staff.staff.email,
    ...senderOf(workspace),
    subject: reviewTexts(locale).testSubject(subject),
    text,
    html,
    images,
    origin,
    requested_at: c.var.staff.now.toISOString(),
  }
}
