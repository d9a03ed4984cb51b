import { type Context, Hono } from 'hono'
import { viewReminderPreview } from '../../domain/mails/reminders/preview'
import type { Reminders } from '../../domain/mails/reminders/proposal'
import { proposeReminders } from '../../domain/mails/reminders/propose'
import { isOverQuota, type ReminderReview, reviewReminders } from '../../domain/mails/reminders/review'
import { sendReminders } from '../../domain/mails/reminders/send'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { allowFrames } from '../../http/page-policy'
import { renderPreview } from '../../mail/preview'
import { queueMails } from '../../mail/queue'
import { viewerOf } from '../layout'
import { pathIn } from '../paths'
import { choiceOf, MAX_CHOSEN } from './reminders-choice'
import { RemindersPage } from './reminders-page'
import { RemindersReview } from './reminders-review'

const REMINDERS = '/:workspace/mails/reminders'

/** Whom to remind, the review of the mails to those who are chosen, and the act that sends them. */
export const reminderPages = new Hono<Env>()
  .get(REMINDERS, async (c) => answerList(c, await proposeReminders(c.var.staff)))

  .get(`${REMINDERS}/review`, async (c) => {
    const personIds = idsIn(c)
    if (personIds.length === 0) return answerList(c, await proposeReminders(c.var.staff), true)
    const review = await reviewReminders(c.var.staff, { personIds })
    return answerReview(c, { review, personIds })
  })

  .get(`${REMINDERS}/preview`, async (c) => {
    const { html } = await preview(c)
    allowFrames(c, 'framed')
    return c.html(html.replace('<head>', '<head><base target="_blank">'))
  })

  .get(`${REMINDERS}/preview.txt`, async (c) => {
    const { text } = await preview(c)
    allowFrames(c, 'framed')
    return c.text(text)
  })

  .post(`${REMINDERS}/send`, async (c) => {
    const form = await readForm(c)
    const personIds = form.getAll('id')
    const result = await sendReminders(c.var.staff, { personIds, mark: form.get('mark') ?? '' })
    if (result.outcome !== 'sending') {
      const isChanged = result.outcome === 'changed'
      return answerReview(c, { review: result.review, personIds, isChanged }, isChanged ? 409 : 422)
    }
    const { workspace } = c.var.staff.current()
    for (const sending of result.sendings) await queueMails(c.env, sending, originOf(c))
    return done(c, 'reminded', { to: pathIn(workspace, '/mails'), numbers: { count: result.mails } })
  })

/** The ids that the address of a page names, at most those that a list shows. */
const idsIn = (c: Context<Env>): string[] => [...new Set(c.req.queries('id') ?? [])].slice(0, MAX_CHOSEN)

const preview = async (c: Context<Env>) =>
  renderPreview(await viewReminderPreview(c.var.staff, { personIds: idsIn(c) }), originOf(c))

/** Answers with the list; `isNoneChosen` if the form before had nobody ticked. */
function answerList(c: Context<Env>, reminders: Reminders, isNoneChosen = false) {
  const choice = choiceOf(reminders, {
    feeIds: isNoneChosen ? [] : idsIn(c),
    personIds: (c.req.queries('person') ?? []).slice(0, MAX_CHOSEN),
  })
  const page = <RemindersPage {...{ reminders, choice, isNoneChosen }} viewer={viewerOf(c)} />
  return c.html(page, isNoneChosen ? 422 : 200)
}

type Answered = { review: ReminderReview; personIds: string[]; isChanged?: boolean }

function answerReview(
  c: Context<Env>,
  { review, personIds, isChanged = false }: Answered,
  status: 200 | 409 | 422 = 200,
) {
  const props = { review, personIds, isChanged, isTooMany: isOverQuota(review), viewer: viewerOf(c) }
  allowFrames(c, 'frames')
  return c.html(<RemindersReview {...props} shown={c.req.query('preview')} />, status)
}
