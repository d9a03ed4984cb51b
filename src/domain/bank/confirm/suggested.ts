import * as z from 'zod'
import { sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import { type BookFacts, bookFacts, selectBook } from '../../book/book-facts'
import { type FeeFacts, selectFeeFacts } from '../../payments/fee-facts'
import type { Issue } from '../../shared/error-list'
import { arrayOf, uniqueStrings } from '../../shared/text'
import { requireNoErrors } from '../../shared/validation'
import { type LineRow, type Part, selectLines, selectLookups } from '../lines/bank-line'
import { MAX_PARTS } from '../lines/confirmation'
import { suggestFor } from '../lines/suggested'
import { claimsOf, isForMany } from '../lines/together'
import type { Named } from '../suggest/load-candidates'
import { selectCandidates } from '../suggest/select-candidates'
import type { Suggestion } from '../suggest/suggestion'
import { lineIssues, revisionIssues } from './line-issues'
import { payWork } from './pay'
import { placed, type SeveralWork } from './work'

/** A line that is confirmed as it was suggested. */
export const suggestedLine = z
  .strictObject({
    id: z.string(),
    revision: z.int().describe('The `revision` of the line as it was read; 422 if it has changed'),
    parts: arrayOf(z.strictObject({ fee_id: z.string(), amount: z.int() }), MAX_PARTS, 1).describe(
      'The `parts` of its suggestion as they were read; 422 if something else is suggested now',
    ),
  })
  .meta({ id: 'SuggestedConfirmation' })
export type ShownLine = z.infer<typeof suggestedLine>

/**
 * The work that confirms lines as they were shown. One trip, and one more for lines that an earlier version of the service
 * stored. Throws `permission_missing`, and `invalid` with issues below `lines`.
 */
export async function suggestedWork(tx: Tx, shown: readonly ShownLine[]): Promise<SeveralWork> {
  const { lines, fees, book, suggestions, named } = await load(tx, shown)
  const found = shown.map(({ id }) => ({ line: lines.get(id), suggestion: suggestions.get(id) ?? null }))
  const claims = claimsOf([...suggestions.values()])
  const ids = new Set<string>()
  requireNoErrors(
    shown.flatMap((one, index) => {
      const { line, suggestion } = found[index] ?? {}
      const isTwice = ids.has(one.id)
      ids.add(one.id)
      const issues = line
        ? [...issuesOf(one, { line, suggestion, isTwice, claims, named, book, now: tx.now })]
        : [[['id'], { code: 'bank_line_unknown' }] as const]
      return issues.map(([path, code]): Issue => [['lines', `${index}`, ...path], code])
    }),
  )
  const work = shown.flatMap(({ id, parts }) => {
    const line = lines.get(id)
    const paid = parts.flatMap(({ fee_id }) => fees.get(fee_id) ?? [])
    return line ? [placed(book, payWork(line, { parts, fees: paid, place: null, now: tx.now }))] : []
  })
  return { book, work, left: 0 }
}

async function load(tx: Tx, shown: readonly ShownLine[]) {
  const workspace = tx.workspace()
  const ids = JSON.stringify(uniqueStrings(shown.map(({ id }) => id)))
  const condition = sql`bank_lines.id IN (SELECT value FROM json_each(${ids}))`
  const rows = await tx.read({
    lines: selectLines(workspace, condition),
    ...selectCandidates(tx, selectLookups(workspace, condition), { isForPage: true }),
    fees: selectFeeFacts(
      workspace,
      uniqueStrings(shown.flatMap(({ parts }) => parts.map(({ fee_id }) => fee_id))),
    ),
    ...selectBook(workspace),
  })
  const { suggested, named } = await suggestFor(tx, rows.lines, rows, { isForPage: true })
  return {
    lines: new Map<string, LineRow>(rows.lines.map((line) => [line.id, line])),
    suggestions: new Map(rows.lines.map(({ id }, index) => [id, suggested[index]?.suggestion ?? null])),
    fees: new Map<string, FeeFacts>(rows.fees.map((fee) => [fee.id, fee])),
    named: named(),
    book: bookFacts(rows),
  }
}

type Facts = {
  line: LineRow
  suggestion: Suggestion | null | undefined
  isTwice: boolean
  claims: ReadonlyMap<string, number>
  named: Named
  book: BookFacts
  now: Date
}

function* issuesOf(shown: ShownLine, facts: Facts): Iterable<Issue> {
  const { line, suggestion, isTwice, claims, named, book, now } = facts
  for (const [, problem] of lineIssues(line, book, { now, isBooking: false })) yield [['id'], problem]
  yield* revisionIssues(line, shown.revision)
  if (isTwice) yield [['id'], { code: 'named_twice' }]
  if (line.state !== 'open' || line.revision !== shown.revision) return
  if (!suggestion || !isSame(suggestion.parts, shown.parts)) yield [['parts'], { code: 'suggestion_changed' }]
  else if (!isForMany(suggestion, named)) yield [['parts'], { code: 'suggestion_unsure' }]
  else if (!isTwice && shown.parts.some(({ fee_id }) => (claims.get(fee_id) ?? 0) > 1))
    yield [['parts'], { code: 'fee_claimed_twice' }]
}

/** Whether parts are of the same fees with the same amounts. */
function isSame(parts: readonly Part[], others: readonly Part[]): boolean {
  const amounts = new Map(others.map(({ fee_id, amount }) => [fee_id, amount]))
  return parts.length === others.length && parts.every(({ fee_id, amount }) => amounts.get(fee_id) === amount)
}
