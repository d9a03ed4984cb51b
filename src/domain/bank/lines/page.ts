import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Permission } from '../../access/permissions'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type Event, type EventRow, toApi } from '../../events/event'
import { selectHistory } from '../../events/history'
import { showsIbans } from '../../persons/mask'
import type { Named } from '../suggest/load-candidates'
import { selectCandidates } from '../suggest/select-candidates'
import { lineToApi, requireLine, selectLookups } from './bank-line'
import type { SuggestedLine } from './list'
import { type LineOutcome, outcomeOf, selectOutcome } from './outcome'
import { suggestFor } from './suggested'

/** A line with what it may be, what was made of it, and what was done with it, newest first. */
export type LinePage = LineOutcome & SuggestedLine & { named: Named; account: string; events: Event[] }

const MAX_EVENTS = 20

/**
 * Loads a line for its page; for a page with a form that names what it is, without suggestions. One trip. Throws
 * `permission_missing` and `not_found`.
 */
export async function viewLine(
  principal: Principal,
  {
    id,
    needs = 'bookkeeping:read',
    withSuggestions = true,
  }: { id: string; needs?: Permission; withSuggestions?: boolean },
): Promise<LinePage> {
  const workspace = principal.workspace()
  const askedForSql = withSuggestions ? sql`bank_lines.id = ${id}` : sql`FALSE`
  const { credential, rows } = await query(
    principal,
    {
      ...selectOutcome(workspace, id),
      ...selectCandidates(principal, selectLookups(workspace, askedForSql), { isForPage: true }),
      accounts: sql<{ name: string }>`
        SELECT accounts.name FROM bank_lines CROSS JOIN accounts
        WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${id}
          AND accounts.workspace_id = ${workspace} AND accounts.id = bank_lines.account_id`,
      events: selectHistory<EventRow>(workspace, id, MAX_EVENTS),
    },
    (credential) => requirePermission(credential, needs),
  )
  const line = requireLine(rows.outcomeLines)
  const isWhole = showsIbans(credential)
  const { suggested, named } = await suggestFor(principal, withSuggestions ? [line] : [], rows, {
    isForPage: true,
  })
  const [{ suggestion, alternatives } = { suggestion: null, alternatives: [] }] = suggested
  const outcome = outcomeOf(rows, isWhole)
  return {
    vouchers: [],
    fees: [],
    collection: undefined,
    isReturn: false,
    ...outcome,
    line: lineToApi(line, isWhole),
    suggestion,
    alternatives,
    named: named(),
    account: rows.accounts[0]?.name ?? '',
    events: rows.events.map(toApi),
  }
}
