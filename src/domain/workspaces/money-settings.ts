import * as z from 'zod'
import { SPHERES, type WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { creditor, creditorOf } from '../collections/creditor'
import { openings } from './book-openings'

const returnCharges = z
  .strictObject({
    cost_unit_id: z
      .string()
      .max(64)
      .nullable()
      .describe('A cost unit; charges do without it while it is archived'),
    category_id: z.string().max(64).nullable().describe('One of its categories'),
    sphere: z
      .enum(SPHERES)
      .nullable()
      .describe('`null`, that of the category or of the cost unit, if it has one'),
  })
  .describe("What the bank's charge for a returned debit is booked to, unless its booking says a place")

/** How a workspace keeps its book and collects direct debits. */
export const bookkeeping = z.strictObject({
  year_start: z
    .int()
    .min(1)
    .max(12)
    .describe('The month in which the fiscal year begins; fixed while vouchers or closed years exist'),
  notice_days: z
    .int()
    .min(1)
    .max(14)
    .describe('How many days before the collection date debtors are told; fewer than 14 need an agreement'),
  passes_charges_on: z
    .boolean()
    .describe("Whether the bank's charge for a returned debit becomes a fee of its own"),
  confirms_certain_lines: z
    .boolean()
    .describe('Whether an import confirms the bank lines of which the suggestion is certain'),
  is_nonprofit: z
    .boolean()
    .describe(
      'Whether the association is non-profit for its taxes. A line of the cash book is then unassigned until it has a ' +
        'sphere; otherwise, until it has a sphere or a cost unit.',
    ),
  return_charges: returnCharges,
  keeps_book: z
    .boolean()
    .describe(
      'Whether the association keeps its book here. If not, payments open no accounts and make no vouchers, and no ' +
        'year is closed here.',
    ),
  book_begins_on: z.iso
    .date()
    .nullable()
    .describe(
      'The day from which the book is kept here, if it was kept elsewhere before. Payments before it are not booked. Given ' +
        'when `keeps_book` becomes true, and required if money was recorded meanwhile. Accounts in use that opened before ' +
        'that day need a balance in `openings`.',
    ),
})

/** The settings of money in a body: absent keys stay, and a creditor is replaced as a whole. */
export const moneyInput = {
  creditor: creditor.nullable().optional(),
  bookkeeping: z
    .strictObject({
      year_start: bookkeeping.shape.year_start.nullish(),
      notice_days: bookkeeping.shape.notice_days.nullish(),
      passes_charges_on: bookkeeping.shape.passes_charges_on.nullish(),
      confirms_certain_lines: bookkeeping.shape.confirms_certain_lines.nullish(),
      is_nonprofit: bookkeeping.shape.is_nonprofit.nullish(),
      return_charges: returnCharges.partial().nullish().describe('Replaced as a whole: `{}` is no place'),
      keeps_book: bookkeeping.shape.keeps_book.nullish(),
      book_begins_on: bookkeeping.shape.book_begins_on.optional(),
      openings: openings
        .nullish()
        .describe(
          'What was in each account in use that opened before `book_begins_on`, at the beginning of that day. It becomes the ' +
            'opening of the account; where vouchers or a closed year fix that, a difference to its balance is booked as a voucher ' +
            'of the day before, or of the day where that is in a closed year.',
        ),
    })
    .nullish(),
}
const moneySettings = z.strictObject(moneyInput)

/** The settings of money as the API shows them. */
export const moneyOutput = { creditor: creditor.nullable(), bookkeeping }

/** The columns that settings of money give. */
export const storedMoney = ({ creditor, bookkeeping }: z.infer<typeof moneySettings>) => ({
  ...(creditor !== undefined && {
    creditorName: creditor?.name ?? null,
    creditorIban: creditor?.iban ?? null,
    creditorId: creditor?.creditor_id ?? null,
  }),
  yearStart: bookkeeping?.year_start ?? undefined,
  noticeDays: bookkeeping?.notice_days ?? undefined,
  passesChargesOn: bookkeeping?.passes_charges_on ?? undefined,
  confirmsCertainLines: bookkeeping?.confirms_certain_lines ?? undefined,
  isNonprofit: bookkeeping?.is_nonprofit ?? undefined,
  ...(bookkeeping?.return_charges && {
    chargeCostUnitId: bookkeeping.return_charges.cost_unit_id ?? null,
    chargeCategoryId: bookkeeping.return_charges.category_id ?? null,
    chargeSphere: bookkeeping.return_charges.sphere ?? null,
  }),
  keepsBook: bookkeeping?.keeps_book ?? undefined,
  bookBeginsOn: bookkeeping?.book_begins_on ?? undefined,
})

type MoneyColumns = Pick<
  WorkspaceRow,
  | 'creditorName'
  | 'creditorIban'
  | 'creditorId'
  | 'yearStart'
  | 'noticeDays'
  | 'passesChargesOn'
  | 'confirmsCertainLines'
  | 'isNonprofit'
  | 'chargeCostUnitId'
  | 'chargeCategoryId'
  | 'chargeSphere'
  | 'keepsBook'
  | 'bookBeginsOn'
>

/** The stored settings of money as the API shows them. */
export const moneyToApi = (row: MoneyColumns) => ({
  creditor: creditorOf(row),
  bookkeeping: {
    year_start: row.yearStart,
    notice_days: row.noticeDays,
    passes_charges_on: row.passesChargesOn,
    confirms_certain_lines: row.confirmsCertainLines,
    is_nonprofit: row.isNonprofit,
    return_charges: {
      cost_unit_id: row.chargeCostUnitId,
      category_id: row.chargeCategoryId,
      sphere: row.chargeSphere,
    },
    keeps_book: row.keepsBook,
    book_begins_on: row.bookBeginsOn,
  },
})

/** Whether the fiscal years of a workspace can no longer move: it has vouchers, or years that are closed. */
export const hasFixedYearsSql = (workspace: Sql): Sql => sql`(
  EXISTS (SELECT 1 FROM vouchers WHERE workspace_id = ${workspace})
  OR EXISTS (SELECT 1 FROM fiscal_years WHERE workspace_id = ${workspace} AND closed_at IS NOT NULL))`
