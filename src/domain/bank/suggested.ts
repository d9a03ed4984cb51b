import { trip } from '../../db/client'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import type { Issue } from '../shared/error-list'
import { requireNoErrors } from '../shared/validation'
import { type LineRow, requireLine, selectLines, TO_BANK, toMatch } from './bank-line'
import type { LineConfirmation } from './confirmation'
import { candidatesOf, type Named, namesOf, selectCandidates } from './load-candidates'
import { lookupsFor } from './suggest/candidates'
import { type Suggested, suggestAll } from './suggest/suggest'
import type { Suggestion } from './suggest/suggestion'

/** What is suggested for lines, in their order; only those that are open may have something. One trip, if any is open. */
export async function suggestFor(principal: Principal, lines: readonly LineRow[]): Promise<Suggested[]> {
  const { suggested } = await suggestNamed(principal, lines)
  return suggested
}

/** {@link suggestFor} with the words for what it suggests. */
export async function suggestNamed(
  principal: Principal,
  lines: readonly LineRow[],
): Promise<{ suggested: Suggested[]; named: Named }> {
  const open = lines.filter(({ state }) => state === 'open')
  if (open.length === 0) return { suggested: lines.map(() => NOTHING), named: NO_NAMES }
  const matched = open.map(toMatch)
  const rows = await trip(principal.db, selectCandidates(principal, lookupsFor(matched)))
  const found = suggestAll(matched, candidatesOf(rows))
  const byId = new Map(open.map(({ id }, index) => [id, found[index]]))
  return { suggested: lines.map(({ id }) => byId.get(id) ?? NOTHING), named: namesOf(rows) }
}

const NOTHING: Suggested = { suggestion: null, alternatives: [] }
const NO_NAMES: Named = { fees: new Map(), debits: new Map(), collections: new Map() }

/**
 * The suggestion for a line as the body that confirms it. Two trips. Throws `permission_missing`, `not_found`, and `invalid`
 * where there is nothing to confirm.
 */
export async function suggestedBody(
  principal: Principal,
  id: string,
): Promise<Pick<LineConfirmation, 'parts' | 'collection_id' | 'item_ids'>> {
  const { rows } = await query(
    principal,
    { lines: selectLines(principal.workspace(), sql`bank_lines.id = ${id}`) },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const line = requireLine(rows.lines)
  if (line.state !== 'open') return {}
  const [suggested] = await suggestFor(principal, [line])
  const suggestion = suggested?.suggestion ?? null
  requireNoErrors(suggestionIssues(suggestion))
  return suggestion ? bodyOf(suggestion) : {}
}

function* suggestionIssues(suggestion: Suggestion | null): Iterable<Issue> {
  if (suggestion && suggestion.kind !== 'notice') return
  yield [['body'], 'must name parts or a booking, since nothing is suggested for the line']
}

/** A suggestion as the body that confirms it. */
export function bodyOf({ kind, parts, collection_id, item_ids }: Suggestion) {
  if (kind === 'payment') return { parts }
  return item_ids.length > 0 ? { item_ids } : { collection_id }
}
