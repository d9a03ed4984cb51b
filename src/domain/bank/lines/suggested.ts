import { trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import type { Issue } from '../../shared/error-list'
import { requireNoErrors } from '../../shared/validation'
import type { CandidateRow } from '../suggest/candidate-rows'
import { lookupsOf } from '../suggest/candidates'
import { candidatesOf, type Named } from '../suggest/load-candidates'
import { partyKeyOf } from '../suggest/party-key'
import { selectCandidates } from '../suggest/select-candidates'
import { type Suggested, suggestAll } from '../suggest/suggest'
import type { Suggestion } from '../suggest/suggestion'
import { type ListedRow, requireLine, selectLines, selectLookups, toMatch } from './bank-line'
import type { LineConfirmation } from './confirmation'

/**
 * What is suggested for lines, in their order, and on demand the words for it; only those that are open may have
 * something. `rows` are those of {@link selectCandidates} for the lines, read with the same `isForPage`. No trip, and one for
 * lines that an earlier version of the service stored.
 */
export async function suggestFor(
  principal: Principal,
  lines: readonly ListedRow[],
  rows: { candidates: CandidateRow[] },
  { isForPage = false } = {},
): Promise<{ suggested: Suggested[]; named: () => Named }> {
  const open = lines.filter(({ state }) => state === 'open')
  const matched = open.map(toMatch)
  const isComplete = open.every(({ has_lookups }) => has_lookups)
  const read = isComplete
    ? rows
    : await trip(principal.db, selectCandidates(principal, lookupsAsRows(matched), { isForPage }))
  const { candidates, named } = candidatesOf(read.candidates)
  const found = suggestAll(matched, candidates)
  const byId = new Map(open.map(({ id }, index) => [id, found[index]]))
  return { suggested: lines.map(({ id }) => byId.get(id) ?? NOTHING), named }
}

function lookupsAsRows(lines: ReturnType<typeof toMatch>[]): Sql {
  const rows = lines.map((line) => [
    lookupsOf(line),
    line.amount,
    line.currency,
    line.party_iban,
    line.account_id,
    line.booked_on,
    partyKeyOf(line),
  ])
  return sql`
    SELECT value -> 0 AS lookups, value ->> 1 AS amount, value ->> 2 AS currency, value ->> 3 AS party_iban,
      value ->> 4 AS account_id, value ->> 5 AS booked_on, value ->> 1 AS rest, value ->> 6 AS party_key
    FROM json_each(${JSON.stringify(rows)})`
}

const NOTHING: Suggested = { suggestion: null, alternatives: [] }

/**
 * The suggestion for a line as the body that confirms it. One trip. Throws `permission_missing`, `not_found`, and `invalid`
 * if there is nothing to confirm.
 */
export async function suggestedBody(
  tx: Tx,
  id: string,
): Promise<Pick<LineConfirmation, 'parts' | 'collection_id' | 'item_ids' | 'voucher_ids' | 'booking'>> {
  const rows = await tx.read({
    lines: selectLines(tx.workspace(), sql`bank_lines.id = ${id}`),
    ...selectCandidates(tx, selectLookups(tx.workspace(), sql`bank_lines.id = ${id}`)),
  })
  const line = requireLine(rows.lines)
  if (line.state !== 'open') return {}
  const { suggested } = await suggestFor(tx, [line], rows)
  const suggestion = suggested[0]?.suggestion ?? null
  requireNoErrors(suggestionIssues(suggestion))
  return suggestion ? bodyOf(suggestion) : {}
}

function* suggestionIssues(suggestion: Suggestion | null): Iterable<Issue> {
  if (suggestion && suggestion.kind !== 'notice') return
  yield [['body'], { code: 'nothing_suggested' }]
}

/** A suggestion as the body that confirms it. */
export function bodyOf({ kind, parts, collection_id, item_ids, voucher_ids, booking }: Suggestion) {
  if (kind === 'booking') return { booking }
  if (kind === 'voucher') return { voucher_ids }
  if (kind === 'payment') return { parts }
  return item_ids.length > 0 ? { item_ids } : { collection_id }
}
