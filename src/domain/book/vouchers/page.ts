import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { type Event, type EventRow, toApi as toEvent } from '../../events/event'
import { selectHistory } from '../../events/history'
import { sha256 } from '../../shared/hash'
import { type BookChoices, choicesOf, selectChoices } from '../accounts/choices'
import { sideOf } from '../places/side'
import { requireVoucher } from './list'
import type { Voucher } from './voucher'

/** How many lines of a voucher are shown. A collection has one for each fee. */
export const MAX_SHOWN_LINES = 100
const MAX_EVENTS = 20

type Line = Voucher['lines'][number]
type Head = Omit<Voucher, 'lines'> & {
  accountName: string
  otherAccountName: string | null
  partner: string | null
  lineCount: number
}

/** A voucher with all that its page shows. */
export type VoucherPage = {
  voucher: Head
  /** The first {@link MAX_SHOWN_LINES}. */
  lines: Line[]
  /** What made it: only vouchers that people entered are reversed in the cash book. */
  origin: 'entered' | 'payment' | 'debit' | 'bank'
  version: string
  events: Event[]
  choices: BookChoices
}

/** Reads a voucher, its first lines, where it comes from, and its history. One trip. Throws `permission_missing`, `not_found`. */
export async function viewVoucher(principal: Principal, { id }: { id: string }): Promise<VoucherPage> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      heads: selectHead(workspace, id),
      lines: selectLinesOf(workspace, id),
      events: selectHistory<EventRow>(workspace, id, MAX_EVENTS),
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const voucher = requireVoucher(rows.heads)
  const lines = rows.lines.map(({ isOfDebit: _, ...line }) => line)
  return {
    voucher,
    lines,
    origin: originOf(voucher, rows.lines),
    version: versionOf({ text: voucher.text, lines }),
    events: rows.events.map(toEvent),
    choices: choicesOf(rows, principal.now),
  }
}

/** A digest of what can change of a voucher: its text, and what its lines are booked to. */
export const versionOf = ({ text, lines }: Pick<Voucher, 'text' | 'lines'>): string =>
  sha256(
    JSON.stringify([
      text,
      lines.map(({ line, costunit_name, category_name, sphere, side }) => [
        line,
        costunit_name,
        category_name,
        sphere,
        side,
      ]),
    ]),
  ).slice(0, 16)

function originOf(voucher: Head, lines: { payment_id: string | null; isOfDebit: number }[]) {
  if (voucher.bank_line_id) return 'bank'
  if (lines.some(({ isOfDebit }) => isOfDebit === 1)) return 'debit'
  if (lines.some(({ payment_id }) => payment_id)) return 'payment'
  return voucher.met_line_id ? 'bank' : 'entered'
}

const selectHead = (workspace: Sql, id: string): Sql<Head> => sql<Head>`
  WITH ${workspaceCte(workspace)}
  SELECT vouchers.id, vouchers.year, vouchers.number, vouchers.kind, account_id, other_account_id, booked_on, amount, text,
    party, external_id, reverses, reversed_by, bank_line_id, met_line_id, other_met_line_id,
    vouchers.created_at, account.name AS accountName,
    (SELECT name FROM accounts WHERE workspace_id = ${TENANT} AND id = other_account_id) AS otherAccountName, (
      SELECT partner.year || '-' || partner.number FROM vouchers AS partner INDEXED BY vouchers_by_id
      WHERE partner.workspace_id = ${TENANT}
        AND partner.id = coalesce(vouchers.reverses, vouchers.reversed_by)) AS partner, (
      SELECT count(*) FROM voucher_lines AS lines
      WHERE lines.workspace_id = ${TENANT} AND lines.year = vouchers.year AND lines.number = vouchers.number)
      AS lineCount
  FROM vouchers INDEXED BY vouchers_by_id CROSS JOIN accounts AS account
  WHERE vouchers.workspace_id = ${TENANT} AND vouchers.id = ${id}
    AND account.workspace_id = ${TENANT} AND account.id = account_id`

const selectLinesOf = (workspace: Sql, id: string): Sql<Line & { isOfDebit: number }> => sql<
  Line & { isOfDebit: number }
>`
  WITH ${workspaceCte(workspace)}
  SELECT line, lines.amount, ${sideOf('lines')} AS side, lines.text, cost_units.name AS costunit_name, category.name AS category_name, lines.sphere,
    lines.fee_id, payment_id, item_id IS NOT NULL AS isOfDebit
  FROM vouchers INDEXED BY vouchers_by_id
  CROSS JOIN voucher_lines AS lines ON lines.workspace_id = ${TENANT} AND lines.year = vouchers.year
    AND lines.number = vouchers.number
  LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = lines.cost_unit_id
  LEFT JOIN cost_unit_categories AS category ON category.workspace_id = ${TENANT}
    AND category.cost_unit_id = lines.cost_unit_id AND category.id = lines.category_id
  LEFT JOIN payments ON payments.workspace_id = ${TENANT} AND payments.id = payment_id
  WHERE vouchers.workspace_id = ${TENANT} AND vouchers.id = ${id}
  ORDER BY line LIMIT ${MAX_SHOWN_LINES}`
