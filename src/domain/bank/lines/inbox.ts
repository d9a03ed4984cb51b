import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Permission } from '../../access/permissions'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import type { ProposedFamily } from '../../persons/families/find'
import { showsIbans } from '../../persons/mask'
import { todayIn } from '../../shared/dates'
import type { Named } from '../suggest/load-candidates'
import { selectCandidates } from '../suggest/select-candidates'
import { type BankLine, type LineRow, lineToApi, selectLines, selectLookups } from './bank-line'
import { type BookingGroup, groupsOf } from './groups'
import type { SuggestedLine } from './list'
import { type LineOutcome, outcomeOf, selectOutcome } from './outcome'
import { paidFamilyOf, selectPaidFamily } from './paid-family'
import { suggestFor } from './suggested'

/** How many open lines an inbox holds at most, the oldest ones. */
export const MAX_INBOX = 200

/** The open lines in the order of their days, each with what it may be. */
export type Inbox = {
  lines: SuggestedLine[]
  named: Named
  /** Whether more lines are open than these. */
  hasMore: boolean
  accounts: { id: string; name: string }[]
  /** The line that the last act was on, as it is now. */
  last: LineOutcome | undefined
  /** Those that are suggested to be booked alike, without those that were asked for. */
  groups: BookingGroup[]
  /** The lines that were asked for by their ids. */
  asked: BankLine[]
  /** A family for which the last act has paid, and for which nobody pays yet. */
  family: ProposedFamily | undefined
}

/**
 * Loads the open lines, at most {@link MAX_INBOX}, the line with `lastId`, and those with `askedIds` in any state. One trip.
 * Throws `permission_missing`.
 */
export async function viewInbox(
  principal: Principal,
  {
    lastId,
    askedIds = [],
    needs = 'bookkeeping:read',
  }: { lastId?: string | undefined; askedIds?: readonly string[]; needs?: Permission } = {},
): Promise<Inbox> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      lines: sql<LineRow>`${selectLines(workspace, sql`bank_lines.state = 'open'`, { index: BY_DATE })} ${OLDEST}`,
      ...selectCandidates(principal, sql`${selectLookups(workspace, sql`TRUE`, BY_DATE)} ${OLDEST}`, {
        isForPage: true,
      }),
      accounts: sql<{ id: string; name: string }>`
        SELECT id, name FROM accounts WHERE workspace_id = ${workspace} AND kind = 'bank' ORDER BY id`,
      ...selectOutcome(workspace, lastId ?? ''),
      asked: selectLines(
        workspace,
        sql`bank_lines.id IN (SELECT value FROM json_each(${JSON.stringify(askedIds)}))`,
      ),
      families: selectPaidFamily(workspace, lastId ?? ''),
    },
    (credential) => requirePermission(credential, needs),
  )
  const shown = rows.lines.slice(0, MAX_INBOX)
  const { suggested, named } = await suggestFor(principal, shown, rows, { isForPage: true })
  const isWhole = showsIbans(credential)
  return {
    lines: shown.map((line, index) => ({
      line: lineToApi(line, isWhole),
      suggestion: suggested[index]?.suggestion ?? null,
      alternatives: suggested[index]?.alternatives ?? [],
    })),
    named: named(),
    hasMore: rows.lines.length > MAX_INBOX,
    accounts: rows.accounts,
    last: outcomeOf(rows, isWhole),
    groups: groupsOf(shown, suggested, { last: rows.outcomeLines[0], except: askedIds }),
    asked: rows.asked.map((line) => lineToApi(line, isWhole)),
    family: paidFamilyOf(rows.families, todayIn(credential.workspace.timezone, principal.now)),
  }
}

const BY_DATE = sql`INDEXED BY bank_lines_by_date`
const OLDEST = sql`ORDER BY bank_lines.booked_on, bank_lines.id LIMIT ${MAX_INBOX + 1}`
