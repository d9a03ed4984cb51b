import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Who is signed in to the portal of a workspace. `person_ids` is a JSON object of arrays of ids by the workspace of the
 * persons; `former_ids` is an array of those that may be former members.
 */
export const portalSessions = sqliteTable(
  'portal_sessions',
  {
    sessionHash: text('session_hash').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    personIds: text('person_ids').notNull(),
    expiresAt: text('expires_at').notNull(),
    formerIds: text('former_ids').notNull().default('[]'),
    /** By which way its link came. Sessions from before this was stored have the fewest rights of a member. */
    kind: text('kind', { enum: ['own_mail', 'staff_mail', 'api', 'bulk_mail', 'staff_shown'] })
      .notNull()
      .default('bulk_mail'),
    /** Who acts for the member, in a session of staff. */
    staffId: text('staff_id'),
    /** The generations of persons in `portal_guards` when the link was made, by id; 0 for those that are left out. */
    generations: text('generations').notNull().default('{}'),
  },
  (t) => [index('portal_sessions_by_expiry').on(t.expiresAt)],
)

/**
 * What recent changes keep from members. Sessions and links of an earlier `generation` do not open the person any
 * more; a trigger raises it with every change of the email address. It is a time, so that it also grows after a row
 * was deleted.
 */
export const portalGuards = sqliteTable(
  'portal_guards',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    generation: integer('generation').notNull().default(0),
    /** When an address was given in the portal, and confirmed; NULL once the old one agreed. */
    addressGivenAt: text('address_given_at'),
    accountGivenAt: text('account_given_at'),
    /**
     * For a day: the account before it was first changed in the portal, and as it was left there last, as JSON, and
     * when.
     */
    accountBefore: text('account_before'),
    accountGiven: text('account_given'),
    accountChangedAt: text('account_changed_at'),
    /**
     * When anyone changed the address of a person with an account, as a trigger keeps it; NULL once the old one
     * agreed.
     */
    addressChangedAt: text('address_changed_at'),
    changedAt: text('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.personId] })],
)

/**
 * The address that a person had before a change in the portal or by staff, to which a link in a mail leads back.
 * `current_email` is the address that the person has while the link holds, empty for none: it follows such changes,
 * and those of others end the link. A trigger deletes the rows with their person.
 */
export const emailReversals = sqliteTable(
  'email_reversals',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    requestedAt: text('requested_at').notNull(),
    tokenHash: text('token_hash').notNull(),
    restores: text('restores').notNull(),
    currentEmail: text('current_email').notNull(),
    /** When the old address agreed to the change. */
    agreedAt: text('agreed_at'),
    expiresAt: text('expires_at').notNull(),
    /** 1 until the hourly run has the old address told. */
    isUntold: integer('is_untold').notNull().default(0),
    /** 1 if the old address was new itself, so that it cannot agree. */
    wasResting: integer('was_resting').notNull().default(0),
    /** The account before it was first changed in the portal since, and as it was given there last, as JSON. */
    accountBefore: text('account_before'),
    accountGiven: text('account_given'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId, t.requestedAt] }),
    index('email_reversals_by_token').on(t.tokenHash),
    index('email_reversals_by_expiry').on(t.expiresAt),
    index('email_reversals_untold').on(t.requestedAt).where(sql`is_untold = 1`),
  ],
)

/**
 * What a person had before a mandate was given online, to which the link in the mail about it leads back. Once it was
 * taken back, only `account_before` stays, while a released debit takes another account.
 */
export const mandateReversals = sqliteTable(
  'mandate_reversals',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    grantedAt: text('granted_at').notNull(),
    reference: text('reference').notNull(),
    /** The account that was given, as JSON; a later change in the portal is part of it. */
    accountGiven: text('account_given'),
    /** What the columns of the person were before. */
    accountBefore: text('account_before'),
    methodBefore: text('method_before'),
    mandateBefore: text('mandate_before'),
    /** How the mandate of the same reference had been given before, as JSON. */
    evidenceBefore: text('evidence_before'),
    confirmedBy: text('confirmed_by'),
    expiresAt: text('expires_at').notNull(),
    takenBackAt: text('taken_back_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId, t.grantedAt] }),
    index('mandate_reversals_by_expiry').on(t.expiresAt),
    index('mandate_reversals_taken_back').on(t.workspaceId).where(sql`taken_back_at IS NOT NULL`),
  ],
)

/** New email addresses of persons, until a link in a mail to the address confirms them. A family shares a token. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    email: text('email').notNull(),
    /** The address that the member saw: another one that was stored since is not replaced. */
    replaces: text('replaces'),
    tokenHash: text('token_hash').notNull(),
    requestedAt: text('requested_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId] }),
    index('email_changes_by_token').on(t.tokenHash),
    index('email_changes_by_expiry').on(t.expiresAt),
  ],
)

/**
 * Applications for membership, until a link in a mail to their address confirms them. `input` has the persons with what
 * was agreed to, as JSON; it and `email` are empty once the application is confirmed. `draft_hash` is of the token by which the
 * browser that sent it changes it.
 */
export const joinRequests = sqliteTable(
  'join_requests',
  {
    tokenHash: text('token_hash').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    email: text('email').notNull(),
    input: text('input').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    draftHash: text('draft_hash'),
  },
  (t) => [
    index('join_requests_by_expiry').on(t.expiresAt),
    index('join_requests_by_address').on(t.workspaceId, t.email).where(sql`input <> ''`),
    index('join_requests_by_draft').on(t.draftHash).where(sql`draft_hash IS NOT NULL`),
  ],
)

/** How often links were asked for in each hour, by caller and by address: hashes, swept when their hour is over. */
export const linkRequests = sqliteTable(
  'link_requests',
  {
    hour: text('hour').notNull(),
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.subject] })],
)

/**
 * Browsers that were signed in, by the hash of a token of theirs: as the id of staff, or by the hash of a member's
 * address. They can ask for mails when strangers have used up those of an address.
 */
export const knownBrowsers = sqliteTable(
  'known_browsers',
  {
    browserHash: text('browser_hash').notNull(),
    subject: text('subject').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.browserHash, t.subject] }),
    index('known_browsers_by_expiry').on(t.expiresAt),
  ],
)

/**
 * Resignations of members, as they were sent in the portal. `sent_at` is when it arrived, from which the notice counts. It is
 * valid once the link in a mail has confirmed it, and is deleted in the night after that has expired. `leave_date` is the last
 * day that the member asked for; another one than the notice gives has a `cause`. A trigger deletes the rows with their person.
 */
export const resignations = sqliteTable(
  'resignations',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    personId: text('person_id').notNull(),
    leaveDate: text('leave_date').notNull(),
    cause: text('cause'),
    note: text('note'),
    sentAt: text('sent_at').notNull(),
    /** Who sent it: the member, or who acts for a minor. */
    sentBy: text('sent_by').notNull(),
    state: text('state', { enum: ['sent', 'confirmed', 'accepted', 'withdrawn'] }).notNull(),
    /** Of the link that confirms it; NULL until the mail is written, and afterwards. */
    tokenHash: text('token_hash'),
    expiresAt: text('expires_at').notNull(),
    confirmedAt: text('confirmed_at'),
    acceptedAt: text('accepted_at'),
    /** When the member asked to take it back, which staff decide on; NULL again once they declined. */
    withdrawalAskedAt: text('withdrawal_asked_at'),
    withdrawnAt: text('withdrawn_at'),
    revision: integer('revision').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('resignations_by_person').on(t.workspaceId, t.personId, t.id),
    index('resignations_to_decide')
      .on(t.workspaceId)
      .where(sql`state = 'confirmed' OR withdrawal_asked_at IS NOT NULL`),
    index('resignations_by_token').on(t.tokenHash).where(sql`token_hash IS NOT NULL`),
    index('resignations_unconfirmed').on(t.expiresAt).where(sql`confirmed_at IS NULL`),
  ],
)
