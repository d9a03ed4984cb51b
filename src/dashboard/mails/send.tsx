import { Hono } from 'hono'
import { sendMail } from '../../domain/mails/send'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { allowFrames } from '../../http/page-policy'
import { queueMails } from '../../mail/queue'
import { viewerOf } from '../layout'
import { orMail } from './meanwhile'
import { MAIL, redirectToMail } from './path'
import { ReviewPage } from './review'

/** Sends a draft to those whom its review has shown; shows the review again if it would go to others now. */
export const sendAct = new Hono<Env>().post(`${MAIL}/send`, (c) =>
  orMail(c, async () => {
    const id = c.req.param('mail_id')
    const mark = (await readForm(c)).get('mark') ?? ''
    const result = await sendMail(c.var.staff, { id, mark })
    if (result.outcome === 'sending') {
      await queueMails(c.env, result.sending, originOf(c))
      return redirectToMail(c, id)
    }
    allowFrames(c, 'frames')
    const { review, outcome } = result
    const page = <ReviewPage {...{ review }} viewer={viewerOf(c)} isChanged={outcome === 'changed'} />
    return c.html(page, outcome === 'changed' ? 409 : 422)
  }),
)
