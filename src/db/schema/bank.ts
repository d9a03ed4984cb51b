import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SPHERES } from './spheres'

/** The files of bank statements, gzipped, as base64 in parts of at most 1 MB. */
export const statementFiles = sqliteTable(
  'statement_files',
  {
    workspaceId: text('workspace_id').notNull(),
    sha256: text('sha256').notNull(),
    part: integer('part').notNull(),
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.sha256, t.part] })],
)

/** The bank's statements that were imported, each with its balances in cents where the file has them. */
export const statements = sqliteTable(
  'statements',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    accountId: text('account_id').notNull(),
    sha256: text('sha256').notNull(),
    /** Which of the statements of the file this is, from 1. */
    position: integer('position').notNull(),
    fromOn: text('from_on'),
    toOn: text('to_on'),
    opening: integer('opening'),
    closing: integer('closing'),
    newLines: integer('new_lines').notNull(),
    knownLines: integer('known_lines').notNull(),
    skippedLines: integer('skipped_lines').notNull(),
    /** The sum of its entries that are no lines of it, in cents; null if its balances do not tell the sum of all. */
    knownAmount: integer('known_amount'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('statements_by_file').on(t.workspaceId, t.accountId, t.sha256, t.position),
    index('statements_by_end').on(t.workspaceId, t.accountId, t.toOn),
  ],
)

/**
 * The lines of bank statements. Equal lines of a day differ in `ordinal`, so that importing a line again finds it. A
 * line is `done` when `assigned_amount` is its amount.
 */
export const bankLines = sqliteTable(
  'bank_lines',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    accountId: text('account_id').notNull(),
    statementId: text('statement_id').notNull(),
    bookedOn: text('booked_on').notNull(),
    valuedOn: text('valued_on'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    partyName: text('party_name'),
    partyIban: text('party_iban'),
    text: text('text').notNull(),
    endToEnd: text('end_to_end'),
    mandateReference: text('mandate_reference'),
    batchReference: text('batch_reference'),
    transactionCode: text('transaction_code'),
    returnCode: text('return_code'),
    returnText: text('return_text'),
    originalAmount: integer('original_amount'),
    charge: integer('charge'),
    fingerprint: text('fingerprint').notNull(),
    ordinal: integer('ordinal').notNull(),
    state: text('state', { enum: ['open', 'done', 'ignored'] }).notNull(),
    assignedAmount: integer('assigned_amount').notNull().default(0),
    ignoreReason: text('ignore_reason'),
    /** The collection that the line settled, or the debits that it credited or returned, as JSON: see `LineDebits`. */
    debits: text('debits'),
    revision: integer('revision').notNull().default(1),
    /** What to look up for suggestions, as JSON: see `Lookups`. */
    lookups: text('lookups'),
    /** By what an entry of several payments is known again, and how the file tells it: see `WholeEntry`. */
    entryKey: text('entry_key'),
    entryKind: text('entry_kind', { enum: ['split', 'detailed', 'plain'] }),
    /** What of the assigned amount no voucher books, since the book was kept elsewhere. In cents, signed. */
    elsewhereAmount: integer('elsewhere_amount').notNull().default(0),
    /** Who is on the other side: see `partyKeyOf`. NULL if the bank names nobody. */
    partyKey: text('party_key'),
    /** 1 for money in or -1 for money out, while all of the line is booked to one place, without fees and debits. */
    bookedSign: integer('booked_sign'),
    /** The act that booked the line together with others, while it is booked by it. */
    bookingsId: text('bookings_id'),
    /** The booking rule by which the line is booked, which may have been deleted since. */
    ruleId: text('rule_id'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('bank_lines_by_content').on(t.workspaceId, t.accountId, t.fingerprint, t.ordinal),
    index('bank_lines_by_date').on(t.workspaceId, t.state, t.bookedOn, t.id),
    index('bank_lines_of_statement').on(t.workspaceId, t.statementId, t.id),
    index('bank_lines_of_entries')
      .on(t.workspaceId, t.accountId, t.entryKey, t.entryKind)
      .where(sql`entry_key IS NOT NULL`),
    index('bank_lines_elsewhere')
      .on(t.workspaceId, t.accountId, t.bookedOn, t.elsewhereAmount)
      .where(sql`elsewhere_amount <> 0`),
    index('bank_lines_booked_before')
      .on(t.workspaceId, t.partyKey, t.bookedSign, t.bookedOn, t.id)
      .where(sql`party_key IS NOT NULL AND booked_sign IS NOT NULL`),
    index('bank_lines_booked_together').on(t.workspaceId, t.bookingsId).where(sql`bookings_id IS NOT NULL`),
    index('bank_lines_by_rule').on(t.workspaceId, t.ruleId, t.bookedOn).where(sql`rule_id IS NOT NULL`),
  ],
)

/** What the lines of a day in euros add up to on an account. Derived of the lines. */
export const bankDays = sqliteTable(
  'bank_days',
  {
    workspaceId: text('workspace_id').notNull(),
    accountId: text('account_id').notNull(),
    bookedOn: text('booked_on').notNull(),
    amount: integer('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.accountId, t.bookedOn] })],
)

/**
 * What lines are suggested to be booked to: of a party, with a text, or both. The most specific rule goes before others. None
 * books by itself.
 */
export const bookingRules = sqliteTable(
  'booking_rules',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    /** See `partyKeyOf`. */
    partyKey: text('party_key'),
    /** The name of the party, as people read it. */
    partyName: text('party_name'),
    textContains: text('text_contains'),
    /** 1 for money in, -1 for money out. */
    sign: integer('sign').notNull(),
    costUnitId: text('cost_unit_id'),
    categoryId: text('category_id'),
    /** NULL for that of the category or cost unit. */
    sphere: text('sphere', { enum: SPHERES }),
    side: text('side', { enum: ['in', 'out'] }),
    /** NULL for what the bank wrote of each line. */
    text: text('text'),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)

/**
 * The accounts that have paid for persons: a row as long as a confirmed line of the account pays a fee of the person, from
 * which later lines of the account are recognized.
 */
export const payingAccounts = sqliteTable(
  'paying_accounts',
  {
    workspaceId: text('workspace_id').notNull(),
    iban: text('iban').notNull(),
    personId: text('person_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.iban, t.personId] }),
    index('paying_accounts_by_person').on(t.workspaceId, t.personId),
  ],
)
