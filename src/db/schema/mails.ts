import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Mails to persons: drafts, and those that are or were sent. The counts are of mails; those that are neither waiting,
 * sent, failed nor skipped have been handed over, and it is not known whether they were sent.
 */
export const mails = sqliteTable(
  'mails',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    state: text('state', { enum: ['draft', 'sending', 'stopped', 'sent'] }).notNull(),
    /** News can be unsubscribed from, official mails cannot. */
    kind: text('kind', { enum: ['official', 'news'] }).notNull(),
    /** What an automatic mail or a reminder is about; NULL for a mail that staff wrote. */
    occasion: text('occasion'),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    /** To whom, as JSON: `{ ids }`, or `{ query }` as the address of the list has it. */
    audience: text('audience'),
    subject: text('subject').notNull(),
    /** Markdown with placeholders. */
    body: text('body').notNull(),
    total: integer('total').notNull().default(0),
    waiting: integer('waiting').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** When sending began. */
    sentAt: text('sent_at'),
    /** The day (YYYY-MM-DD, UTC) on which mails were left for the next one, since the quota of the mail service was used up. */
    heldOn: text('held_on'),
    /** When its recipients were deleted; the counts stay. */
    recipientsSweptAt: text('recipients_swept_at'),
    /** The epoch of the restore since which it is held, until staff decide whether it is sent. */
    heldFor: integer('held_for'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('mails_in_progress').on(t.workspaceId, t.id).where(sql`state = 'sending'`),
    index('mails_to_sweep')
      .on(t.workspaceId, t.sentAt)
      .where(sql`sent_at IS NOT NULL AND recipients_swept_at IS NULL`),
    index('mails_held').on(t.workspaceId, t.id).where(sql`held_for IS NOT NULL`),
  ],
)

/**
 * To whom a mail goes: the persons at the moment of sending. Where nothing in it is personal, one mail goes to all
 * persons of an address: the others are `covered` by the person of `sent_with`, whose state is theirs. `claim` names
 * the attempt that took a mail to send it.
 */
export const mailRecipients = sqliteTable(
  'mail_recipients',
  {
    workspaceId: text('workspace_id').notNull(),
    mailId: text('mail_id').notNull(),
    personId: text('person_id').notNull(),
    address: text('address').notNull(),
    sentWith: text('sent_with'),
    state: text('state', {
      enum: ['waiting', 'claimed', 'sent', 'failed', 'skipped', 'covered'],
    }).notNull(),
    /** Why it failed or was skipped. */
    reason: text('reason'),
    claim: text('claim'),
    at: text('at').notNull(),
    /** The hash of the token with which the person unsubscribes from news. */
    unsubscribeHash: text('unsubscribe_hash'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.mailId, t.personId] }),
    index('mail_recipients_by_person').on(t.workspaceId, t.personId, t.mailId),
    index('mail_recipients_covered')
      .on(t.workspaceId, t.sentWith, t.mailId)
      .where(sql`sent_with IS NOT NULL`),
    uniqueIndex('mail_recipients_by_token').on(t.unsubscribeHash).where(sql`unsubscribe_hash IS NOT NULL`),
  ],
)

/** Which mail the mail service calls by which id, for a month: it tells by these what became of a mail later. */
export const sentMessages = sqliteTable('sent_messages', {
  messageId: text('message_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  mailId: text('mail_id').notNull(),
  personId: text('person_id').notNull(),
  at: text('at').notNull(),
})

/** The texts of automatic mails and reminders by what they are about. One is off where `enabled_at` is NULL. */
export const mailRules = sqliteTable(
  'mail_rules',
  {
    workspaceId: text('workspace_id').notNull(),
    occasion: text('occasion').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    kind: text('kind', { enum: ['official', 'news'] }).notNull(),
    /** How many days after the occasion; before it where negative. */
    offsetDays: integer('offset_days').notNull().default(0),
    enabledAt: text('enabled_at'),
    /** The number of the last event that a run has seen. */
    lastEvent: integer('last_event').notNull().default(0),
    /** The date (YYYY-MM-DD) in the workspace up to which occasions have had their mails. */
    doneUntil: text('done_until'),
    /** The epoch of a restore, until a run has held the mails for what was due before it. */
    heldFor: integer('held_for'),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.occasion] }),
    index('mail_rules_enabled').on(t.workspaceId, t.occasion).where(sql`enabled_at IS NOT NULL`),
  ],
)

/** What automatic mails were about, each once: a date of a person, a fee, a debit, a payment. */
export const mailOccasions = sqliteTable(
  'mail_occasions',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    occasion: text('occasion').notNull(),
    /** The id of what it is about, or the date. */
    subject: text('subject').notNull(),
    mailId: text('mail_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId, t.occasion, t.subject] }),
    index('mail_occasions_of_mail').on(t.workspaceId, t.mailId, t.personId),
  ],
)

/** Which reminders of a fee were sent, each level once. */
export const reminders = sqliteTable(
  'reminders',
  {
    workspaceId: text('workspace_id').notNull(),
    feeId: text('fee_id').notNull(),
    level: integer('level').notNull(),
    personId: text('person_id').notNull(),
    mailId: text('mail_id').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.feeId, t.level] }),
    index('reminders_of_mail').on(t.workspaceId, t.mailId, t.personId),
  ],
)

/** Persons who unsubscribed from news. */
export const newsRefusals = sqliteTable(
  'news_refusals',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    refusedAt: text('refused_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId] }),
    index('news_refusals_by_time').on(t.refusedAt),
  ],
)

/** Addresses, in lower case, that the mail service no longer delivers to, such as after a hard bounce. */
export const blockedAddresses = sqliteTable(
  'blocked_addresses',
  {
    workspaceId: text('workspace_id').notNull(),
    address: text('address').notNull(),
    reason: text('reason').notNull(),
    blockedAt: text('blocked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.address] })],
)

/** How many mails a workspace sends on a day (YYYY-MM-DD, UTC), which a quota bounds. */
export const mailDays = sqliteTable(
  'mail_days',
  {
    workspaceId: text('workspace_id').notNull(),
    day: text('day').notNull(),
    count: integer('count').notNull(),
    /** When owners were told that the quota is nearly used up. */
    alertedAt: text('alerted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day] }),
    index('mail_days_to_alert').on(t.day).where(sql`count >= 16000 AND alerted_at IS NULL`),
  ],
)

/** How many mails of all workspaces the mail service was given on a day (YYYY-MM-DD, UTC), sign-in codes included. */
export const sentDays = sqliteTable('sent_days', {
  day: text('day').primaryKey(),
  count: integer('count').notNull(),
})

/** The mails that sandboxes keep in place of sending them: the last 200 of each, until they are wiped at night. */
export const sandboxMails = sqliteTable(
  'sandbox_mails',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    at: text('at').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)
