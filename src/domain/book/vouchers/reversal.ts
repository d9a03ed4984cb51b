import type { voucherLines, vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { newId } from '../../shared/ids'
import type { NewVoucher } from './insert'

type VoucherRow = typeof vouchers.$inferSelect
type LineRow = typeof voucherLines.$inferSelect

/** A voucher with its lines as JSON. */
export type VoucherFacts = Omit<VoucherRow, 'workspaceId'> & { lines: string }

/** The vouchers of a workspace that match a condition over `vouchers`, with their lines. */
export const selectVouchers = (workspace: Sql, condition: Sql): Sql<VoucherFacts> => sql<VoucherFacts>`
  SELECT year, number, id, kind, account_id AS accountId, other_account_id AS otherAccountId, booked_on AS bookedOn,
    amount, text, party, bank_line_id AS bankLineId, bank_line_part AS bankLinePart, reverses,
    reversed_by AS reversedBy, external_id AS externalId, created_at AS createdAt, met_line_id AS metLineId,
    other_met_line_id AS otherMetLineId, (
      SELECT json_group_array(json_object('line', line, 'amount', amount, 'text', text, 'costUnitId', cost_unit_id,
        'categoryId', category_id, 'sphere', sphere, 'feeId', fee_id, 'paymentId', payment_id, 'feePart', fee_part,
        'side', side) ORDER BY line)
      FROM voucher_lines
      WHERE voucher_lines.workspace_id = ${workspace} AND voucher_lines.year = vouchers.year
        AND voucher_lines.number = vouchers.number) AS lines
  FROM vouchers
  WHERE vouchers.workspace_id = ${workspace} AND ${condition}`

/** Whether a bank line shows the money of a voucher that was entered before it, which is not taken back meanwhile. */
export const isMet = ({
  metLineId,
  otherMetLineId,
}: Pick<VoucherFacts, 'metLineId' | 'otherMetLineId'>): boolean =>
  metLineId !== null || otherMetLineId !== null

/** The lines of a voucher. */
export const linesOf = ({ lines }: VoucherFacts): Omit<LineRow, 'workspaceId' | 'year' | 'number'>[] =>
  JSON.parse(lines)

/**
 * The voucher that takes another back: the same account and lines, amounts negated. `reversals` are the ids of the payments
 * that take back those of its lines, by the ids of those.
 */
export const reversalOf = (
  voucher: VoucherFacts,
  { date, reversals, now }: { date: string; reversals?: ReadonlyMap<string, string>; now: Date },
): NewVoucher => ({
  id: newId('vch', now),
  kind: voucher.kind,
  accountId: voucher.accountId,
  otherAccountId: voucher.otherAccountId,
  bookedOn: date,
  amount: -voucher.amount,
  text: voucher.text,
  party: voucher.party,
  bankLineId: voucher.bankLineId,
  bankLinePart: voucher.bankLinePart,
  reverses: voucher.id,
  lines: linesOf(voucher).map(({ line: _, ...line }) => ({
    ...line,
    amount: -line.amount,
    paymentId: reversals?.get(line.paymentId ?? '') ?? null,
  })),
})
