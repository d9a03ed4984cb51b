import { app } from './app'
import { sendQuotaNotice } from './dashboard/mails/send-quota-notice'
import { sendCreditorNotice } from './dashboard/settings/send-creditor-notice'
import { sendCode } from './dashboard/sign-in/send-code'
import { sendInvitation } from './dashboard/sign-in/send-invitation'
import { sendPasskeyNotice } from './dashboard/sign-in/send-passkey-notice'
import { open, trip } from './db/client'
import { report } from './db/work'
import { deleteOldResults } from './domain/access/idempotency'
import { repairPartyKeys } from './domain/bank/lines/repair-party-keys'
import { listUnsealedWorkspaces, sealEvents } from './domain/events/seal'
import { deleteOldEvents } from './domain/events/sweep'
import { sweepImports } from './domain/imports/sweep'
import { sweepMessages } from './domain/mails/messages'
import { sweepSentDays } from './domain/mails/sent-days'
import { listWorkspacesToSweep, sweepRecipients } from './domain/mails/sweep'
import { sweepMandates } from './domain/mandates/sweep'
import { endGuardianshipsOfAge } from './domain/persons/guardians/end'
import { sweepGuards } from './domain/persons/guards'
import { deleteOldTombstones } from './domain/persons/list-deleted'
import { repairNameKeys } from './domain/persons/repair-name-keys'
import { repairTexts } from './domain/persons/repair-texts'
import { sweepEmailChanges } from './domain/portal/email-changes'
import { deleteOldJoinRequests } from './domain/portal/join/request'
import { sweepReversals } from './domain/portal/mandate/reversals'
import { voidMandates } from './domain/portal/mandate/void'
import { sweepResignations } from './domain/portal/resign/sweep'
import { newId } from './domain/shared/ids'
import { sweepStaff } from './domain/staff/sweep'
import { type DeadMessage, keepDeadMessages, sweepDeadMessages } from './domain/watch/dead-messages'
import { countWorkspaces } from './domain/workspaces/daily-counts'
import { eraseByTheClock } from './domain/workspaces/leaving/erase'
import type { Bindings, JobName, MailEvent, QueuedJob, QueuedMail, QueuedMailing } from './env'
import { backUpErasures, backUpQueued, backUpsDeletion, queueBackUps, watchBackUps } from './http/back-ups'
import { isDeadQueue, keepDead } from './http/dead-queue'
import { type Job, queueJobs, runQueuedJobs } from './http/job-queue'
import { logBatch, logRun } from './http/log-work'
import { sendMails } from './http/mail-queue'
import { isPaused, retryLater } from './http/paused'
import { requireSetup } from './http/setup'
import { timeBudget } from './http/time-budget'
import { watchDatabase } from './http/watch-database'
import { runCanary } from './mail/canary'
import { isMailEvent, recordMailEvents } from './mail/events'
import { hourlyMails, resumeStuckMails, sendDueMails } from './mail/hourly'
import { deliverMailings } from './mail/queue'
import { countSingle } from './mail/quota'
import { sendWritten } from './mail/send-written'
import { runWatched } from './mail/watched-run'
import { sendAccountNotice, sendEmailConfirmation, sendEmailNotice } from './portal/email/send-mails'
import { sendLink, sendStaffLink } from './portal/entry/send-link'
import { sendJoinConfirmation } from './portal/join/send-confirmation'
import { queueVoidNotices } from './portal/mandate/queue-notices'
import { sendMandateNotice, sendVoidNotice } from './portal/mandate/send-notice'
import { sendResignationMail, sendResignationNotice } from './portal/resign/send-mails'

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
      const keep = (dead: DeadMessage) => keepDeadMessages(open(env.DB), [dead], new Date())
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

/** What runs by each cron of wrangler.toml. */
const RUNS: Record<string, (env: Bindings, now: Date) => Promise<void>> = {
  '17 * * * *': runHourly,
  '37 3 * * *': runNightly,
}

function runHourly(env: Bindings, now: Date): Promise<void> {
  const db = open(env.DB)
  return runWatched(
    { env, run: 'hourly', now },
    {
      watchDatabase: () => watchDatabase(env, now),
      watchBackUps: () => watchBackUps(env, now),
      runCanary: () => runCanary(env, (path, init) => app.request(path, init, env), now),
      ...hourlyMails(env, now),
      voidMandates: () => voidMandates(db, now, (notices) => queueVoidNotices(env, notices)),
      backUpErasures: () => backUpErasures(env, now),
      sweepEmailChanges: () => trip(db, { swept: sweepEmailChanges(now) }),
      eraseByTheClock: () =>
        eraseByTheClock(
          db,
          { requestId: newId('bat', now), now },
          { isTimeUp: timeBudget(), deleteBackups: backUpsDeletion(env) },
        ),
    },
  )
}

function runNightly(env: Bindings, now: Date): Promise<void> {
  const db = open(env.DB)
  return runWatched(
    { env, run: 'nightly', now },
    {
      sweepDeadMessages: () => trip(db, { swept: sweepDeadMessages(now) }),
      deleteOldResults: () => deleteOldResults(db),
      deleteOldTombstones: () => deleteOldTombstones(db),
      countWorkspaces: () => countWorkspaces(db),
      sweepStaff: () => sweepStaff(db),
      sweepGuards: () => trip(db, { swept: sweepGuards(now) }),
      sweepImports: () => trip(db, { swept: sweepImports(now) }),
      sweepMandates: () => trip(db, { swept: sweepMandates(now) }),
      sweepReversals: () => trip(db, { swept: sweepReversals(now) }),
      sweepResignations: () => trip(db, { swept: sweepResignations(now) }),
      deleteOldJoinRequests: () => deleteOldJoinRequests(db),
      endGuardianshipsOfAge: () => endGuardianshipsOfAge(db),
      repairTexts: () => repairTexts(db),
      repairNameKeys: () => repairNameKeys(db),
      repairPartyKeys: () => repairPartyKeys(db),
      sweepMessages: () => sweepMessages(db),
      sweepSentDays: () => trip(db, { swept: sweepSentDays() }),
      queueSweeps: async () =>
        queueJobs(env, 'sweep_recipients', { workspaceIds: await listWorkspacesToSweep(db), now }),
      queueSeals: async () =>
        queueJobs(env, 'seal_events', { workspaceIds: await listUnsealedWorkspaces(db), now }),
      deleteOldEvents: () => deleteOldEvents(db),
      queueBackUps: () => queueBackUps(env, now),
    },
  )
}

/** What each job does for its workspace. The crons queue them by {@link queueJobs}. */
const JOBS: Record<JobName, Job> = {
  send_due_mails: sendDueMails,
  resume_mails: resumeStuckMails,
  sweep_recipients: async (env, { workspaceId }) =>
    (await sweepRecipients(open(env.DB), workspaceId)).isAll ? 'done' : 'more',
  back_up: backUpQueued,
  seal_events: async (env, { workspaceId }) =>
    (await sealEvents(open(env.DB), workspaceId)).isAll ? 'done' : 'more',
}

type Queued = QueuedMail | QueuedMailing | QueuedJob | MailEvent
type Messages<Body> = readonly Message<Body>[]

/** Messages by what they are, since a staging environment and the dead-letter queue have queues of other names. */
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
  written: sendWritten,
}

/** Sends a queued mail. Fails for a kind that only another version knows, so that it is tried again. */
async function send(env: Bindings, mail: QueuedMail): Promise<void> {
  if (!Object.hasOwn(SENDERS, mail.kind)) throw new UnknownKind()
  const sender = SENDERS[mail.kind] as (env: Bindings, mail: QueuedMail) => Promise<void>
  return sender(env, mail)
}

class UnknownKind extends Error {
  override name = 'UnknownKind'
}
