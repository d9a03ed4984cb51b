import { Hono } from 'hono'
import { RECIPIENT_STATES } from '../../domain/mails/list-recipients'
import { viewMail } from '../../domain/mails/view'
import type { Env } from '../../env'
import { takeDone } from '../../http/done'
import { allowFrames } from '../../http/page-policy'
import { viewerOf } from '../layout'
import { BrokenDraft } from './broken'
import { MAIL } from './path'
import { ReviewPage } from './review'
import { SentPage } from './sent'

/** A mail: the review of a draft, or how far it is and what became of it. */
export const mailPage = new Hono<Env>().get(MAIL, async (c) => {
  const { state: named, cursor, person } = c.req.query()
  const state = RECIPIENT_STATES.find((one) => one === named)
  const opened = await viewMail(c.var.staff, { id: c.req.param('mail_id'), asked: { state, cursor } })
  const viewer = viewerOf(c)
  allowFrames(c, 'frames')
  if (!opened.isDraft) return c.html(<SentPage {...{ opened, viewer, state }} done={takeDone(c)} />)
  const { review, mail } = opened
  if (!review) return c.html(<BrokenDraft mail={mail} viewer={viewer} />)
  return c.html(<ReviewPage {...{ review, viewer, person }} done={takeDone(c)} />)
})
