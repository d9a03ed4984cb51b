import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SPHERES } from './spheres'

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

/**
 * The cash book, numbered without gaps in each fiscal year. A transfer moves its amount from one account to another
 * and has no lines. Nothing is deleted: a voucher that `reverses` another has its amounts negated.
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
    /** The bank line that shows a transfer on its other account. */
    otherMetLineId: text('other_met_line_id'),
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
    index('transfers_met_by_line')
      .on(t.workspaceId, t.otherMetLineId)
      .where(sql`other_met_line_id IS NOT NULL`),
    index('vouchers_without_line')
      .on(t.workspaceId, t.accountId, t.bookedOn, t.kind, t.amount)
      .where(sql`bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL`),
    index('vouchers_to_meet')
      .on(t.workspaceId, t.accountId, t.amount, t.bookedOn)
      .where(
        sql`kind = 'money' AND bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL`,
      ),
  ],
)

/**
 * What the vouchers of a day add up to in an account, from which balances follow, and what of it bank lines show. Derived of
 * the vouchers.
 */
export const accountDays = sqliteTable(
  'account_days',
  {
    workspaceId: text('workspace_id').notNull(),
    accountId: text('account_id').notNull(),
    bookedOn: text('booked_on').notNull(),
    amount: integer('amount').notNull(),
    tied: integer('tied').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.accountId, t.bookedOn] })],
)

/** What was on a bank account at the end of a day, in cents, as somebody read on paper. */
export const accountBalances = sqliteTable(
  'account_balances',
  {
    workspaceId: text('workspace_id').notNull(),
    accountId: text('account_id').notNull(),
    balanceOn: text('balance_on').notNull(),
    balance: integer('balance').notNull(),
    enteredAt: text('entered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.accountId, t.balanceOn] })],
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
    /** Which part of its fee the line is for, by `dues_parts.position`; 0 if the fee has no parts. */
    feePart: integer('fee_part').notNull().default(0),
    /**
     * Where the amount counts: as income or as an expense. NULL if it follows from the line; see
     * `domain/book/places/side.ts`.
     */
    side: text('side', { enum: ['in', 'out'] }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.year, t.number, t.line] }),
    uniqueIndex('voucher_lines_by_payment')
      .on(t.workspaceId, t.paymentId, t.feePart)
      .where(sql`payment_id IS NOT NULL`),
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

/**
 * Fiscal years that were closed. A year is open where `closed_at` is NULL. `report` and `sha256` are those of the
 * closing.
 */
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
