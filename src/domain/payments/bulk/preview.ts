import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { query } from '../../access/query'
import { expectedZone, isExpectedZone } from '../../access/time-zone'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import { type CashDay, selectCash } from '../../book/cash'
import { losesMoney, selectUnbooked, type Unbooked } from '../../book/unbooked'
import { EVENT_ROW, type Event, type EventRow, toApi } from '../../events/event'
import type { NamedCostUnit } from '../../fees/expenses'
import { todayIn } from '../../shared/dates'
import { sha256 } from '../../shared/hash'
import type { StaffCredential, StaffPrincipal } from '../../staff/principal'
import { type FeeFacts, selectFeesOf } from '../fee-facts'
import { amountOfAct, type FeeActKind, type LeftReason, PERMISSION_OF_ACT, reasonToLeave } from './act'
import { type FeeSelection, MAX_BULK_FEES, selectSelected } from './selection'

/** What a confirmation shows of an act, and what its button carries. Amounts in cents. */
export type FeesPreview = {
  /** How many fees the act changes, and what it is about of them. */
  count: number
  amount: number
  /** How many fees stay as they are, by reason. */
  left: Map<LeftReason, number>
  /** Whether there are more fees than one act takes. */
  isCapped: boolean
  /** The same as long as the act would do the same. */
  mark: string
  /** The number of the last event. */
  seen: number
  /** The last event of a fee after `since`. */
  lastEvent: Event | undefined
  book: BookFacts
  /** The cost units that are not archived, with each of their categories and with none. */
  costUnits: NamedCostUnit[]
  /** The date in the workspace. */
  today: string
  credential: StaffCredential
}

/** A preview with the fees that the act changes, and what booking needs to know. */
export type ReadFees = FeesPreview & { fees: FeeFacts[]; unbooked: Unbooked[]; cash: CashDay[] }

type Asked = { selection: FeeSelection; act: FeeActKind; since?: number | undefined }

/**
 * Reads what an act on a selection would do, without doing it. One trip; a second where the time zone of the workspace is not
 * the expected one. Throws `permission_missing`.
 */
export async function previewFees(principal: StaffPrincipal, asked: Asked): Promise<ReadFees> {
  const { selection, act, since } = asked
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const selected = selectSelected(workspace, selection, today)
  const { credential, rows } = await query(
    principal,
    {
      fees: selectFeesOf(workspace, selected),
      ...selectForBooking(workspace, act === 'book' ? selected : undefined),
      lastEvent: sql<{ number: number }>`
        SELECT number FROM events WHERE workspace_id = ${workspace} ORDER BY number DESC LIMIT 1`,
      feeEvents: since === undefined ? [] : [selectFeeEvent(workspace, since)],
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, PERMISSION_OF_ACT[act]),
  )
  if (!isExpectedZone(principal, credential)) return previewFees(principal, asked)
  const book = bookFacts(rows)
  const unbooked = rows.unbooked.filter(({ paidOn }) => !dateIssue(book, paidOn, principal.now))
  const unbookedOf = { open: sumsByFee(unbooked), all: sumsByFee(rows.unbooked) }
  const found = rows.fees.slice(0, MAX_BULK_FEES)
  const reasons = found.map((fee) => reasonToLeave(act, fee, unbookedOf))
  const fees = found.filter((_, index) => reasons[index] === undefined)
  const amounts = fees.map((fee) => amountOfAct(act, fee, unbookedOf))
  const left = countsOf(reasons)
  const marked = [act, fees.map(({ id }, index) => [id, amounts[index]]), [...left]]
  const ids = new Set(fees.map(({ id }) => id))
  const [feeEvent] = rows.feeEvents
  return {
    fees,
    unbooked: unbooked.filter(({ feeId }) => ids.has(feeId)),
    cash: rows.cash,
    count: fees.length,
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
    left,
    isCapped: rows.fees.length > MAX_BULK_FEES,
    mark: (await sha256(JSON.stringify(marked))).slice(0, 32),
    seen: rows.lastEvent[0]?.number ?? 0,
    lastEvent: feeEvent && toApi(feeEvent),
    book,
    costUnits: rows.costUnits,
    today,
    credential,
  }
}

function sumsByFee(payments: Unbooked[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { feeId, amount } of payments) sums.set(feeId, (sums.get(feeId) ?? 0) + amount)
  return sums
}

function countsOf(reasons: (LeftReason | undefined)[]): Map<LeftReason, number> {
  const counts = new Map<LeftReason, number>()
  for (const reason of reasons) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

const selectForBooking = (workspace: Sql, selected: Sql | undefined) => ({
  unbooked: selected ? [selectUnbooked(workspace, sql`SELECT id, id AS place FROM (${selected})`)] : [],
  cash: selected ? [selectCash(workspace, losesMoney(workspace, selected))] : [],
  costUnits: selected ? [selectCostUnits(workspace)] : [],
})

const selectFeeEvent = (workspace: Sql, since: number): Sql<EventRow> => sql<EventRow>`
  SELECT ${EVENT_ROW} FROM events
  WHERE workspace_id = ${workspace} AND number > ${since} AND subject_kind = 'fee' ORDER BY number DESC LIMIT 1`

const selectCostUnits = (workspace: Sql) => sql<NamedCostUnit>`
  SELECT id, name, archived_at AS archivedAt, NULL AS categoryId, NULL AS categoryName
  FROM cost_units WHERE workspace_id = ${workspace} AND archived_at IS NULL
  UNION ALL
  SELECT unit.id, unit.name, unit.archived_at, category.id, category.name
  FROM cost_units AS unit CROSS JOIN cost_unit_categories AS category
    ON category.workspace_id = unit.workspace_id AND category.cost_unit_id = unit.id
  WHERE unit.workspace_id = ${workspace} AND unit.archived_at IS NULL
  ORDER BY 2, 5 LIMIT 2000`
