import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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

/**
 * The files (pain.008) of collections, gzipped, as base64 in parts of at most 1 MB: D1 sends bytes as lists of
 * numbers.
 */
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
    /** When a treasurer took it out of the file, before that went to the bank; its state is then `discarded`. */
    removedAt: text('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('collection_items_of_collection').on(t.workspaceId, t.collectionId, t.id),
    index('collection_items_returned').on(t.workspaceId, t.collectionId, t.id).where(sql`state = 'returned'`),
    index('collection_items_removed')
      .on(t.workspaceId, t.collectionId, t.id)
      .where(sql`removed_at IS NOT NULL`),
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

/**
 * Every mandate that there is and was, each under its reference without regard to case: what proves its debits. Triggers on
 * `persons` keep the rows. The mandate that a person has is `persons.sepa_mandate`.
 */
export const mandates = sqliteTable(
  'mandates',
  {
    workspaceId: text('workspace_id').notNull(),
    /** The reference in small letters. */
    referenceKey: text('reference_key').notNull(),
    reference: text('reference').notNull(),
    personId: text('person_id').notNull(),
    holder: text('holder'),
    /** As `persons.address`, when the mandate was given. */
    address: text('address'),
    iban: text('iban'),
    /** To whom it was given, as JSON: `{ name, id }`. */
    creditor: text('creditor'),
    signedOn: text('signed_on'),
    granted: text('granted', { enum: ['paper', 'online'] }).notNull(),
    /** The version of the text that was shown online. */
    textVersion: text('text_version'),
    grantedAt: text('granted_at'),
    /** The email address by which it was confirmed. */
    confirmedBy: text('confirmed_by'),
    /** The accounts that it was given for later, as JSON: a list of `{ amended_at, holder, iban, text_version, confirmed_by }`. */
    amendments: text('amendments'),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
    endReason: text('end_reason', { enum: ['replaced', 'removed', 'withdrawn', 'deleted'] }),
    /** When staff had done what a withdrawal asks of them. */
    settledAt: text('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.referenceKey] }),
    index('mandates_by_person').on(t.workspaceId, t.personId),
    index('mandates_withdrawn').on(t.workspaceId).where(sql`end_reason = 'withdrawn'`),
    index('mandates_ended').on(t.endedAt).where(sql`ended_at IS NOT NULL`),
  ],
)
