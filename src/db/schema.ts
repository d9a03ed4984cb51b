import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tax spheres of an association, in the order in which pages and reports show them. */
export const SPHERES = ['ideal', 'assets', 'purpose', 'business'] as const

/**
 * The tables. Each is `WITHOUT ROWID` (written into the migrations by hand: drizzle-kit does not support it), so that the
 * primary key is page order, lookup and tenant filter in one tree and a row costs one write.
 * Instants are RFC 3339 UTC text, dates `YYYY-MM-DD`, money integer cents.
 */
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
    /** The digest of the logo, which names its version; NULL where there is none. */
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
  },
  (t) => [
    uniqueIndex('workspaces_by_portal_slug').on(t.portalSlug).where(sql`portal_slug IS NOT NULL`),
    index('workspaces_by_portal_owner')
      .on(t.superordinateWorkspaceId)
      .where(sql`portal_managed_by = 'superordinate'`),
    index('workspaces_by_superordinate')
      .on(t.superordinateWorkspaceId)
      .where(sql`superordinate_workspace_id IS NOT NULL`),
    check(
      'workspaces_portal_managed',
      sql`portal_managed_by = 'workspace' OR superordinate_workspace_id IS NOT NULL`,
    ),
  ],
)

export type WorkspaceRow = typeof workspaces.$inferSelect

export const apiKeys = sqliteTable(
  'api_keys',
  {
    tokenHash: text('token_hash').primaryKey(),
    id: text('id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    permissions: text('permissions').notNull(),
    expiresAt: text('expires_at'),
    createdAt: text('created_at').notNull(),
    revokedAt: text('revoked_at'),
  },
  (t) => [uniqueIndex('api_keys_of_workspace').on(t.workspaceId, t.id)],
)

export const customColumns = sqliteTable(
  'custom_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    allowedValues: text('allowed_values'),
    externalId: text('external_id'),
    /** Where the office put the column; columns with the same position are in the order of their ids. */
    position: integer('position').notNull().default(0),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.id] }),
    uniqueIndex('custom_columns_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
  ],
)

export const persons = sqliteTable(
  'persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    area: text('area', { enum: ['regular', 'applications'] }).notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** The folded names, by which a list is searched and put in order; see `nameKey`. */
    firstNameKey: text('first_name_key').notNull().default(''),
    lastNameKey: text('last_name_key').notNull().default(''),
    email: text('email'),
    birthdate: text('birthdate'),
    phoneNumbers: text('phone_numbers'),
    address: text('address'),
    bankAccount: text('bank_account'),
    sepaMandate: text('sepa_mandate'),
    paymentMethod: text('payment_method'),
    membershipNumber: text('membership_number'),
    joinDate: text('join_date'),
    leaveDate: text('leave_date'),
    customValues: text('custom_values').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.area, t.id] }),
    uniqueIndex('persons_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    index('persons_by_email').on(t.workspaceId, t.listId, sql`lower(email)`).where(sql`email IS NOT NULL`),
    index('persons_by_membership_number')
      .on(t.workspaceId, t.listId, t.membershipNumber)
      .where(sql`membership_number IS NOT NULL`),
    index('persons_by_update').on(t.workspaceId, t.listId, t.area, t.updatedAt),
    index('persons_by_iban')
      .on(t.workspaceId, sql`bank_account ->> 'iban'`)
      .where(sql`bank_account IS NOT NULL`),
    index('persons_by_name').on(t.workspaceId, t.listId, t.area, t.lastNameKey, t.firstNameKey, t.id),
    check(
      'persons_identified',
      sql`coalesce(first_name, last_name, email, membership_number, external_id) IS NOT NULL`,
    ),
  ],
)

export const deletedPersons = sqliteTable(
  'deleted_persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    deletedAt: text('deleted_at').notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.listId, t.deletedAt, t.id] })],
)

export const costUnits = sqliteTable(
  'cost_units',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** What is booked to the cost unit gets this sphere unless it names one. */
    sphere: text('sphere', { enum: SPHERES }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('cost_units_by_name').on(t.workspaceId, t.name),
  ],
)

export const costUnitCategories = sqliteTable(
  'cost_unit_categories',
  {
    workspaceId: text('workspace_id').notNull(),
    costUnitId: text('cost_unit_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    /** Goes before that of the cost unit. */
    sphere: text('sphere', { enum: SPHERES }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.costUnitId, t.id] }),
    uniqueIndex('cost_unit_categories_by_name').on(t.workspaceId, t.costUnitId, t.name),
  ],
)

export const fees = sqliteTable(
  'fees',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    description: text('description').notNull(),
    personId: text('person_id').notNull(),
    personName: text('person_name').notNull(),
    costUnitId: text('cost_unit_id'),
    categoryId: text('category_id'),
    sphere: text('sphere', { enum: SPHERES }),
    externalId: text('external_id'),
    dueOn: text('due_on'),
    /** What follows is derived from `payments`, `collection_fees` and `cancellation`, and written by `refreshFees` alone. */
    status: text('status', { enum: ['open', 'paid', 'collecting', 'returned', 'cancelled'] })
      .notNull()
      .default('open'),
    paidAmount: integer('paid_amount').notNull().default(0),
    waivedAmount: integer('waived_amount').notNull().default(0),
    paidOn: text('paid_on'),
    /** The collection that the fee is in, while it is released or submitted. */
    collectionId: text('collection_id'),
    collectionDate: text('collection_date'),
    /** The last return of a debit, as JSON: `{ returned_on, reason_code }`. */
    lastReturn: text('last_return'),
    /** Why the fee is cancelled, as JSON: `{ kind, reason, cancelled_at }`. */
    cancellation: text('cancellation'),
    /** Why no reminder is sent, as JSON: `{ kind: 'deferred' | 'disputed', until, note }`. */
    reminderHold: text('reminder_hold'),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('fees_by_person').on(t.workspaceId, t.personId),
    index('fees_by_status').on(t.workspaceId, t.status, t.id),
    // Bank lines lead to persons, and of their fees to those that can be paid alone.
    index('fees_to_pay').on(t.workspaceId, t.personId).where(sql`status IN ('open', 'returned')`),
    uniqueIndex('fees_by_external_id').on(t.workspaceId, t.externalId).where(sql`external_id IS NOT NULL`),
  ],
)

/**
 * The journal of each fee, in the order of its numbers. Rows are never updated or deleted. `amount` is signed; those of
 * waivers are no money. `method` is NULL for waivers.
 */
export const payments = sqliteTable(
  'payments',
  {
    workspaceId: text('workspace_id').notNull(),
    feeId: text('fee_id').notNull(),
    number: integer('number').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: ['payment', 'return', 'refund', 'reversal', 'waiver'] }).notNull(),
    amount: integer('amount').notNull(),
    method: text('method', { enum: ['cash', 'bank_transfer', 'direct_debit', 'other'] }),
    paidOn: text('paid_on').notNull(),
    /** The payment that this one takes back. */
    reverses: text('reverses'),
    externalId: text('external_id'),
    note: text('note'),
    itemId: text('item_id'),
    bankLineId: text('bank_line_id'),
    createdAt: text('created_at').notNull(),
    /** Where the money is in the book: see `Booking`. NULL for a waiver, and for what must still be settled. */
    booking: text('booking', {
      enum: ['booked', 'tied', 'left_out', 'set_off', 'before_opening', 'elsewhere', 'taken_back'],
    }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.feeId, t.number] }),
    uniqueIndex('payments_by_id').on(t.workspaceId, t.id),
    uniqueIndex('payments_by_reversed').on(t.workspaceId, t.reverses).where(sql`reverses IS NOT NULL`),
    uniqueIndex('payments_by_external_id')
      .on(t.workspaceId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    index('payments_of_bank_line').on(t.workspaceId, t.bankLineId).where(sql`bank_line_id IS NOT NULL`),
    index('payments_to_book')
      .on(t.workspaceId, t.paidOn, t.id)
      .where(sql`booking IS NULL AND kind <> 'waiver'`),
    check('payments_move_money', sql`amount <> 0`),
  ],
)

/** Direct debits that go to the bank in one file. `sha256` is the digest of the file, unpacked. */
export const collections = sqliteTable(
  'collections',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    state: text('state', { enum: ['released', 'submitted', 'settled', 'discarded'] }).notNull(),
    collectionDate: text('collection_date').notNull(),
    messageId: text('message_id').notNull(),
    /** The creditor as the file names it, as JSON: `{ name, iban, creditor_id }`. */
    creditor: text('creditor').notNull(),
    itemCount: integer('item_count').notNull(),
    amount: integer('amount').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: text('created_at').notNull(),
    submittedAt: text('submitted_at'),
    settledOn: text('settled_on'),
    discardedAt: text('discarded_at'),
    discardReason: text('discard_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('collections_in_progress').on(t.workspaceId, t.id).where(sql`state IN ('released', 'submitted')`),
  ],
)

/** The files (pain.008) of collections, gzipped, as base64 in parts of at most 1 MB: D1 sends bytes as lists of numbers. */
export const collectionFiles = sqliteTable(
  'collection_files',
  {
    workspaceId: text('workspace_id').notNull(),
    collectionId: text('collection_id').notNull(),
    part: integer('part').notNull(),
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.collectionId, t.part] })],
)

/** The debits of a collection, one for each account and mandate: what the file says, whatever becomes of the person. */
export const collectionItems = sqliteTable(
  'collection_items',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    collectionId: text('collection_id').notNull(),
    reference: text('reference').notNull(),
    personId: text('person_id').notNull(),
    debtorName: text('debtor_name').notNull(),
    iban: text('iban').notNull(),
    mandateReference: text('mandate_reference').notNull(),
    signedOn: text('signed_on').notNull(),
    amount: integer('amount').notNull(),
    text: text('text').notNull(),
    hasNewAccount: integer('has_new_account', { mode: 'boolean' }).notNull(),
    state: text('state', { enum: ['live', 'settled', 'returned', 'discarded'] }).notNull(),
    returnedOn: text('returned_on'),
    returnCode: text('return_code'),
    /** What the bank takes for the return, in cents. */
    charge: integer('charge'),
    /** When a treasurer allowed debits again that the return blocks. */
    unblockedAt: text('unblocked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('collection_items_of_collection').on(t.workspaceId, t.collectionId, t.id),
    index('collection_items_returned').on(t.workspaceId, t.collectionId, t.id).where(sql`state = 'returned'`),
    index('collection_items_by_mandate').on(t.workspaceId, t.mandateReference, t.id),
    index('collection_items_by_account').on(t.workspaceId, t.iban, t.amount, t.id),
    // They find the returns that block a mandate or an account.
    index('collection_items_returned_by_mandate')
      .on(t.workspaceId, t.mandateReference, t.id)
      .where(sql`state = 'returned' AND unblocked_at IS NULL`),
    index('collection_items_returned_by_iban')
      .on(t.workspaceId, t.iban, t.id)
      .where(sql`state = 'returned' AND unblocked_at IS NULL`),
  ],
)

/** The fees of each debit. The partial unique index makes it impossible that a fee is in two live debits. */
export const collectionFees = sqliteTable(
  'collection_fees',
  {
    workspaceId: text('workspace_id').notNull(),
    feeId: text('fee_id').notNull(),
    itemId: text('item_id').notNull(),
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['live', 'settled', 'returned', 'discarded'] }).notNull(),
    /** How many payments the fee had when its debit was returned. The fee is `returned` until the next one. */
    paymentsAtReturn: integer('payments_at_return'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.feeId, t.itemId] }),
    uniqueIndex('collection_fees_live').on(t.workspaceId, t.feeId).where(sql`state = 'live'`),
    index('collection_fees_of_item').on(t.workspaceId, t.itemId),
  ],
)

/** Where the money is: bank accounts and cash boxes. `opening_amount` is the balance when `opening_on` begins. */
export const accounts = sqliteTable(
  'accounts',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: ['bank', 'cash'] }).notNull(),
    name: text('name').notNull(),
    iban: text('iban'),
    openingOn: text('opening_on').notNull(),
    openingAmount: integer('opening_amount').notNull(),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('accounts_by_iban').on(t.workspaceId, t.iban).where(sql`iban IS NOT NULL`),
  ],
)

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
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('statements_by_file').on(t.workspaceId, t.accountId, t.sha256, t.position),
    index('statements_by_end').on(t.workspaceId, t.accountId, t.toOn),
  ],
)

/**
 * The lines of bank statements. Equal lines of a day differ in `ordinal`, so that importing a line again finds it. A line
 * is `done` when `assigned_amount` is its amount.
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
    /** The person whose fees the line paid, from which later lines of the same IBAN are recognised. */
    personId: text('person_id'),
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
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('bank_lines_by_content').on(t.workspaceId, t.accountId, t.fingerprint, t.ordinal),
    index('bank_lines_by_date').on(t.workspaceId, t.state, t.bookedOn, t.id),
    index('bank_lines_of_statement').on(t.workspaceId, t.statementId, t.id),
    index('bank_lines_by_party')
      .on(t.workspaceId, t.partyIban, t.personId)
      .where(sql`party_iban IS NOT NULL AND person_id IS NOT NULL`),
    index('bank_lines_of_entries')
      .on(t.workspaceId, t.accountId, t.entryKey, t.entryKind)
      .where(sql`entry_key IS NOT NULL`),
  ],
)

/**
 * The cash book, numbered without gaps in each fiscal year. A transfer moves its amount from one account to another and has
 * no lines. Nothing is deleted: a voucher that `reverses` another has its amounts negated.
 */
export const vouchers = sqliteTable(
  'vouchers',
  {
    workspaceId: text('workspace_id').notNull(),
    /** The calendar year in which the fiscal year begins. */
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: ['money', 'transfer'] }).notNull(),
    accountId: text('account_id').notNull(),
    otherAccountId: text('other_account_id'),
    bookedOn: text('booked_on').notNull(),
    amount: integer('amount').notNull(),
    text: text('text').notNull(),
    party: text('party'),
    bankLineId: text('bank_line_id'),
    /** Which of the confirmations of the bank line booked it, from 1. */
    bankLinePart: integer('bank_line_part'),
    reverses: text('reverses'),
    reversedBy: text('reversed_by'),
    externalId: text('external_id'),
    createdAt: text('created_at').notNull(),
    /** The bank line that shows the money of a voucher that was entered before it. */
    metLineId: text('met_line_id'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.year, t.number] }),
    uniqueIndex('vouchers_by_id').on(t.workspaceId, t.id),
    uniqueIndex('vouchers_by_reversed').on(t.workspaceId, t.reverses).where(sql`reverses IS NOT NULL`),
    uniqueIndex('vouchers_by_external_id')
      .on(t.workspaceId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    // Of all vouchers, but partial: SQLite takes it only for a statement with this condition.
    index('vouchers_by_date').on(t.workspaceId, t.year, t.bookedOn).where(sql`number > 0`),
    index('vouchers_by_account').on(t.workspaceId, t.accountId, t.year, t.bookedOn),
    index('vouchers_by_other_account')
      .on(t.workspaceId, t.otherAccountId, t.year, t.bookedOn)
      .where(sql`other_account_id IS NOT NULL`),
    uniqueIndex('vouchers_of_bank_line')
      .on(t.workspaceId, t.bankLineId, t.bankLinePart)
      .where(sql`bank_line_id IS NOT NULL AND reversed_by IS NULL AND reverses IS NULL`),
    index('vouchers_met_by_line').on(t.workspaceId, t.metLineId).where(sql`met_line_id IS NOT NULL`),
    index('vouchers_to_meet')
      .on(t.workspaceId, t.accountId, t.amount, t.bookedOn)
      .where(
        sql`kind = 'money' AND bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL`,
      ),
  ],
)

/** What the vouchers of a day add up to in an account, from which balances follow. Derived of the vouchers. */
export const accountDays = sqliteTable(
  'account_days',
  {
    workspaceId: text('workspace_id').notNull(),
    accountId: text('account_id').notNull(),
    bookedOn: text('booked_on').notNull(),
    amount: integer('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.accountId, t.bookedOn] })],
)

/** What each voucher is for. The amounts of its lines are its amount. */
export const voucherLines = sqliteTable(
  'voucher_lines',
  {
    workspaceId: text('workspace_id').notNull(),
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    line: integer('line').notNull(),
    amount: integer('amount').notNull(),
    text: text('text'),
    costUnitId: text('cost_unit_id'),
    categoryId: text('category_id'),
    sphere: text('sphere', { enum: SPHERES }),
    feeId: text('fee_id'),
    paymentId: text('payment_id'),
    /** Where the amount counts: as income or as an expense. NULL where it follows from the line; see `domain/book/side.ts`. */
    side: text('side', { enum: ['in', 'out'] }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.year, t.number, t.line] }),
    uniqueIndex('voucher_lines_by_payment').on(t.workspaceId, t.paymentId).where(sql`payment_id IS NOT NULL`),
  ],
)

/** What was counted in a cash box at the end of a day, and what the book expected. */
export const cashCounts = sqliteTable(
  'cash_counts',
  {
    workspaceId: text('workspace_id').notNull(),
    accountId: text('account_id').notNull(),
    id: text('id').notNull(),
    countedOn: text('counted_on').notNull(),
    counted: integer('counted').notNull(),
    expected: integer('expected').notNull(),
    note: text('note'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.accountId, t.id] })],
)

/** Fiscal years that were closed. A year is open where `closed_at` is NULL. `report` and `sha256` are those of the closing. */
/** What was decided of a payment that the book did not have. */
export const bookingDecisions = sqliteTable(
  'booking_decisions',
  {
    workspaceId: text('workspace_id').notNull(),
    paymentId: text('payment_id').notNull(),
    kind: text('kind', { enum: ['booked', 'tied', 'left_out'] }).notNull(),
    /** The voucher that books it; NULL if it is left out. */
    voucherId: text('voucher_id'),
    /** Why it is left out. */
    reason: text('reason'),
    decidedAt: text('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.paymentId] }),
    index('booking_decisions_of_voucher').on(t.workspaceId, t.voucherId).where(sql`voucher_id IS NOT NULL`),
  ],
)

export const fiscalYears = sqliteTable(
  'fiscal_years',
  {
    workspaceId: text('workspace_id').notNull(),
    year: integer('year').notNull(),
    closedAt: text('closed_at'),
    lastNumber: integer('last_number').notNull(),
    report: text('report').notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.year] })],
)

export const idempotentRequests = sqliteTable(
  'idempotent_requests',
  {
    workspaceId: text('workspace_id').notNull(),
    operation: text('operation').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    part: integer('part').notNull(),
    fingerprint: text('fingerprint'),
    owner: text('owner'),
    personId: text('person_id'),
    startedAt: text('started_at').notNull(),
    result: text('result'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.operation, t.idempotencyKey, t.part] }),
    index('idempotent_requests_by_start').on(t.startedAt),
    index('idempotent_requests_by_person').on(t.personId).where(sql`person_id IS NOT NULL`),
  ],
)

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
 * What recent changes keep from members. Sessions and links of an earlier `generation` do not open the person any more; a
 * trigger raises it with every change of the email address. It is a time, so that it also grows after a row was deleted. The two instants are those of what was given in the portal.
 */
export const portalGuards = sqliteTable(
  'portal_guards',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    generation: integer('generation').notNull().default(0),
    addressGivenAt: text('address_given_at'),
    accountGivenAt: text('account_given_at'),
    changedAt: text('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.personId] })],
)

/**
 * The address that a person had before a change in the portal, to which a link in a mail leads back. `current_email` is the
 * address that the person has while the link holds: it follows changes in the portal, and those of others end the link.
 * A trigger deletes the rows with their person.
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
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId, t.requestedAt] }),
    index('email_reversals_by_token').on(t.tokenHash),
    index('email_reversals_by_expiry').on(t.expiresAt),
  ],
)

/** The logos of workspaces, as base64. */
export const workspaceLogos = sqliteTable('workspace_logos', {
  workspaceId: text('workspace_id').primaryKey(),
  type: text('type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
  content: text('content').notNull(),
})

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
 * Applications for membership, until a link in a mail to their address confirms them. `input` is the person with what was
 * agreed to, as JSON; it and `email` are empty once the application is confirmed.
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
  },
  (t) => [index('join_requests_by_expiry').on(t.expiresAt)],
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
 * Browsers that were signed in, by the hash of a token of theirs: as the id of staff, or by the hash of a member's address.
 * They can ask for mails when strangers have used up those of an address.
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

/** The people who work in the offices of associations. One of them may work for several workspaces. */
export const staff = sqliteTable(
  'staff',
  {
    id: text('id').primaryKey(),
    /** The address in lower case, which codes are sent to. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    locale: text('locale'),
    /** Whether single letters work as keyboard shortcuts. */
    hasShortcuts: integer('has_shortcuts', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('staff_by_email').on(t.email)],
)

/** Who works for a workspace, in which role. One without `accepted_at` is an invitation. */
export const memberships = sqliteTable(
  'memberships',
  {
    workspaceId: text('workspace_id').notNull(),
    staffId: text('staff_id').notNull(),
    role: text('role', { enum: ['owner', 'office', 'treasurer', 'auditor'] }).notNull(),
    createdAt: text('created_at').notNull(),
    acceptedAt: text('accepted_at'),
    /** The last date (YYYY-MM-DD) of an auditor. */
    endsOn: text('ends_on'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId] }), index('memberships_of_staff').on(t.staffId)],
)

/** Who is signed in to the dashboard. `proved_at` is when the last code or passkey was given. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    sessionHash: text('session_hash').primaryKey(),
    id: text('id').notNull(),
    staffId: text('staff_id').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: text('created_at').notNull(),
    provedAt: text('proved_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [index('staff_sessions_of_staff').on(t.staffId), index('staff_sessions_by_expiry').on(t.expiresAt)],
)

/**
 * Browsers that asked for a code, whether their address is known or not. The consumer of the queue sets `staff_id` and
 * `code_hash` where it is. `session_hash` ties a request to the session that proves again who uses it.
 */
export const signInRequests = sqliteTable(
  'sign_in_requests',
  {
    requestHash: text('request_hash').primaryKey(),
    staffId: text('staff_id'),
    codeHash: text('code_hash'),
    sessionHash: text('session_hash'),
    /** The challenge of a passkey, in base64url. */
    challenge: text('challenge'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [index('sign_in_requests_by_expiry').on(t.expiresAt)],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    credentialId: text('credential_id').primaryKey(),
    staffId: text('staff_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports').notNull().default('[]'),
    name: text('name').notNull(),
    createdAt: text('created_at').notNull(),
    usedAt: text('used_at'),
  },
  (t) => [index('passkeys_of_staff').on(t.staffId)],
)

/**
 * What was done in a workspace, numbered without gaps in the order of the commits. `changes` is a JSON object of arrays
 * `[before, after]` by field. Deleting a person empties the personal columns of its events: `subject_name`, `changes` and
 * `salt`, without which the sealed digest of what they held tells nothing.
 */
export const events = sqliteTable(
  'events',
  {
    workspaceId: text('workspace_id').notNull(),
    number: integer('number').notNull(),
    at: text('at').notNull(),
    requestId: text('request_id').notNull(),
    batchId: text('batch_id').notNull(),
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ['staff', 'key', 'member', 'operator', 'service'] }).notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    door: text('door', { enum: ['dashboard', 'api', 'portal', 'operator', 'service'] }).notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name'),
    changes: text('changes'),
    salt: text('salt'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.number] }),
    index('events_of_subject').on(t.workspaceId, t.subjectId, t.number),
  ],
)

/** The seal of the events of a day: their digests, and a hash over them and the seal before. */
export const eventSeals = sqliteTable(
  'event_seals',
  {
    workspaceId: text('workspace_id').notNull(),
    lastNumber: integer('last_number').notNull(),
    firstNumber: integer('first_number').notNull(),
    digests: text('digests').notNull(),
    hash: text('hash').notNull(),
    sealedAt: text('sealed_at').notNull(),
    /** A digest of what lasts of each event; NULL in seals that were made before there were any. */
    parts: text('parts'),
    /** The numbers of the events that are kept for ten years, as JSON. */
    kept: text('kept'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.lastNumber] })],
)

/** Saved queries of a list: those of one member of staff, or of all where `staff_id` is NULL. */
export const segments = sqliteTable(
  'segments',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    staffId: text('staff_id'),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.listId, t.id] })],
)

/** The columns that a member of staff sees in the table of a list, as a JSON array of field keys. */
export const tableColumns = sqliteTable(
  'table_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    staffId: text('staff_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    columns: text('columns').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId, t.listId] })],
)

/**
 * Mails to persons: drafts, and those that are or were sent. The counts are of mails; those that are neither waiting, sent,
 * failed nor skipped have been handed over, and it is not known whether they were sent.
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
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('mails_in_progress').on(t.workspaceId, t.id).where(sql`state = 'sending'`),
  ],
)

/**
 * To whom a mail goes: the persons at the moment of sending. Where nothing in it is personal, one mail goes to all persons of
 * an address: the others are `covered` by the person of `sent_with`, whose state is theirs. `claim` names the attempt that took
 * a mail to send it.
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
    uniqueIndex('mail_recipients_by_token').on(t.unsubscribeHash).where(sql`unsubscribe_hash IS NOT NULL`),
  ],
)

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
  (t) => [primaryKey({ columns: [t.workspaceId, t.personId] })],
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
