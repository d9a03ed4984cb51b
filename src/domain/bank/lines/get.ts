import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { selectLivePayments } from '../../payments/live-payments'
import { showsIbans } from '../../persons/mask'
import { selectCandidates } from '../suggest/select-candidates'
import type { Part } from './bank-line'
import { lineToApi, requireLine, selectLines, selectLookups } from './bank-line'
import type { SuggestedLine } from './list'
import { suggestFor } from './suggested'

/** A line with what it may be, and what was made of it. */
export type WholeLine = SuggestedLine & { parts: Part[]; voucher_ids: string[]; locale: string }

const MAX_SHOWN = 500

/** Gets a bank line. One trip. Throws `permission_missing` and `not_found`. */
export async function getLine(principal: Principal, { id }: { id: string }): Promise<WholeLine> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
      ...selectCandidates(principal, selectLookups(workspace, sql`bank_lines.id = ${id}`)),
      parts: sql<Part>`
        SELECT feeId AS fee_id, amount FROM (${selectLivePayments(workspace, id)}) LIMIT ${MAX_SHOWN}`,
      vouchers: sql<{ id: string }>`
        SELECT id, year, number FROM vouchers
        WHERE workspace_id = ${workspace} AND bank_line_id = ${id} AND reversed_by IS NULL AND reverses IS NULL
        UNION ALL
        SELECT id, year, number FROM vouchers INDEXED BY vouchers_met_by_line
        WHERE workspace_id = ${workspace} AND met_line_id = ${id}
        UNION ALL
        SELECT id, year, number FROM vouchers INDEXED BY transfers_met_by_line
        WHERE workspace_id = ${workspace} AND other_met_line_id = ${id}
        ORDER BY year, number`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const line = requireLine(rows.lines)
  const { suggested } = await suggestFor(principal, [line], rows)
  const [{ suggestion, alternatives } = { suggestion: null, alternatives: [] }] = suggested
  return {
    line: lineToApi(line, showsIbans(credential)),
    suggestion,
    alternatives,
    parts: rows.parts,
    voucher_ids: rows.vouchers.map(({ id }) => id),
    locale: credential.workspace.locale,
  }
}
