import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { MAX_DAYS_APART } from '../../book/apart'
import { EVER } from '../../book/book-facts'
import type { Namesake } from '../../persons/namesake'
import { payment } from '../payment'
import { candidateCtes } from './candidates'

/** How many entries are listed at once. */
const MAX_WAITING = 100

/** How many payments are looked at for the list, the oldest. */
const MAX_LOOKED_AT = 10_000

/** A voucher that may have the money of a payment already. */
const candidate = z.object({
  id: z.string(),
  number: z.string().describe('Its fiscal year and number, such as `2025-41`'),
  booked_on: z.iso.date(),
  text: z.string(),
  party: z.string().nullable(),
  account_id: z.string(),
})

/**
 * A payment that waits to be booked, or the payments of a collection that wait together, with the vouchers that may
 * have the money.
 */
export const waitingPayment = payment
  .pick({ id: true, kind: true, amount: true, method: true, paid_on: true })
  .extend({
    id: z.string().describe('Of the payment, or of the first one of the collection'),
    fee_id: z.string().nullable().describe('Null for a collection'),
    description: z.string().nullable().describe('Of the fee; null for a collection'),
    person_name: z.string().nullable().describe('Null for a collection'),
    collection_id: z
      .string()
      .nullable()
      .describe('The collection whose payments wait together, since vouchers have their whole sum'),
    payments: z.int().describe('How many payments wait together'),
    vouchers: z
      .array(candidate)
      .describe(
        `The vouchers of equal amount, of an account of its kind, and of at most ${MAX_DAYS_APART} days before or after it, that book no payment`,
      ),
  })
  .meta({
    id: 'WaitingPayment',
    examples: [
      {
        id: 'pay_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        fee_id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        kind: 'payment',
        amount: 4500,
        method: 'bank_transfer',
        paid_on: '2026-01-31',
        description: 'Annual fee',
        person_name: 'Ada Lovelace',
        collection_id: null,
        payments: 1,
        vouchers: [
          {
            id: 'vch_0VMtKcPBq7XJ3mZ1sWv9LdTe',
            number: '2026-41',
            booked_on: '2026-02-02',
            text: 'Annual fee of Ada',
            party: null,
            account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
          },
        ],
      },
    ],
  })
export type WaitingPayment = z.infer<typeof waitingPayment>

/** The first day of the fiscal years that are open, SQL over {@link TENANT}. */
export const FIRST_OPEN_DAY = sql`coalesce((
  SELECT printf('%04d-%02d-01', max(year) + 1, (SELECT year_start FROM workspaces WHERE id = ${TENANT}))
  FROM fiscal_years WHERE workspace_id = ${TENANT} AND closed_at IS NOT NULL), ${EVER})`

/** An entry of the list as pages show it, with what tells the person from others of the same name. */
export type WaitingRow = WaitingPayment & { namesake: Namesake }

type Row = Omit<WaitingRow, 'vouchers'> & { vouchers: string }

/**
 * Lists payments of open fiscal years that wait to be booked, oldest first, at most {@link MAX_WAITING}, with the vouchers that
 * may have their money. Those of a collection are one entry if vouchers have their sum. One trip. Throws `permission_missing`.
 */
export async function listWaiting(principal: Principal): Promise<WaitingPayment[]> {
  const { rows } = await query(principal, { waiting: selectWaiting(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'bookkeeping:read'),
  )
  return waitingOf(rows.waiting).waiting.map(({ namesake: _, ...one }) => one)
}

/** The entries that {@link selectWaiting} gave, and the place after the last one if there are more. */
export function waitingOf(rows: Row[]): { waiting: WaitingRow[]; next: string | undefined } {
  const shown = rows.slice(0, MAX_WAITING)
  const last = shown.at(-1)
  return {
    waiting: shown.map((row) => ({ ...row, vouchers: JSON.parse(row.vouchers) })),
    next: last && rows.length > MAX_WAITING ? `${last.paid_on}.${last.id}` : undefined,
  }
}

/** Selects the entries after a place of the list, and one more to tell whether there are any; with `namesake`, SQL, for pages. */
export const selectWaiting = (
  workspace: Sql,
  { after = '', namesake = sql`NULL` } = {},
): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)},
  ${candidateCtes(sql`paid_on >= ${FIRST_OPEN_DAY} ORDER BY paid_on, id LIMIT ${MAX_LOOKED_AT}`)},
  credits AS MATERIALIZED (
    SELECT DISTINCT collection_id, paid_on FROM matches WHERE collection_id IS NOT NULL
  ), shown AS MATERIALIZED (
    SELECT entries.*, fee_id, kind FROM entries CROSS JOIN waits ON waits.id = entries.id
    WHERE entries.paid_on || '.' || entries.id > ${after}
      AND (entries.collection_id IS NOT NULL) = EXISTS (
        SELECT 1 FROM credits
        WHERE credits.collection_id = waits.collection_id AND credits.paid_on = waits.paid_on)
    ORDER BY entries.paid_on, entries.id LIMIT ${MAX_WAITING + 1}
  )
  SELECT shown.id, fees.id AS fee_id, kind, shown.amount, method, shown.paid_on, fees.description, fees.person_name,
    ${namesake} AS namesake, shown.collection_id, payments, (
      SELECT json_group_array(json_object('id', voucher_id, 'number', number, 'booked_on', booked_on, 'text', text,
        'party', party, 'account_id', account_id) ORDER BY booked_on, voucher_id)
      FROM matches WHERE entry_id = shown.id AND matches.payments = shown.payments) AS vouchers
  FROM shown LEFT JOIN fees
    ON fees.workspace_id = ${TENANT} AND fees.id = shown.fee_id AND shown.collection_id IS NULL
  ORDER BY shown.paid_on, shown.id`
