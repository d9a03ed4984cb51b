import * as z from 'zod'
import type { Answers, Statements } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { permits, requirePermission } from '../access/authorize'
import type { Principal, SettingsPrincipal } from '../access/principal'
import { bookFacts, selectBook } from '../book/book-facts'
import { queryList, writableList } from '../custom-columns/query-list'
import { ONCE } from '../dues/claimed'
import { type Interval, parsePeriod } from '../dues/period'
import { BY_PERSON } from '../fees/open-amount'
import { requirePerson } from '../persons/get'
import { planUpdate, updateStatements } from '../persons/plan-update'
import { selectPerson } from '../persons/store/lookups'
import { failUnlessAsRead } from '../persons/store/undo'
import { type OpenedPerson, viewPerson } from '../persons/view'
import { refusedAt } from '../shared/error-list'
import { lastDayAfter, noticeOf } from '../shared/last-day'
import { date, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { type FeeFacts, selectFeesOf } from './fee-facts'
import { writeCancellation } from './refresh'
import { feeActStatements } from './write'

const TO_CANCEL = { permission: 'fees:write' } as const

/** A fee that is open, and due after a membership or for a period after it. Only one that nothing is paid of can be cancelled. */
export type LaterFee = FeeFacts & { dueOn: string | null; isOfLaterPeriod: boolean }

/** What staff decide on later fees: those that were shown, as {@link seenAs}, the ids of those that are cancelled, and why. */
export type LaterFees = { shown: string[]; cancelled: string[]; reason: string }

/** A member whose membership is to end on a day, and the fees that are open after it; without `fees:read` none. */
export type Leaving = Omit<OpenedPerson<ReturnType<SettingsPrincipal['credential']>, object>, 'rows'> & {
  leaveDate: string
  fees: LaterFee[]
}

type AskedLeaving<S> = {
  id: string
  leaveDate?: string | undefined
  /** Statements for the same trip, and the day that their rows propose. */
  extra?: S
  dayIn?: (rows: Answers<S>) => string | undefined
}

/**
 * Gets a member for the end of the membership on a day, by default on the day that is stored, else the next one that the notice of
 * the workspace allows. One trip, with the `extra` statements. Throws what `viewPerson` throws.
 */
export async function viewLeaving<S extends Statements = Record<never, never>>(
  principal: SettingsPrincipal,
  { id, leaveDate: given, extra, dayIn }: AskedLeaving<S>,
): Promise<Leaving & { rows: Answers<S> }> {
  const { rows, ...opened } = await viewPerson(principal, {
    ...{ list: 'members', id, action: 'write' },
    extra: { ...(extra as Statements), ...selectOpenFees(principal.workspace(), id) },
  })
  const own = rows as unknown as Answers<S> & Parameters<typeof laterFees>[0]
  const { leave_date: stored } = opened.person
  const next = lastDayAfter(opened.context.today, noticeOf(opened.credential.workspace))
  const leaveDate = date.safeParse(given ?? stored ?? dayIn?.(own)).data ?? next
  const fees = permits(opened.credential, 'fees:read') ? laterFees(own, leaveDate) : []
  return { ...opened, leaveDate, fees, rows: own }
}

/** The end of a membership as staff enter it. */
export type MembershipEnd = { leave_date: string; leave_reason?: string | null; leave_note?: string | null }

type EndedMembership = {
  id: string
  end: MembershipEnd
  decided?: LaterFees | undefined
  /** What else is written in the same batch; `workspace` is its tenant filter. */
  also?: (workspace: Sql) => Sql[]
}

/**
 * Ends a membership and cancels the later fees that staff have decided on, all or nothing. Returns how many. Two trips. Throws what
 * `updatePerson` throws, `permission_missing`, and `invalid` under `fees` if a fee is concerned that was not shown.
 */
export async function endMembership(
  principal: Principal,
  { id, end, decided, also = () => [] }: EndedMembership,
): Promise<number> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { credential, context, rows } = await queryList(tx, 'members', 'write', {
      persons: selectPerson(tx.workspace(), 'members', id),
      ...selectOpenFees(tx.workspace(), id),
      ...selectBook(tx.workspace()),
    })
    if (decided?.cancelled.length) requirePermission(credential, TO_CANCEL.permission)
    const row = requirePerson(rows.persons)
    const update = planUpdate(context, row, end)
    const cancelled = decided ? cancelledOf(laterFees(rows, end.leave_date), decided) : []
    const reason = decided && cancelled.length > 0 ? reasonOf(decided) : ''
    const writer = { ...tx, writable: () => tx.writableWorkspace(TO_CANCEL) }
    const workspace = writableList(tx, context)
    await tx.write({
      asRead: failUnlessAsRead(workspace, 'members', JSON.stringify([[row.id, row.area, row.revision]])),
      ...(update.isChange && updateStatements(tx.actor, workspace, context, update)),
      also: also(workspace),
      cancelled:
        cancelled.length > 0
          ? feeActStatements(writer, {
              fees: cancelled,
              book: bookFacts(rows),
              extra: (workspace) => cancellations(workspace, cancelled, reason),
              events: [{ action: 'fee.cancelled', reason }],
            })
          : [],
    })
    return cancelled.length
  })
}

/** Whether a fee can be cancelled: it is in no debit that was released, and nothing is paid of it. */
export const isCancellable = ({ status, paid_amount }: FeeFacts): boolean =>
  status !== 'collecting' && paid_amount === 0

const reasonOf = ({ reason }: LaterFees): string =>
  validate(z.object({ reason: singleLine(500) }), { reason }).reason

/** The fees to cancel. Each that is concerned was shown as it is, also if the day is another one by now. */
function cancelledOf(fees: LaterFee[], { shown, cancelled }: LaterFees): LaterFee[] {
  const chosen = fees.filter(({ id }) => cancelled.includes(id))
  const wereShown = fees.every((fee) => shown.includes(seenAs(fee)))
  if (wereShown && chosen.length === cancelled.length && chosen.every(isCancellable)) return chosen
  throw refusedAt('fees', { code: 'mark_outdated' })
}

/** A fee at a revision, for a form to send back. */
export const seenAs = ({ id, revision }: LaterFee): string => `${id}.${revision}`

/** What is for a period after the membership was claimed by mistake; the rest was right, and is not asked for. */
const cancellations = (workspace: Sql, fees: LaterFee[], reason: string) =>
  (['mistake', 'waived'] as const).flatMap((kind) => {
    const ids = fees.flatMap(({ id, isOfLaterPeriod }) =>
      isOfLaterPeriod === (kind === 'mistake') ? [id] : [],
    )
    return ids.length > 0 ? writeCancellation(workspace, ids, { kind, reason }) : []
  })

type Dated = { id: string; dueOn: string | null; interval: Interval | null; period: string | null }

/** How many open fees of a person are read at most, the first ones. */
const MAX_FEES = 200

function selectOpenFees(workspace: Sql, personId: string) {
  const openSql = sql`
    FROM fees ${BY_PERSON} WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${personId}
      AND status IN ('open', 'returned', 'collecting') ORDER BY due_on, fees.id LIMIT ${MAX_FEES}`
  const ofPlan = (column: Sql) => sql`(
    SELECT ${column} FROM dues_parts INDEXED BY dues_parts_by_fee CROSS JOIN dues_plans
      ON dues_plans.workspace_id = dues_parts.workspace_id AND dues_plans.id = dues_parts.plan_id
    WHERE dues_parts.workspace_id = fees.workspace_id AND dues_parts.fee_id = fees.id AND period <> ${ONCE} LIMIT 1)`
  return {
    fees: selectFeesOf(workspace, sql`SELECT fees.id ${openSql}`),
    dated: sql<Dated>`
      SELECT fees.id, due_on AS dueOn, ${ofPlan(sql`interval`)} AS interval, ${ofPlan(sql`period`)} AS period ${openSql}`,
  }
}

/** The fees that are due after a day, or for a period of a plan after it, in the order of their due dates. */
function laterFees({ fees, dated }: { fees: FeeFacts[]; dated: Dated[] }, leaveDate: string): LaterFee[] {
  const facts = new Map(fees.map((fee) => [fee.id, fee]))
  return dated.flatMap(({ id, dueOn, interval, period }) => {
    const fee = facts.get(id)
    const begin = interval && period ? parsePeriod(interval, period)?.begin : undefined
    const isOfLaterPeriod = begin !== undefined && begin > leaveDate
    const isDueLater = dueOn !== null && dueOn > leaveDate
    return fee && (isDueLater || isOfLaterPeriod) ? { ...fee, dueOn, isOfLaterPeriod } : []
  })
}
