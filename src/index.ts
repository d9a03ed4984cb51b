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
import type { Bindings, MailEvent, QueuedJob, QueuedMail, QueuedMailing } from './env'
import { isDeadQueue, keepDead } from './http/dead-queue'
import { runQueuedJobs } from './http/job-queue'
import { logBatch, logRun } from './http/log-work'
import { sendMails } from './http/mail-queue'
import { isPaused, retryLater } from './http/paused'
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
import { JOBS, RUNS } from './runs'

export default {
  fetch: app.fetch,
  queue: (batch, env) =>
    logBatch(env, batch, async (messages) => {
      requireSetup(env)
      if (isPaused(env)) return retryLater(messages)
      if (isDeadQueue(batch.queue)) return keepDead(env, messages)
      const { jobs, events, mailings, mails } = byShape(messages)
      await runQueuedJobs(jobs, env, JOBS)
      await recordMailEvents(events, env)
      await deliverMailings(mailings, env)
      const keep = (dead: NewDeadMessage) => keepDeadMessages(openHome(env), [dead], new Date())
      await countSingle(env, await sendMails(mails, (mail) => send(env, mail), keep))
    }),
  scheduled: ({ scheduledTime, cron }, env) =>
    logRun(env, cron, async () => {
      requireSetup(env)
      const run = RUNS[cron]
      if (!run) throw new Error(`The service has no run for the cron ${cron}.`)
      if (isPaused(env)) return report({ paused: true })
      await run(env, new Date(scheduledTime))
    }),
} satisfies ExportedHandler<Bindings, Queued>

type Queued = QueuedMail | QueuedMailing | QueuedJob | MailEvent
type Messages<Body> = readonly Message<Body>[]

/** Messages by their shape, since the queues of staging have other names. */
function byShape(messages: Messages<Queued>) {
  const isJob = ({ body }: Message): boolean => Object(body).kind === 'job'
  const isEvent = ({ body }: Message): boolean => isMailEvent(body)
  const isMailing = ({ body }: Message): boolean => 'mail_id' in Object(body)
  return {
    jobs: messages.filter(isJob) as Messages<QueuedJob>,
    events: messages.filter(isEvent) as Messages<MailEvent>,
    mailings: messages.filter(isMailing) as Messages<QueuedMailing>,
    mails: messages.filter(
      (message) => !isJob(message) && !isEvent(message) && !isMailing(message),
    ) as Messages<QueuedMail>,
  }
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
