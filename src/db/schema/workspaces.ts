import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LEAVING_ENDS } from './leaving-ends'
import { SPHERES } from './spheres'

export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    locale: text('locale').notNull(),
    timezone: text('timezone').notNull(),
    currency: text('currency').notNull(),
    subscriptionVariant: text('subscription_variant', {
      enum: ['members', 'contacts', 'complete'],
    }).notNull(),
    superordinateWorkspaceId: text('superordinate_workspace_id'),
    portalEnabled: integer('portal_enabled', { mode: 'boolean' }).notNull(),
    portalManagedBy: text('portal_managed_by', { enum: ['workspace', 'superordinate'] }).notNull(),
    portalFunctions: text('portal_functions').notNull().default('[]'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    portalSlug: text('portal_slug'),
    portalFields: text('portal_fields').notNull().default('{}'),
    portalColour: text('portal_colour'),
    portalSenderName: text('portal_sender_name'),
    columnsVersion: integer('columns_version').notNull().default(1),
    creditorName: text('creditor_name'),
    creditorIban: text('creditor_iban'),
    creditorId: text('creditor_id'),
    /** How many days before the collection date a debtor is told. */
    noticeDays: integer('notice_days').notNull().default(14),
    /** The month in which the fiscal year begins. */
    yearStart: integer('year_start').notNull().default(1),
    /** Whether the bank's charge for a returned debit becomes a fee of its own. */
    passesChargesOn: integer('passes_charges_on', { mode: 'boolean' }).notNull().default(false),
    /** Whether an import confirms the lines of which the suggestion is certain. */
    confirmsCertainLines: integer('confirms_certain_lines', { mode: 'boolean' }).notNull().default(false),
    /** Whether the book is kept here. If not, payments make no vouchers. */
    keepsBook: integer('keeps_book', { mode: 'boolean' }).notNull().default(true),
    /** The day on which the book begins, set when the workspace began to keep it here again. */
    bookBeginsOn: text('book_begins_on'),
    /** Whom members ask, and where the answers to mails go. */
    contactName: text('contact_name'),
    contactEmail: text('contact_email'),
    contactPhone: text('contact_phone'),
    imprintUrl: text('imprint_url'),
    privacyUrl: text('privacy_url'),
    /** How German pages and mails for members address them. */
    portalAddressForm: text('portal_address_form', { enum: ['sie', 'du'] })
      .notNull()
      .default('sie'),
    /** The digest of the logo, which names its version; NULL if there is none. */
    portalLogo: text('portal_logo'),
    /** The form by which people apply for membership, as JSON; NULL until it is set up. */
    joinForm: text('join_form'),
    /** The number up to which the events that are kept for two years are deleted. */
    eventsSweptTo: integer('events_swept_to').notNull().default(0),
    /** Whether each line of the cash book needs a sphere. */
    isNonprofit: integer('is_nonprofit', { mode: 'boolean' }).notNull().default(false),
    /** What the bank's charges for returned debits are booked to. */
    chargeCostUnitId: text('charge_cost_unit_id'),
    chargeCategoryId: text('charge_category_id'),
    chargeSphere: text('charge_sphere', { enum: SPHERES }),
    /** How long before its end a membership is given notice of, on which days it ends, and whether staff confirm that. */
    leavingNoticeWeeks: integer('leaving_notice_weeks').notNull().default(0),
    leavingEnd: text('leaving_end', { enum: LEAVING_ENDS }).notNull().default('year'),
    resignationsTakeEffect: text('resignations_take_effect', { enum: ['by_staff', 'at_once'] })
      .notNull()
      .default('by_staff'),
    /** Whether home leaves out what is left to set up, as the owners decided. */
    hidesFirstSteps: integer('hides_first_steps', { mode: 'boolean' }).notNull().default(false),
    /** The restores of the workspace as JSON, the latest last: `[{ epoch, at, bookmark, last_event }]`. */
    restores: text('restores').notNull().default('[]'),
    /** The epoch of the last restore for which somebody has said which debits the bank has. */
    debitsCheckedFor: integer('debits_checked_for').notNull().default(0),
    /** Since when the workspace is read only and its portal is closed. NULL for one in use. */
    suspendedAt: text('suspended_at'),
    /** The workspace of which this one is a copy, suspended from its first day, and the instant that the copy shows. */
    copyOf: text('copy_of'),
    copiedAt: text('copied_at'),
    /** Whether the workspace has endpoints of webhooks, so that a write tells them without a look-up. */
    hasWebhooks: integer('has_webhooks', { mode: 'boolean' }).notNull().default(false),
    /** Whether integrators try things out here: wiped each night, and no mail leaves. Set on creation alone. */
    isSandbox: integer('is_sandbox', { mode: 'boolean' }).notNull().default(false),
    /** When an export began that may still run. */
    exportingSince: text('exporting_since'),
    /** The last export that was complete, as JSON: `{ at, manifest_sha256 }`. */
    lastExport: text('last_export'),
    /** The database that the workspace moves to, as its letter: until it is there, it can only be read. */
    movingTo: text('moving_to'),
  },
  (t) => [
    uniqueIndex('workspaces_by_portal_slug').on(t.portalSlug).where(sql`portal_slug IS NOT NULL`),
    index('workspaces_by_portal_owner')
      .on(t.superordinateWorkspaceId)
      .where(sql`portal_managed_by = 'superordinate'`),
    index('workspaces_by_superordinate')
      .on(t.superordinateWorkspaceId)
      .where(sql`superordinate_workspace_id IS NOT NULL`),
    index('workspaces_sandboxes').on(t.id).where(sql`is_sandbox`),
    index('workspaces_copies').on(t.copiedAt).where(sql`copy_of IS NOT NULL`),
    check(
      'workspaces_portal_managed',
      sql`portal_managed_by = 'workspace' OR superordinate_workspace_id IS NOT NULL`,
    ),
  ],
)

export type WorkspaceRow = typeof workspaces.$inferSelect

/**
 * The logos of workspaces, as base64. In a table of their own, so that no page reads them: a page has the address of
 * the digest.
 */
export const workspaceLogos = sqliteTable('workspace_logos', {
  workspaceId: text('workspace_id').primaryKey(),
  type: text('type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
  content: text('content').notNull(),
})

/** Sizes of a workspace by day (YYYY-MM-DD), which the nightly run counts, so that charts read a row a day. */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    workspaceId: text('workspace_id').notNull(),
    day: text('day').notNull(),
    members: integer('members').notNull(),
    contacts: integer('contacts').notNull(),
    openFees: integer('open_fees').notNull(),
    openAmount: integer('open_amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
)

/**
 * The receipts of workspaces that were erased, or are being erased while `finished_at` is NULL. Without data of persons; no row
 * is ever deleted.
 */
export const workspaceErasures = sqliteTable(
  'workspace_erasures',
  {
    /** Not `workspace_id`, since the receipt stays when the rows of the workspace go. */
    erasedId: text('erased_id').notNull(),
    startedAt: text('started_at').notNull(),
    /** The request of the operator that began it. */
    requestId: text('request_id').notNull(),
    suspendedAt: text('suspended_at').notNull(),
    copyOf: text('copy_of'),
    /** As `workspaces.last_export`. */
    lastExport: text('last_export'),
    /** How many rows were deleted, by table, as JSON. */
    counts: text('counts').notNull().default('{}'),
    /** How many backups were deleted, and how many are locked for now; NULL until that is known, or without backups. */
    backupsDeleted: integer('backups_deleted'),
    backupsKept: integer('backups_kept'),
    finishedAt: text('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.erasedId, t.startedAt] }),
    index('workspace_erasures_in_progress').on(t.startedAt).where(sql`finished_at IS NULL`),
  ],
)

/** What is next in a move; `done` and `cancelled` are its ends. */
export const MOVE_STEPS = [
  'scheduled',
  'draining',
  'storing',
  'clearing',
  'copying',
  'comparing',
  'arriving',
  'verifying',
  'leaving',
  'opening',
  'deleting',
  'cancelling',
  'cancelled',
  'done',
] as const

/**
 * The slugs of workspaces in other databases than the first one, which has this table for all, and those that any workspace has given
 * up, as long as they are reserved.
 */
export const slugs = sqliteTable(
  'slugs',
  {
    slug: text('slug').primaryKey(),
    namedId: text('named_id').notNull(),
    releasedAt: text('released_at'),
  },
  (t) => [
    index('slugs_of_workspace').on(t.namedId),
    index('slugs_released').on(t.releasedAt).where(sql`released_at IS NOT NULL`),
  ],
)

/**
 * The workspaces that move to another database, and all that have moved away: whoever looks for one of these here is sent on for
 * ever.
 */
export const moves = sqliteTable(
  'moves',
  {
    /** Not `workspace_id`, since the row stays when the rows of the workspace go. */
    movedId: text('moved_id').primaryKey(),
    /** The letter of the database that it moves to. */
    place: text('place').notNull(),
    step: text('step', { enum: MOVE_STEPS }).notNull(),
    /** When the move may begin. */
    dueAt: text('due_at').notNull(),
    /** How far a step is that takes several trips, as JSON: `{ table, after, rows }`. */
    progress: text('progress'),
    /** The run that goes on with the move, and until when no other one does. */
    heldBy: text('held_by'),
    heldUntil: text('held_until'),
    /** The key in the bucket of the file that the workspace was stored as; NULL without a bucket. */
    file: text('file'),
    /** Why the move was cancelled. */
    failure: text('failure'),
    startedAt: text('started_at'),
    /** From when on the workspace is at its new place. */
    movedAt: text('moved_at'),
    finishedAt: text('finished_at'),
  },
  (t) => [
    index('moves_in_progress').on(t.dueAt).where(sql`finished_at IS NULL`),
    index('moves_to').on(t.place).where(sql`moved_at IS NOT NULL`),
  ],
)

export type MoveRow = typeof moves.$inferSelect
