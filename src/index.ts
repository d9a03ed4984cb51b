import { app } from './app'
import { sendQuotaNotice } from './dashboard/mails/send-quota-notice'
import { sendCreditorNotice } from './dashboard/settings/send-creditor-notice'
import { sendWebhookNotice } from './dashboard/settings/send-webhook-notice'
import { sendCode } from './dashboard/sign-in/send-code'
import { sendInvitation } from './dashboard/sign-in/send-invitation'
import { sendPasskeyNotice } from './dashboard/sign-in/send-passkey-notice'
import { openHome } from './db/databases'
import { report } from './db/work'
import { keepDeadMessages, type NewDeadMessage } from './domain/watch/dead-messages'
import type { Bindings, MailEvent, QueuedJob, QueuedMail, QueuedMailing, QueuedRun } from './env'
import { isDeadQueue, keepDead } from './http/dead-queue'
import { runQueuedJobs } from './http/job-queue'
import { logBatch, logRun } from './http/log-work'
import { sendMails } from './http/mail-queue'
import { isPaused, retryLater } from './http/paused'
import { runQueuedRuns } from './http/run-queue'
import { requireSetup } from './http/setup'
import { isMailEvent, recordMailEvents } from './mail/events'
import { deliverMailings } from './mail/queue'
import { countSingle } from './mail/quota'
import { sendWritten } from './mail/send-written'
import { sendAccountNotice, sendEmailConfirmation, sendEmailNotice } from './portal/email/send-mails'
import { sendLink, sendStaffLink } from './portal/entry/send-link'
import { sendJoinConfirmation } from './portal/join/send-confirmation'
import { sendMandateNotice, sendVoidNotice } from './portal/mandate/send-notice'
import { sendResignationMail, sendResignationNotice } from './portal/resign/send-mails'
import { JOBS, runCron, runInDatabase } from './runs'

export default {
  fetch: app.fetch,
  queue: (batch, env) =>
    logBatch(env, batch, async (messages) => {
      requireSetup(env)
      if (isPaused(env)) return retryLater(messages)
      if (isDeadQueue(batch.queue)) return keepDead(env, messages)
      const { runs, jobs, events, mailings, mails } = byShape(messages)
      await runQueuedRuns(runs, env, (at) => runInDatabase(env, at))
      await runQueuedJobs(jobs, env, JOBS)
      await recordMailEvents(events, env)
      await deliverMailings(mailings, env)
      const keep = (dead: NewDeadMessage) => keepDeadMessages(openHome(env), [dead], new Date())
      await countSingle(env, await sendMails(mails, (mail) => send(env, mail), keep))
    }),
  scheduled: ({ scheduledTime, cron }, env) =>
    logRun(env, cron, async () => {
      requireSetup(env)
      if (isPaused(env)) return report({ paused: true })
      await runCron(env, cron, new Date(scheduledTime))
    }),
} satisfies ExportedHandler<Bindings, Queued>

type Queued = QueuedMail | QueuedMailing | QueuedRun | QueuedJob | MailEvent
type Messages<Body> = readonly Message<Body>[]

/** Messages by their shape, since the queues of staging have other names. */
function byShape(messages: Messages<Queued>) {
  const groups = Map.groupBy(messages, ({ body }) => shapeOf(body))
  const of = <Body extends Queued>(shape: Shape) => (groups.get(shape) ?? []) as unknown as Messages<Body>
  return {
    runs: of<QueuedRun>('run'),
    jobs: of<QueuedJob>('job'),
    events: of<MailEvent>('event'),
    mailings: of<QueuedMailing>('mailing'),
    mails: of<QueuedMail>('mail'),
  }
}

type Shape = ReturnType<typeof shapeOf>

function shapeOf(body: unknown) {
  const { kind } = Object(body)
  if (kind === 'run' || kind === 'job') return kind as 'run' | 'job'
  if (isMailEvent(body)) return 'event'
  return 'mail_id' in Object(body) ? 'mailing' : 'mail'
}

type Kind = QueuedMail['kind']

/** What sends the queued mails of each kind. */
const SENDERS: { [K in Kind]: (env: Bindings, mail: Extract<QueuedMail, { kind: K }>) => Promise<void> } = {
  portal_link: sendLink,
  staff_link: sendStaffLink,
  sign_in_code: sendCode,
  invitation: sendInvitation,
  passkey_notice: sendPasskeyNotice,
  creditor_notice: sendCreditorNotice,
  quota_notice: sendQuotaNotice,
  join_confirmation: sendJoinConfirmation,
  email_confirmation: sendEmailConfirmation,
  email_notice: sendEmailNotice,
  account_notice: sendAccountNotice,
  mandate_notice: sendMandateNotice,
  mandate_void_notice: sendVoidNotice,
  resignation: sendResignationMail,
  resignation_notice: sendResignationNotice,
  webhook_notice: sendWebhookNotice,
  written: (env, mail) => sendWritten(env, { sandbox_id: null, ...mail }),
}

/**
 * Sends a queued mail, and returns how many mails left: none if there was nobody to tell, or for a sandbox. Fails for a kind that
 * only another version knows, so that it is tried again.
 */
async function send(env: Bindings, mail: QueuedMail): Promise<number> {
  if (!Object.hasOwn(SENDERS, mail.kind)) throw new UnknownKind()
  const sender = SENDERS[mail.kind] as (env: Bindings, mail: QueuedMail) => Promise<void>
  let sent = 0
  const EMAIL: SendEmail = {
    send: async (message: never) => {
      const result = await env.EMAIL.send(message)
      sent += 1
      return result
    },
  }
  await sender({ ...env, EMAIL }, mail)
  return sent
}

class UnknownKind extends Error {
  override name = 'UnknownKind'
}
