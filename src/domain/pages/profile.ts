import type { Answers } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import { LISTS, type ListId } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { type DebtorRow, debtorOf, isOfPayer, selectDebtors } from '../collections/debtors'
import { fromOldAccount, type RunningDebit, selectRunningDebits } from '../collections/running'
import { type MandateState, mandateOf } from '../collections/view-mandate'
import { type FreeDues, freeDuesOf, selectFreeDues } from '../dues/free'
import { type FeePart, feePartOf, selectOpenParts } from '../dues/parts-of-fee'
import { selectPersonHistory } from '../events/history'
import { BY_PERSON, OPEN_AMOUNT, OPEN_SUM } from '../fees/open-amount'
import { type FeeRow, type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { type MailToPerson, type Reachability, selectMailsOf, selectReachability } from '../mails/of-person'
import { selectToldMandates, type ToldMandate } from '../mandates/told'
import type { BrowseQuery } from '../persons/browse-query'
import { type Consent, selectConsents } from '../persons/consent'
import { type Neighbours, neighboursIn } from '../persons/neighbours'
import { withMerged } from '../persons/person-tables'
import {
  type RelatedPerson,
  readable,
  selectDoubles,
  selectFamily,
  selectSameNumber,
} from '../persons/related'
import { selectNeighbours } from '../persons/store/browsed'
import { type OfferedEvent, type OfferedRow, toOffered, undoState } from '../persons/undo-offer'
import { type OpenedPerson, viewPerson } from '../persons/view'
import { selectResignationOf } from '../portal/resign/decide'
import { isLiving, type ResignationRow } from '../portal/resign/resignation'
import { todayIn } from '../shared/dates'
import { type FamilyMember, type Guardianship, selectFamilyOf, selectGuardianship } from './family'

/** What staff see of a person. */
export type Profile = Omit<OpenedPerson<Credential, object>, 'rows'> & {
  /** The last fees, what is open of all, the last payment, and who is debited by which mandate; undefined without `fees:read`. */
  fees:
    | (FeeSums & {
        last: ReadableFee[]
        /** What open fees that a run of dues claimed are made up of, by their ids. */
        parts: Map<string, FeePart[]>
        /** Dues that came to nothing. */
        free: FreeDues[]
        lastPayment: LastPayment | undefined
        mandate: MandateState
        debitedPayer: DebitedPayer | undefined
        /** The debits that still take an account which the person has replaced. */
        fromOldAccount: RunningDebit[]
      })
    | undefined
  /** Who has the same email address. */
  family: RelatedPerson[]
  /** Who pays for the person, and all for whom that one pays; the person itself is among them. */
  payerFamily: FamilyMember[]
  /** Who acts for the person, and for whom it acts. */
  guardianship: Guardianship[]
  /** The other members with the same membership number. */
  sameNumber: RelatedPerson[]
  /** Who may be the same person, in both lists. */
  doubles: RelatedPerson[]
  /** How the mandates of the person and of who pays were given. */
  mandates: ToldMandate[]
  /** The last mails to the person, newest first; without `mails:read` none. */
  mails: MailToPerson[]
  reachability: Reachability
  /** What the person agreed to on the form, as an applicant and since. */
  consent: Consent | undefined
  /** What was done last, newest first. */
  events: OfferedEvent[]
  /** The resignation of a member, as long as it means something. */
  resignation: ResignationRow | undefined
  /** The persons before and after in the given query of the list. */
  neighbours: Neighbours | undefined
}

/**
 * How many fees a person has, and what is open and what is overdue of them, in cents. `dueOn` is the earliest date on which
 * some of it was or is due, `lastDueOn` the latest.
 */
type FeeSums = {
  count: number
  openAmount: number
  overdueAmount: number
  dueOn: string | null
  lastDueOn: string | null
}

const NO_FEES: FeeSums = { count: 0, openAmount: 0, overdueAmount: 0, dueOn: null, lastDueOn: null }

/** The payer who is debited for a person. */
export type DebitedPayer = { id: string; list: ListId; name: string }

/** The last payment that was not taken back, in cents. */
type LastPayment = { amount: number; paidOn: string }

type Asked = { list: string; id: string; action?: 'read' | 'write'; query?: BrowseQuery | undefined }

/** How many fees and events a profile has at most. */
const MAX_FEES = 12
const MAX_EVENTS = 20

/**
 * Gets what staff see of a person, by its id, with its neighbours in a query of the list; for an `action` to `write`,
 * only staff who may. One trip; a second one if the time zone of the workspace is not the expected one. Throws what
 * `queryList` throws, and `not_found`.
 */
export async function viewProfile(principal: Principal, asked: Asked): Promise<Profile> {
  const { list, id, action = 'read', query } = asked
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const { rows, ...opened } = await viewPerson(principal, {
    list,
    id,
    action,
    extra: {
      fees: selectLastFees(workspace, id),
      parts: selectOpenParts(workspace, id),
      free: selectFreeDues(workspace, id),
      sums: selectSums(workspace, id, today),
      lastPayments: selectLastPayment(workspace, id),
      debtors: selectDebtors(workspace, sql`SELECT ${id} AS person_id`),
      running: selectRunningDebits(workspace, id),
      family: selectFamily(workspace, list, id),
      payerFamily: selectFamilyOf(workspace, list, id),
      guardianship: selectGuardianship(workspace, list, id),
      sameNumber: selectSameNumber(workspace, id),
      doubles: LISTS.map((among) => selectDoubles(workspace, list, sql`${id}`, among)),
      mandates: selectToldMandates(workspace, sql`${id}`),
      mails: selectMailsOf(workspace, id),
      reachability: selectReachability(workspace, list, id),
      consents: selectConsents(workspace, withMerged(workspace, sql`SELECT ${id}`)),
      events: selectPersonHistory<OfferedRow>(workspace, id, MAX_EVENTS, undoState(principal)),
      resignations: selectResignationOf(workspace, id),
      neighbours: query ? selectNeighbours(workspace, list, query, id, today) : [],
    },
  })
  const { credential } = opened
  if (!isExpectedZone(principal, credential)) return viewProfile(principal, asked)
  const [sum] = rows.sums
  return {
    ...opened,
    fees: permits(credential, 'fees:read')
      ? {
          ...(sum ?? NO_FEES),
          last: rows.fees.map(toApi),
          parts: partsByFee(rows.parts),
          free: freeDuesOf(rows.free),
          lastPayment: rows.lastPayments[0],
          mandate: mandateOf(rows.debtors, opened.context.today),
          debitedPayer: debitedPayerOf(rows.debtors),
          fromOldAccount: fromOldAccount(rows.running, opened.context.today),
        }
      : undefined,
    family: rows.family,
    payerFamily: rows.payerFamily,
    guardianship: rows.guardianship,
    sameNumber: rows.sameNumber,
    doubles: readable(rows.doubles, credential),
    mails: permits(credential, 'mails:read') ? rows.mails : [],
    reachability: rows.reachability[0] ?? { newsRefusedAt: null, blockedAt: null, hasComplained: 0 },
    consent: rows.consents[0],
    mandates: rows.mandates,
    events: rows.events.map((row) => toOffered(row, opened.context.columns)),
    resignation: livingIn(rows.resignations[0], opened.person.leave_date ?? null, principal.now),
    neighbours: query && neighboursIn(rows.neighbours, query, opened),
  }
}

const livingIn = (
  row: ResignationRow | undefined,
  leaveDate: unknown,
  now: Date,
): ResignationRow | undefined => (isLiving(row, leaveDate, now) ? row : undefined)

const partsByFee = (rows: Answers<{ parts: ReturnType<typeof selectOpenParts> }>['parts']) =>
  new Map(
    [...Map.groupBy(rows, ({ feeId }) => feeId)].map(([id, parts]) => [
      id,
      parts.map(({ feeId: _, ...part }) => feePartOf(part)),
    ]),
  )

function debitedPayerOf([row]: DebtorRow[]): DebitedPayer | undefined {
  const debtor = row && debtorOf(row)
  if (!debtor || !isOfPayer(debtor)) return undefined
  return { id: debtor.id, list: debtor.list, name: debtor.name ?? '' }
}

const selectLastFees = (workspace: Sql, personId: string): Sql<FeeRow> => sql<FeeRow>`
  ${selectFees(workspace, sql`fees.person_id = ${personId}`, BY_PERSON)} ORDER BY fees.id DESC LIMIT ${MAX_FEES}`

const selectSums = (workspace: Sql, personId: string, today: string) => sql<FeeSums>`
  SELECT count(*) AS count, ${OPEN_SUM} AS openAmount,
    coalesce(sum(${OPEN_AMOUNT}) FILTER (WHERE status IN ('open', 'returned') AND due_on < ${today}), 0) AS overdueAmount,
    min(CASE WHEN status IN ('open', 'returned') THEN due_on END) AS dueOn,
    max(CASE WHEN status IN ('open', 'returned') THEN due_on END) AS lastDueOn
  FROM fees ${BY_PERSON} WHERE workspace_id = ${workspace} AND person_id = ${personId}`

const selectLastPayment = (workspace: Sql, personId: string) => sql<LastPayment>`
  SELECT payments.amount, payments.paid_on AS paidOn
  FROM fees ${BY_PERSON} CROSS JOIN payments
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${personId}
    AND payments.workspace_id = ${workspace} AND payments.fee_id = fees.id AND payments.kind = 'payment'
    AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal INDEXED BY payments_by_reversed
      WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)
  ORDER BY payments.paid_on DESC LIMIT 1`
