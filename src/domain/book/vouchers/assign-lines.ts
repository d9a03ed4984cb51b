import * as z from 'zod'
import { jsonArrays } from '../../../db/json'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { changesBetween } from '../../events/changes'
import { type Changes, recordEvents } from '../../events/record'
import { type CostUnitIndex, indexCostUnits, selectCostUnitsByName } from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { arrayOf, singleLine, uniqueStrings } from '../../shared/text'
import { batchOf, isObject, itemsIn, validateItems } from '../../shared/validation'
import {
  type BookFacts,
  bookFacts,
  dateIssue,
  requireBook,
  requireOpenYears,
  selectBook,
  TO_BOOK,
} from '../book-facts'
import { assignment, assignmentIssues } from '../places/assignment'
import { lacksPlace } from '../places/is-unassigned'
import { derivedSide, givenSide } from '../places/side'
import { selectReadable, toApi, type Voucher } from './voucher'
import { requireUnchanged, storedChanges, writeAssignments } from './write-assignments'

const MAX_VOUCHERS = 1000
const MAX_LINES = 100

const lineChange = z.strictObject({
  line: z.int().min(1).describe('The number of the line in its voucher'),
  ...assignment,
  costunit_name: assignment.costunit_name.describe('Replaces the cost unit and its category; null for none'),
  category_name: assignment.category_name.describe('A category of that cost unit'),
  side: givenSide,
})

export const changeFields = {
  text: singleLine(500).nullish(),
  lines: arrayOf(lineChange, MAX_LINES).nullish(),
}

const batch = batchOf(z.strictObject({ voucher_id: z.string(), ...changeFields }), MAX_VOUCHERS, { min: 1 })

/**
 * Changes the texts of vouchers and what their lines are booked to, all or none: `{ data: [{ voucher_id, text, lines: [{ line,
 * costunit_name, category_name, sphere, side }] }] }`. Absent keys stay; a line without a sphere takes that of the cost unit
 * that it is given. A voucher and its reversal are booked alike, so that a
 * change of lines goes to both. With `onlyUnassigned`, lines that are booked to something by now stay. `requireSame` may throw
 * for a voucher as it is stored. Returns the vouchers. Two trips; one if nothing changes. Throws `permission_missing`, and
 * `invalid` also for vouchers of closed fiscal years and while the book is kept elsewhere.
 */
export async function assignLines(
  principal: Principal,
  { body, onlyUnassigned = false, requireSame = () => {} }: Assignment,
): Promise<Voucher[]> {
  return act(principal, TO_BOOK, async (tx) => {
    const items: Item[] = itemsIn(body, MAX_VOUCHERS)
    const ids = uniqueStrings(items.map(({ voucher_id }) => voucher_id))
    const { stored, costUnits, book } = await load(tx, ids, items.flatMap(linesIn))
    requireBook(book)
    const byId = new Map<unknown, Voucher>(stored.map((row) => [row.id, toApi(row)]))
    for (const voucher of ids.flatMap((id) => byId.get(id) ?? [])) requireSame(voucher)
    const seen = new Set<unknown>()
    const data = validateItems(batch, body, function* (item: Item) {
      const voucher = byId.get(item.voucher_id)
      if (!voucher) yield [['voucher_id'], { code: 'voucher_unknown' }]
      else if (seen.has(voucher.id)) yield [['voucher_id'], { code: 'voucher_twice' }]
      else yield* voucherIssues(item, [voucher, ...partnerOf(voucher, byId)], book, tx.now)
      seen.add(item.voucher_id)
      for (const [index, line] of linesIn(item).entries()) {
        const booked = voucher && lineOf(voucher, line.line)
        if (voucher && Number.isSafeInteger(line.line) && !booked)
          yield [['lines', `${index}`, 'line'], { code: 'line_unknown' }]
        if (booked?.fee_id && line.side === 'out')
          yield [['lines', `${index}`, 'side'], { code: 'side_of_fee' }]
        for (const [path, refused] of assignmentIssues(line, costUnits))
          yield [['lines', `${index}`, ...path], refused]
      }
    })
    const mayChange = (line: Line) => !onlyUnassigned || lacksPlace(line, book.settings.isNonprofit === 1)
    const after = changedBy(data, byId, { mayChange, costUnits })
    const written = [...after.values()].filter((voucher) => Object.keys(changesOf(voucher, byId)).length > 0)
    if (written.length > 0) {
      const workspace = tx.writable()
      await tx.write({
        unchanged: requireUnchanged(workspace, stored),
        open: requireOpenYears(
          workspace,
          book,
          written.map(({ booked_on }) => booked_on),
        ),
        written: writeAssignments(
          workspace,
          written.map((voucher) => storedChanges(voucher, byId.get(voucher.id) ?? voucher, costUnits)),
        ),
        recorded: recordEvents(
          tx.actor,
          workspace,
          { action: 'voucher.assigned', subject: 'voucher' },
          written.map((voucher) => ({
            id: voucher.id,
            name: voucher.text,
            changes: changesOf(voucher, byId),
          })),
        ),
      })
    }
    return ids.flatMap((id) => after.get(id) ?? [])
  })
}

type Assignment = {
  body: Record<string, unknown>
  onlyUnassigned?: boolean
  requireSame?: (voucher: Voucher) => void
}

type Item = { voucher_id?: unknown; lines?: unknown }
type LineChange = z.infer<typeof lineChange>

const linesIn = ({ lines }: Item): Record<string, unknown>[] =>
  Array.isArray(lines) ? lines.slice(0, MAX_LINES).filter(isObject) : []

/** Vouchers and those that reverse them or that they reverse. */
async function load(tx: Tx, ids: string[], lines: object[]) {
  const workspace = tx.workspace()
  const rows = await tx.read({
    vouchers: jsonArrays(ids).map((array) =>
      selectReadable(
        workspace,
        sql`vouchers.id IN (
            SELECT value FROM json_each(${array})
            UNION SELECT coalesce(paired.reverses, paired.reversed_by)
            FROM json_each(${array}) AS named CROSS JOIN vouchers AS paired INDEXED BY vouchers_by_id
            WHERE paired.workspace_id = ${workspace} AND paired.id = named.value)`,
        sql`INDEXED BY vouchers_by_id`,
      ),
    ),
    costUnits: selectCostUnitsByName(workspace, lines),
    ...selectBook(workspace),
  })
  return { stored: rows.vouchers, costUnits: indexCostUnits(rows.costUnits), book: bookFacts(rows) }
}

const partnerOf = ({ reverses, reversed_by }: Voucher, byId: Map<unknown, Voucher>): Voucher[] => {
  const partner = byId.get(reverses ?? reversed_by)
  return partner ? [partner] : []
}

const lineOf = ({ lines }: Voucher, number: unknown) => lines.find(({ line }) => line === number)

function* voucherIssues(
  item: Item,
  [voucher, partner]: Voucher[],
  book: BookFacts,
  now: Date,
): Iterable<Issue> {
  const issueOf = (one: Voucher | undefined) => one && dateIssue(book, one.booked_on, now)
  const own = issueOf(voucher)
  if (own) yield [['voucher_id'], own]
  else if (linesIn(item).length > 0 && issueOf(partner)) yield [['lines'], { code: 'pair_closed' }]
}

type Vouchers = Map<unknown, Voucher>

/** The vouchers as they are after changes, by their ids. */
function changedBy(
  data: z.infer<typeof batch.item>[],
  byId: Vouchers,
  { mayChange, costUnits }: { mayChange: (line: Line) => boolean; costUnits: CostUnitIndex },
): Vouchers {
  const after: Vouchers = new Map(byId)
  for (const { voucher_id, text, lines } of data) {
    const voucher = byId.get(voucher_id)
    if (!voucher) continue
    for (const { id } of [voucher, ...partnerOf(voucher, byId)]) {
      const one = after.get(id) ?? voucher
      const changed = (line: Line) => {
        const change = lines?.find((named) => named.line === line.line)
        return change && mayChange(line) ? changedLine(line, change, one.reverses !== null, costUnits) : line
      }
      after.set(id, { ...one, lines: one.lines.map(changed) })
    }
    after.set(voucher_id, { ...(after.get(voucher_id) ?? voucher), text: text ?? voucher.text })
  }
  return after
}

type Line = Voucher['lines'][number]

function changedLine(
  line: Line,
  { costunit_name, category_name = null, sphere: given, side }: LineChange,
  isReversal: boolean,
  costUnits: CostUnitIndex,
): Line {
  const named = costUnits({ costunit_name, category_name })
  const sphere = (given === undefined ? line.sphere : given) ?? named?.sphere ?? null
  return {
    ...line,
    sphere,
    ...(costunit_name !== undefined && { costunit_name, category_name }),
    ...(side !== undefined && { side: side ?? derivedSide(line, isReversal) }),
  }
}

const changesOf = (voucher: Voucher, byId: Vouchers): Changes =>
  changesBetween(eventState(byId.get(voucher.id) ?? voucher), eventState(voucher))

const eventState = ({ text, lines }: Voucher) => ({
  text,
  lines: Object.fromEntries(
    lines.map(({ line, costunit_name, category_name, sphere, side }) => [
      line,
      { costunit_name, category_name, sphere, side },
    ]),
  ),
})
