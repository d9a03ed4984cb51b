import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SPHERES } from './spheres'

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
    /**
     * What follows is derived from `payments`, `collection_fees` and `cancellation`, and written by `refreshFees`
     * alone.
     */
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
 * The journal of each fee, in the order of its numbers. Of a row only `booking` changes, and none is deleted. `amount` is signed; those of
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
    /** When `booking` changed last; NULL if it never did. */
    updatedAt: text('updated_at'),
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
    index('payments_by_update').on(t.workspaceId, t.method, sql`coalesce(updated_at, created_at)`, t.id),
    index('payments_of_bank_line').on(t.workspaceId, t.bankLineId).where(sql`bank_line_id IS NOT NULL`),
    index('payments_to_book')
      .on(t.workspaceId, t.paidOn, t.id)
      .where(sql`booking IS NULL AND kind <> 'waiver'`),
    check('payments_move_money', sql`amount <> 0`),
  ],
)
