import { app } from './app'
import { sendQuotaNotice } from './dashboard/mails/send-quota-notice'
import { sendCreditorNotice } from './dashboard/settings/send-creditor-notice'
import { sendCode } from './dashboard/sign-in/send-code'
import { sendInvitation } from './dashboard/sign-in/send-invitation'
import { sendPasskeyNotice } from './dashboard/sign-in/send-passkey-notice'
import { open, trip } from './db/client'
import { deleteOldResults } from './domain/access/idempotency'
import { repairPartyKeys } from './domain/bank/lines/repair-party-keys'
import { sealEvents } from './domain/events/seal'
import { deleteOldEvents } from './domain/events/sweep'
import { sweepImports } from './domain/imports/sweep'
import { sweepMandates } from './domain/mandates/sweep'
import { endGuardianshipsOfAge } from './domain/persons/guardians/end'
import { sweepGuards } from './domain/persons/guards'
import { deleteOldTombstones } from './domain/persons/list-deleted'
import { repairTexts } from './domain/persons/repair-texts'
import { sweepEmailChanges } from './domain/portal/email-changes'
import { deleteOldJoinRequests } from './domain/portal/join/request'
import { sweepReversals } from './domain/portal/mandate/reversals'
import { voidMandates } from './domain/portal/mandate/void'
import { sweepResignations } from './domain/portal/resign/sweep'
import { sweepStaff } from './domain/staff/sweep'
import { countWorkspaces } from './domain/workspaces/daily-counts'
import type { Bindings, QueuedMail, QueuedMailing } from './env'
import { sendMails } from './http/mail-queue'
import { sendDueMails } from './mail/hourly'
import { deliverMailings } from './mail/queue'
import { sendWritten } from './mail/send-written'
import { sendAccountNotice, sendEmailConfirmation, sendEmailNotice } from './portal/email/send-mails'
import { sendLink, sendStaffLink } from './portal/entry/send-link'
import { sendJoinConfirmation } from './portal/join/send-confirmation'
import { queueVoidNotices } from './portal/mandate/queue-notices'
import { sendMandateNotice, sendVoidNotice } from './portal/mandate/send-notice'
import { sendResignationMail, sendResignationNotice } from './portal/resign/send-mails'

export default {
  fetch: app.fetch,
  queue: (batch, env) =>
    isOfMailings(batch)
      ? deliverMailings(batch, env)
      : sendMails(batch as MessageBatch<QueuedMail>, (mail) => send(env, mail)),
  async scheduled({ scheduledTime }, env) {
    const now = new Date(scheduledTime)
    const db = open(env.DB)
    await Promise.all([
      sendDueMails(env, now),
      voidMandates(db, now, (notices) => queueVoidNotices(env, notices)),
      trip(db, { swept: sweepEmailChanges(now) }),
      now.getUTCHours() === NIGHT ? runNightly(env) : undefined,
    ])
  },
} satisfies ExportedHandler<Bindings, QueuedMail | QueuedMailing>

/** The hour (UTC) of the run that happens once a day. */
const NIGHT = 3

async function runNightly(env: Bindings): Promise<void> {
  const db = open(env.DB)
  await Promise.all([
    deleteOldResults(db),
    deleteOldTombstones(db),
    countWorkspaces(db),
    sweepStaff(db),
    trip(db, { swept: sweepGuards(new Date()) }),
    trip(db, { swept: sweepImports(new Date()) }),
    trip(db, { swept: sweepMandates(new Date()) }),
    trip(db, { swept: sweepReversals(new Date()) }),
    trip(db, { swept: sweepResignations(new Date()) }),
    deleteOldJoinRequests(db),
    endGuardianshipsOfAge(db),
    repairTexts(db),
    repairPartyKeys(db),
    sealEvents(db).then(() => deleteOldEvents(db)),
  ])
}

const isOfMailings = (
  batch: MessageBatch<QueuedMail | QueuedMailing>,
): batch is MessageBatch<QueuedMailing> => batch.queue === 'membership-mailings'

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
