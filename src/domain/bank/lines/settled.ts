import { bankLines } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { showsIbans } from '../../persons/mask'
import { keyset } from '../../shared/keyset'
import { answerPage, type Cursors, pageRequest } from '../../shared/paging'
import { type BankLine, type LineRow, lineToApi, selectLines } from './bank-line'
import { type LineOutcome, outcomeOf, selectOutcome } from './outcome'

type SettledState = 'done' | 'ignored'

/** A line that is done or ignored; `booked_as` is the text of its vouchers. */
export type SettledLine = BankLine & { booked_as: string | null }

export type SettledLines = {
  lines: SettledLine[]
  accounts: { id: string; name: string }[]
  cursors: Cursors
  last: LineOutcome | undefined
}

const PER_PAGE = '50'

type SettledRow = LineRow & { booked_as: string | null }

/**
 * Lists the lines that are done or ignored, the newest first, and loads the line with `lastId`. One trip. Throws
 * `permission_missing`, and `invalid` for a cursor of another list.
 */
export async function viewSettledLines(
  principal: Principal,
  {
    state,
    cursor,
    lastId,
  }: { state: SettledState; cursor?: string | undefined; lastId?: string | undefined },
): Promise<SettledLines> {
  const workspace = principal.workspace()
  const request = pageRequest({ cursor, per_page: PER_PAGE })
  const { position, limit } = request
  const { credential, rows } = await query(
    principal,
    {
      page: sql<SettledRow>`
        SELECT page.*, (
          SELECT group_concat(text, ' · ') FROM vouchers INDEXED BY vouchers_of_bank_line
          WHERE workspace_id = ${workspace} AND bank_line_id = page.id AND reversed_by IS NULL AND reverses IS NULL
        ) AS booked_as
        FROM (
          ${selectLines(workspace, sql`bank_lines.state = ${state} AND ${NEWEST_FIRST.beyondSql(position)}`, { index: BY_DATE })}
          ORDER BY ${NEWEST_FIRST.by(position)} LIMIT ${limit}
        ) AS page`,
      accounts: sql<{ id: string; name: string }>`
        SELECT id, name FROM accounts WHERE workspace_id = ${workspace} AND kind = 'bank' ORDER BY id`,
      ...selectOutcome(workspace, lastId ?? ''),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const paged = { workspace: credential.workspace, scope: ['settled_lines', state] }
  const keyOf = (line: LineRow) => `${line.booked_on}.${line.id}`
  const { rows: page, cursors } = answerPage(request, rows.page, { ...paged, keyOf })
  const isWhole = showsIbans(credential)
  return {
    lines: page.map(({ booked_as, ...line }) => ({ ...lineToApi(line, isWhole), booked_as })),
    accounts: rows.accounts,
    cursors,
    last: outcomeOf(rows, isWhole),
  }
}

const BY_DATE = sql`INDEXED BY bank_lines_by_date`
const NEWEST_FIRST = keyset([bankLines.bookedOn, bankLines.id], { isDescending: true })
