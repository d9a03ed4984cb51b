import * as z from 'zod'
import { SPHERES, vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { instant } from '../../shared/text'
import { SIDES, sideOf } from '../places/side'

const line = z.object({
  line: z.int().describe('The number of the line in its voucher, from 1'),
  amount: z.int().describe('Cents, signed'),
  side: z
    .enum(SIDES)
    .describe('Where the amount counts: `in` as income, less of it where negative; `out` as an expense'),
  text: z.string().nullable(),
  costunit_name: z.string().nullable(),
  category_name: z.string().nullable(),
  sphere: z.enum(SPHERES).nullable(),
  fee_id: z.string().nullable(),
  payment_id: z.string().nullable().describe('The payment of the fee that the line books'),
})

/** A voucher of the cash book as the API shows it. */
export const voucher = z
  .object({
    id: z.string(),
    year: z.int().describe('The calendar year in which the fiscal year begins'),
    number: z.int().describe('From 1 in each fiscal year, without gaps'),
    kind: z.enum(vouchers.kind.enumValues),
    account_id: z.string(),
    other_account_id: z
      .string()
      .nullable()
      .describe('Of a transfer: where the amount comes from. It has no lines.'),
    booked_on: z.iso.date(),
    amount: z.int().describe('Cents that the account gains; negative where it loses them'),
    text: z.string(),
    party: z.string().nullable().describe('Who paid or was paid'),
    external_id: z.string().nullable(),
    reverses: z.string().nullable().describe('The voucher that this one takes back'),
    reversed_by: z.string().nullable().describe('The voucher that takes this one back'),
    bank_line_id: z.string().nullable().describe('The bank line that booked it'),
    met_line_id: z
      .string()
      .nullable()
      .describe('The bank line that shows the money of a voucher that was entered before it'),
    other_met_line_id: z
      .string()
      .nullable()
      .describe('The bank line that shows a transfer on its other account'),
    lines: z.array(line),
    created_at: instant,
  })
  .meta({
    id: 'Voucher',
    examples: [
      {
        id: 'vch_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        year: 2026,
        number: 12,
        kind: 'money',
        account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        other_account_id: null,
        booked_on: '2026-01-31',
        amount: -8990,
        text: 'Footballs',
        party: 'Sport Meier',
        external_id: null,
        reverses: null,
        reversed_by: null,
        bank_line_id: null,
        met_line_id: null,
        other_met_line_id: null,
        lines: [
          {
            line: 1,
            amount: -8990,
            side: 'out',
            text: null,
            costunit_name: 'Youth football',
            category_name: 'Jerseys',
            sphere: 'ideal',
            fee_id: null,
            payment_id: null,
          },
        ],
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type Voucher = z.infer<typeof voucher>
export type VoucherRow = Omit<Voucher, 'lines'> & { lines: string }

/** The vouchers of a workspace that match a condition over `vouchers`, as the API shows them. `index` is an `INDEXED BY`. */
export const selectReadable = (
  workspace: Sql,
  condition: Sql,
  index = sql``,
): Sql<VoucherRow> => sql<VoucherRow>`
  SELECT id, year, number, kind, account_id, other_account_id, booked_on, amount, text, party, external_id, reverses,
    reversed_by, bank_line_id, met_line_id, other_met_line_id, (${selectLines(workspace)}) AS lines, created_at
  FROM vouchers ${index}
  WHERE vouchers.workspace_id = ${workspace} AND ${condition}`

/** The lines of the row of `vouchers` as JSON. */
export const selectLines = (workspace: Sql): Sql => sql`
  SELECT json_group_array(json_object('line', line, 'amount', lines.amount, 'side', ${sideOf('lines')}, 'text', lines.text,
    'costunit_name', cost_units.name, 'category_name', cost_unit_categories.name, 'sphere', lines.sphere, 'fee_id', fee_id,
    'payment_id', payment_id) ORDER BY line)
  FROM voucher_lines AS lines
  LEFT JOIN cost_units ON cost_units.workspace_id = ${workspace} AND cost_units.id = lines.cost_unit_id
  LEFT JOIN cost_unit_categories ON cost_unit_categories.workspace_id = ${workspace}
    AND cost_unit_categories.cost_unit_id = lines.cost_unit_id AND cost_unit_categories.id = lines.category_id
  WHERE lines.workspace_id = ${workspace} AND lines.year = vouchers.year AND lines.number = vouchers.number`

/** A stored voucher as the API shows it. */
export const toApi = (row: VoucherRow): Voucher => ({ ...row, lines: JSON.parse(row.lines) })
