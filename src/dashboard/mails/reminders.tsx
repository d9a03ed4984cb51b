import { type Context, Hono } from 'hono'
import type { Reminders } from '../../domain/mails/reminders/proposal'
import { proposeReminders } from '../../domain/mails/reminders/propose'
import { sendReminders } from '../../domain/mails/reminders/send'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { queueMails } from '../../mail/queue'
import { viewerOf } from '../layout'
import { pathIn } from '../paths'
import { type Choice, choiceIn, choiceOf } from './reminders-choice'
import { type Refusal, RemindersPage } from './reminders-page'

const REMINDERS = '/:workspace/mails/reminders'

/** How many fees an address names at most: those that a list shows. */
const MAX_CHOSEN = 200

/** The review of the reminders that are due, and the act that sends the chosen ones. */
export const reminderPages = new Hono<Env>()
  .get(REMINDERS, async (c) => {
    const reminders = await proposeReminders(c.var.staff)
    const feeIds = (c.req.queries('id') ?? []).slice(0, MAX_CHOSEN)
    return answerReview(c, reminders, choiceOf(reminders, feeIds))
  })

  .post(REMINDERS, async (c) => {
    const form = await readForm(c)
    const personIds = form.getAll('id')
    const result = await sendReminders(c.var.staff, { personIds, mark: form.get('mark') ?? '' })
    if (result.outcome !== 'sending') {
      const { outcome, reminders } = result
      const refusal = outcome === 'changed' ? 'changed' : personIds.length > 0 ? 'overQuota' : 'noneChosen'
      return answerReview(c, reminders, choiceIn(form), refusal)
    }
    const { workspace } = c.var.staff.current()
    for (const sending of result.sendings) await queueMails(c.env, sending, originOf(c))
    return c.redirect(pathIn(workspace, `/mails?reminded=${result.mails}`), 303)
  })

function answerReview(c: Context<Env>, reminders: Reminders, choice: Choice, refusal?: Refusal) {
  const page = <RemindersPage {...{ reminders, choice, refusal }} viewer={viewerOf(c)} />
  return c.html(page, refusal === undefined ? 200 : refusal === 'changed' ? 409 : 422)
}
