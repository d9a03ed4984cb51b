import { permits } from '../../access/authorize'
import { listsOf } from '../../access/lists'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { expectedZone } from '../../access/time-zone'
import { selectWithdrawnDebits, type WithdrawnDebit } from '../../collections/withdrawn'
import { type CustomColumn, columnsFromRows } from '../../custom-columns/column'
import { selectColumns } from '../../custom-columns/query-list'
import { isProposed, nextPeriod, type PlanProgress, selectProgress } from '../../dues/progress'
import { type FeeTotals, segmentSums, selectSegmentSums } from '../../fees/segment-sums'
import { type FeeSum, selectSumsOfYear, sumsOf } from '../../fees/sums'
import { selectWaitingAccounts, type WaitingAccounts } from '../../imports/waiting-accounts'
import { type FailedMails, selectFailedMails } from '../../mails/failed'
import { countHeldMails } from '../../mails/held'
import { countToRemind, type ToRemind } from '../../mails/reminders/count'
import { countRulesOn } from '../../mails/rules/rule'
import { GUARDIAN, PAYER } from '../../person-fields/fields'
import { countIn, countLost } from '../../persons/payers/lost'
import { countResignations } from '../../portal/resign/decide'
import { earliestDate, todayIn } from '../../shared/dates'
import { type DailyCounts, selectDailyCounts } from '../../workspaces/daily-counts'
import { type Sizes, selectSizes } from '../../workspaces/sizes'
import { countDeceased } from '../deceased'
import { type LogEntry, recentEntries, selectRecent } from '../log'
import { countWithdrawals } from '../withdrawn-mandates'
import { countLateLines, type DifferentBank, selectDifferentBanks } from './bank-to-do'
import {
  type BookToDo,
  type MissingStatement,
  missingIn,
  selectBookToDo,
  selectPeriods,
  selectUnannounced,
} from './book-to-do'
import { type Beginnings, NOTHING_BEGUN, selectBeginnings } from './first-steps'
import { type DueCollection, selectDueCollections, selectReturnedFees } from './money-to-do'

/** How a workspace is doing. */
export type Overview = {
  /** What there is now: persons, and fees as their list counts them. */
  sizes: Sizes
  open: FeeTotals
  collecting: FeeTotals
  /** The counts of a year, made once a night, the latest day first. */
  counts: DailyCounts[]
  /** The year (UTC), and its fees by their state; without `fees:read` none. */
  year: number
  fees: FeeSum[]
  /** The last acts, newest first, and the custom columns that name what they changed; without `audit:read` none. */
  changes: LogEntry[]
  columns: CustomColumn[]
  beginnings: Beginnings
  /** The fees that came back and were not paid since, counted up to a hundred. */
  returnedFees: number
  dueCollections: DueCollection[]
  /** The collections whose debits were not announced. */
  unannounced: DueCollection[]
  book: BookToDo
  missingStatements: MissingStatement[]
  differentBanks: DifferentBank[]
  /** How many bank lines are open for longer than two weeks. */
  lateLines: number
  failedMails: FailedMails
  /** How many mails are held since a restore. */
  heldMails: number
  waitingAccounts: WaitingAccounts[]
  toRemind: ToRemind
  /** How many persons have lost their payer. */
  withoutPayer: number
  /** How many minors have lost their guardian. */
  withoutGuardian: number
  /** The debits that are under way although their mandates were withdrawn. */
  withdrawnDebits: WithdrawnDebit[]
  /** The withdrawn mandates that wait for staff. */
  withdrawals: number
  /** The members who have died with open fees or debits under way. */
  deceased: number
  /** The resignations that wait for staff. */
  resignations: number
  /** The plans of dues whose next period has begun or begins soon, with it. */
  proposedRuns: (PlanProgress & { period: string })[]
  /** How many mails are switched on that the hourly run sends. */
  rulesOn: number
}

/**
 * Returns an overview of the principal's workspace. One trip, which reads a row for each counted day, what `selectSizes`,
 * `selectSumsOfYear` and `selectSegmentSums` read, and some hundred rows of events and columns.
 */
export async function viewOverview(principal: Principal): Promise<Overview> {
  const workspace = principal.workspace()
  const year = principal.now.getUTCFullYear()
  const today = todayIn(expectedZone(principal), principal.now)
  const { credential, rows } = await query(principal, {
    sizes: selectSizes(workspace, today),
    segments: selectSegmentSums(workspace, today),
    counts: selectDailyCounts(principal),
    fees: selectSumsOfYear(workspace, year),
    events: selectRecent(workspace),
    members: selectColumns(workspace, 'members'),
    contacts: selectColumns(workspace, 'contacts'),
    beginnings: selectBeginnings(workspace),
    returned: selectReturnedFees(workspace),
    due: selectDueCollections(workspace, earliestDate(principal.now)),
    unannounced: selectUnannounced(workspace, today),
    book: selectBookToDo(workspace, today),
    periods: selectPeriods(workspace),
    differentBanks: selectDifferentBanks(workspace, today),
    lateLines: countLateLines(workspace, today),
    toRemind: countToRemind(workspace, earliestDate(principal.now)),
    failed: selectFailedMails(workspace, principal.now),
    held: countHeldMails(workspace),
    rulesOn: countRulesOn(workspace),
    waitingAccounts: selectWaitingAccounts(workspace, principal),
    dues: selectProgress(workspace),
    withoutPayer: countLost(PAYER, workspace, today),
    withoutGuardian: countLost(GUARDIAN, workspace, today),
    withdrawn: selectWithdrawnDebits(workspace),
    withdrawals: countWithdrawals(workspace),
    deceased: countDeceased(workspace),
    resignations: countResignations(workspace),
  })
  const [beginnings = NOTHING_BEGUN] = rows.beginnings
  const { open, collecting } = segmentSums(rows.segments)
  return {
    sizes: rows.sizes[0] ?? { members: 0, contacts: 0 },
    open,
    collecting,
    counts: rows.counts,
    year,
    fees: permits(credential, 'fees:read') ? sumsOf(rows.fees) : [],
    changes: permits(credential, 'audit:read') ? recentEntries(rows.events) : [],
    columns: [...columnsFromRows('members', rows.members), ...columnsFromRows('contacts', rows.contacts)],
    beginnings,
    returnedFees: rows.returned[0]?.count ?? 0,
    dueCollections: rows.due,
    unannounced: rows.unannounced,
    book: rows.book[0] ?? { yearToClose: null, unassignedYear: null, unassignedLines: 0, waitingPayments: 0 },
    missingStatements: missingIn(rows.periods, today),
    differentBanks: rows.differentBanks,
    lateLines: rows.lateLines[0]?.count ?? 0,
    withoutPayer: countIn(rows.withoutPayer, listsOf(credential.workspace.subscriptionVariant)),
    withoutGuardian: countIn(rows.withoutGuardian, ['members']),
    withdrawnDebits: rows.withdrawn,
    withdrawals: rows.withdrawals[0]?.count ?? 0,
    deceased: rows.deceased[0]?.count ?? 0,
    resignations: rows.resignations[0]?.count ?? 0,
    toRemind: rows.toRemind[0] ?? { count: 0, looked: 0 },
    rulesOn: rows.rulesOn[0]?.count ?? 0,
    waitingAccounts: rows.waitingAccounts,
    proposedRuns: rows.dues
      .filter((plan) => isProposed(plan, today))
      .map((plan) => ({ ...plan, period: nextPeriod(plan).name })),
    heldMails: rows.held[0]?.count ?? 0,
    failedMails: rows.failed[0] ?? { count: 0, mails: 0, latest: null },
  }
}
