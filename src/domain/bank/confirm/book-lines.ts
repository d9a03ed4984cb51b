import * as z from 'zod'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { bookFacts, selectBook } from '../../book/book-facts'
import { type Expense, expenseIssues, indexCostUnits, selectCostUnitsByName } from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { singleLine, uniqueStrings } from '../../shared/text'
import { batchOf, isGiven, isObject, itemsIn, validateItems } from '../../shared/validation'
import { type LineRow, selectLines, selectLookups, TO_BANK } from '../lines/bank-line'
import { booking } from '../lines/confirmation'
import { suggestFor } from '../lines/suggested'
import { bookingText } from '../suggest/booking-text'
import { selectCandidates } from '../suggest/select-candidates'
import { selectRuleIds } from './facts'
import { lineIssues, revisionIssues } from './line-issues'
import { payWork } from './pay'
import { placeOf, ruleIssues } from './shapes'
import { type LineWork, placed, writeWork } from './work'

/** How many lines are booked together at most. */
const MAX_LINES = 500

const lineBooking = z.strictObject({
  bank_line_id: z.string(),
  revision: z.int().nullish().describe('The `revision` of the line as it was read; 422 if it has changed'),
  booking: booking
    .extend({ text: singleLine(500).nullish().describe('Absent, what the bank wrote') })
    .nullish()
    .describe('What all of the line is booked to; absent, what is suggested at that moment'),
})

const lineBookings = batchOf(lineBooking, MAX_LINES, { min: 1 })

/** The body that books lines together. */
export const newBookings = z.strictObject({ data: z.array(lineBooking).min(1).max(MAX_LINES) }).meta({
  id: 'BankLineBookings',
  examples: [
    {
      data: [
        { bank_line_id: 'lin_0VMtKcPBq7XJ3mZ1sWv9LdTe', booking: { text: 'Room hire', sphere: 'ideal' } },
      ],
    },
  ],
})

/** What was booked together: the id by which all of it is undone, how many lines, and their sum in cents. */
export const bookings = z
  .object({
    id: z.string(),
    lines: z.int().describe('How many lines were booked'),
    amount: z.int().describe('Their sum in cents'),
  })
  .meta({ id: 'BankLinesBooked' })
export type Bookings = z.infer<typeof bookings>

type Item = { bank_line_id?: unknown; revision?: unknown; booking?: unknown }

/**
 * Books lines as a whole, all or none, each to a place that is named or suggested. Returns {@link Bookings} as JSON. Two trips,
 * and one more if a suggestion is taken. Throws `permission_missing`, and `invalid` also for a line that has changed.
 */
export async function bookLines(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_BANK, async (tx) => {
    const given = await withSuggested(tx, body)
    const facts = await load(tx, itemsIn(given, MAX_LINES))
    const { lines, costUnits, book } = facts
    const seen = new Set<unknown>()
    const data = validateItems(lineBookings, given, function* (item: Item) {
      const line = lines.get(item.bank_line_id)
      if (!line) yield [['bank_line_id'], { code: 'bank_line_unknown' }]
      else if (seen.has(line.id)) yield [['bank_line_id'], { code: 'named_twice' }]
      else yield* itemIssues(item, line, { ...facts, now: tx.now })
      seen.add(item.bank_line_id)
    })
    const id = newId('bkg', tx.now)
    const work = data.flatMap(({ bank_line_id, booking }): LineWork[] => {
      const line = lines.get(bank_line_id)
      if (!line || !booking) return []
      const text = booking.text ?? (bookingText(line) || booking.costunit_name || line.booked_on)
      const place = placeOf({ ...booking, text }, costUnits)
      const { act, ...money } = placed(book, payWork(line, { parts: [], fees: [], place, now: tx.now }))
      return [{ ...money, act: { ...act, after: { ...act.after, bookings_id: id } } }]
    })
    const amount = work.reduce((sum, { act }) => sum + act.line.amount, 0)
    const result: Bookings = { id, lines: work.length, amount }
    return tx.finish(JSON.stringify(result), { written: writeWork(tx, book, work) })
  })
}

/** The body with what is suggested for the items that name no booking. At most one trip. */
async function withSuggested(tx: Tx, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const items: Item[] = itemsIn(body, MAX_LINES)
  const bare = items.filter(({ booking }) => !isGiven(booking))
  if (bare.length === 0) return body
  const bareSql = namedSql(bare)
  const rows = await tx.read({
    lines: selectLines(tx.workspace(), bareSql),
    ...selectCandidates(tx, selectLookups(tx.workspace(), bareSql)),
  })
  const { suggested } = await suggestFor(tx, rows.lines, rows)
  const byId = new Map<unknown, unknown>(
    rows.lines.map(({ id }, index) => [id, suggested[index]?.suggestion?.booking]),
  )
  const withOne = (item: unknown) =>
    isObject(item) && !isGiven(item.booking)
      ? { ...item, booking: byId.get(item.bank_line_id) ?? null }
      : item
  return { ...body, data: (body.data as unknown[]).map(withOne) }
}

const namedSql = (items: readonly Item[]) => {
  const ids = JSON.stringify(uniqueStrings(items.map(({ bank_line_id }) => bank_line_id)))
  return sql`bank_lines.id IN (SELECT value FROM json_each(${ids}))`
}

async function load(tx: Tx, items: readonly Item[]) {
  const workspace = tx.workspace()
  const bookings = items.flatMap(({ booking }): (Expense & { rule_id?: unknown })[] =>
    isObject(booking) ? [booking] : [],
  )
  const rows = await tx.read({
    lines: selectLines(workspace, namedSql(items)),
    costUnits: selectCostUnitsByName(workspace, bookings),
    rules: selectRuleIds(workspace, bookings),
    ...selectBook(workspace),
  })
  return {
    lines: new Map<unknown, LineRow>(rows.lines.map((line) => [line.id, line])),
    costUnits: indexCostUnits(rows.costUnits),
    ruleIds: new Set<unknown>(rows.rules.map(({ id }) => id)),
    book: bookFacts(rows),
  }
}

/** The issues of an item whose line there is, not yet validated. */
function* itemIssues(
  { revision, booking }: Item,
  line: LineRow,
  { costUnits, ruleIds, book, now }: Omit<Awaited<ReturnType<typeof load>>, 'lines'> & { now: Date },
): Iterable<Issue> {
  yield* lineIssues(line, book, { now, isBooking: true })
  yield* revisionIssues(line, revision)
  if (line.state === 'open' && line.assigned_amount !== 0) yield [['bank_line_id'], { code: 'line_in_part' }]
  if (line.state === 'open' && !isGiven(booking)) yield [['booking'], { code: 'nothing_suggested' }]
  if (!isObject(booking)) return
  for (const [[, key = ''], refusal] of expenseIssues(booking, costUnits)) yield [['booking', key], refusal]
  yield* ruleIssues(booking, ruleIds, ['booking'])
}
