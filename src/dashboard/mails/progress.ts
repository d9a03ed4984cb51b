import { Hono } from 'hono'
import { viewMailProgress } from '../../domain/mails/progress'
import type { Env } from '../../env'
import { viewerOf } from '../layout'
import { MAIL } from './path'
import { doneOf, progressText } from './progress-text'

/** How far a mail is, for the script of its page. */
export const progress = new Hono<Env>().get(`${MAIL}/progress.json`, async (c) => {
  const mail = await viewMailProgress(c.var.staff, { id: c.req.param('mail_id') })
  const { locale } = viewerOf(c)
  return c.json({
    value: doneOf(mail),
    detail: progressText(mail, locale),
    isDone: mail.state !== 'sending',
  })
})
