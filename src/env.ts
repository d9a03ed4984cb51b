import type { DatabaseBindings } from './db/databases'
import type { Place } from './db/places'
import type { ApiKeyPrincipal } from './domain/access/api-key-principal'
import type { QuotaNotice } from './domain/mails/alert-owners'
import type { AccountNotice } from './domain/portal/account-notices'
import type { EmailConfirmation } from './domain/portal/change-email'
import type { JoinMail } from './domain/portal/join/request'
import type { LinkRequest } from './domain/portal/link-requests'
import type { MandateNotice } from './domain/portal/mandate/grant'
import type { VoidNotice } from './domain/portal/mandate/void'
import type { ResignationNotice } from './domain/portal/resign/confirm'
import type { ResignationMail } from './domain/portal/resign/send'
import type { EmailNotice } from './domain/portal/reverse-email'
import type { StaffLinkRequest } from './domain/portal/staff-link'
import type { PasskeyNotice } from './domain/staff/passkeys/notice'
import type { StaffPrincipal } from './domain/staff/principal'
import type { CodeRequest } from './domain/staff/request-code'
import type { Invitation } from './domain/staff/workspaces'
import type { WebhookMail } from './domain/webhooks/notices'
import type { CreditorNotice } from './domain/workspaces/creditor-notice'
import type { InlineImage } from './mail/transfer'
import type { Language } from './ui/i18n/locale'

/** What wrangler.toml and the secrets bind. */
export type Bindings = DatabaseBindings & {
  /** Up to how many gigabytes each database takes new workspaces, by the name of its binding; 0 closes one. */
  DATABASE_LIMITS_GB?: Record<string, number>
  PORTAL_LINKS: KVNamespace
  REFERENCE: Fetcher
  VERSION?: WorkerVersionMetadata
  KEY_RATE: RateLimit
  ADDRESS_RATE: RateLimit
  MAILS: Queue<QueuedMail>
  MAILINGS: Queue<QueuedMailing>
  JOBS: Queue<QueuedJob | QueuedRun>
  WEBHOOKS: Queue<QueuedJob>
  EMAIL: SendEmail
  /** The bucket of the nightly files of workspaces. */
  BACKUPS?: R2Bucket
  MAIL_FROM: string
  /** How many mails of all workspaces the mail service takes on a day: mailings use up to 80 % of it. */
  MAIL_DAILY_QUOTA?: string
  /** The HTTP service that mailings go through in place of `EMAIL`, and the secret token for it. */
  MAILINGS_SENDER_URL?: string
  MAILINGS_SENDER_TOKEN?: string
  /** Where the service mails what goes wrong. */
  OPERATOR_EMAIL?: string
  /** The id of the workspace that is used each hour to see that the service works; nobody else's data is in it. */
  CANARY_WORKSPACE?: string
  PUBLIC_URL?: string
  OPERATOR_TOKEN?: string
  /** The token before, which works until callers have the new one. */
  OPERATOR_TOKEN_PREVIOUS?: string
  /** The lowest level of lines that are logged: `info` (all), `warn` or `error`. */
  LOG_LEVEL?: string
  /** The key, of at least 32 bytes, from which the secrets of webhooks are derived. Without it, none is sent. */
  WEBHOOK_KEY?: string
  /** The key before, which also signs until receivers have the new secrets. */
  WEBHOOK_KEY_PREVIOUS?: string
  /** Any text, such as `restore`, makes the service only read: no write, no run and no message of a queue is served. */
  PAUSED?: string
  /** The API key of the demo, which `npm start` sets on this machine. */
  DEMO_KEY?: string
}

/** A mail that waits to be written and sent; `origin` is where its link leads, if it has one. */
export type QueuedMail = AnyMail & {
  /** When the operator put it back into the queue, after it had been given up. */
  replayed_at?: string
}
type AnyMail =
  | QueuedLink
  | QueuedStaffLink
  | QueuedCode
  | QueuedInvitation
  | QueuedPasskeyNotice
  | QueuedCreditorNotice
  | QueuedQuotaNotice
  | QueuedJoinConfirmation
  | QueuedWrittenMail
  | QueuedEmailConfirmation
  | QueuedEmailNotice
  | QueuedAccountNotice
  | QueuedMandateNotice
  | QueuedVoidNotice
  | QueuedResignation
  | QueuedResignationNotice
  | QueuedWebhookNotice
/** Messages that an earlier version queued have no `language`. */
export type QueuedLink = LinkRequest & { kind: 'portal_link'; language?: Language; origin: string }
export type QueuedStaffLink = StaffLinkRequest & { kind: 'staff_link'; origin: string }
export type QueuedEmailConfirmation = EmailConfirmation & {
  kind: 'email_confirmation'
  language: Language
  origin: string
}
export type QueuedEmailNotice = EmailNotice & { kind: 'email_notice'; language?: Language; origin: string }
export type QueuedAccountNotice = AccountNotice & {
  kind: 'account_notice'
  language: Language
  origin: string
}
export type QueuedMandateNotice = MandateNotice & {
  kind: 'mandate_notice'
  language: Language
  origin: string
}
export type QueuedVoidNotice = VoidNotice & { kind: 'mandate_void_notice'; origin: string }
export type QueuedResignation = ResignationMail & {
  kind: 'resignation'
  language: Language
  origin: string
}
export type QueuedResignationNotice = ResignationNotice & {
  kind: 'resignation_notice'
  language?: Language
  origin: string
}
export type QueuedCode = CodeRequest & { kind: 'sign_in_code'; origin: string }
/** Messages that an earlier version queued have neither the role nor who invites. */
export type QueuedInvitation = Omit<Invitation, 'role' | 'reply_to'> &
  Partial<Pick<Invitation, 'role' | 'reply_to'>> & { kind: 'invitation'; invited_by?: string; origin: string }
export type QueuedCreditorNotice = CreditorNotice & { kind: 'creditor_notice'; origin: string }
export type QueuedWebhookNotice = WebhookMail & { kind: 'webhook_notice'; origin: string }
export type QueuedQuotaNotice = QuotaNotice & { kind: 'quota_notice'; origin: string }
export type QueuedJoinConfirmation = JoinMail & { kind: 'join_confirmation'; origin: string }
export type QueuedPasskeyNotice = PasskeyNotice & { kind: 'passkey_notice'; origin: string }

/** A mail that is written already: what it is about is deleted, or a member of staff tries it. */
export type QueuedWrittenMail = {
  kind: 'written'
  /** The sandbox whose mail it is, if it is one's; messages that an earlier version queued have none. */
  sandbox_id?: string | null
  from_name: string
  to: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** Images that the HTML names by their ids; messages that an earlier version queued have none. */
  images?: InlineImage[]
  origin: string
  requested_at: string
}

/** Mails of staff to the recipients from `first` to `last`; `origin` is where their links lead. */
export type QueuedMailing = {
  workspace_id: string
  mail_id: string
  first: string
  last: string
  origin: string
}

/** The jobs that crons queue, one message for each workspace. `JOBS` of src/runs.ts has what each does. */
export type JobName =
  | 'send_due_mails'
  | 'resume_mails'
  | 'tell_old_addresses'
  | 'void_mandates'
  | 'sweep_recipients'
  | 'seal_events'
  | 'back_up'
  | 'send_webhooks'
  | 'wipe_sandbox'
  | 'move_workspace'

/** A job that a run has found; `at` is the time of the run. */
export type QueuedJob = { kind: 'job'; job: JobName; workspace_id: string; at: string }

/** The run of a cron in one of the databases after the first; `at` is its time. */
export type QueuedRun = { kind: 'run'; cron: string; place: Place; at: string }

/** An event of the mail service about a mail that it took. It has more fields, addresses among them. */
export type MailEvent = {
  type: string
  payload?: {
    messageId?: string
    bounce?: { type?: string }
    rejection?: { reason?: string }
  }
}

/** What middleware leaves for handlers. */
type Variables = {
  requestId: string
  principal: ApiKeyPrincipal
  /** The member of staff who asks, on pages of a workspace. */
  staff: StaffPrincipal
  /** The body of the request, once it is read. */
  bodyBytes: Uint8Array<ArrayBuffer>
  /** Whether the page has frames, or is a document in one. */
  frames?: 'frames' | 'framed'
  /** The fields of a form, once they are read. */
  form?: URLSearchParams
  /** The body as text, where it is CSV. */
  csv?: string
}

export type Env = { Bindings: Bindings; Variables: Variables }
