import * as z from 'zod'
import { act, CHECKED_BY_READS } from '../access/act'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import type { DuesRun } from '../dues/runs'
import { PAYER } from '../person-fields/fields'
import { admission as admissionSchema } from '../persons/membership'
import { listsOfPayers, namesAny, selectDependants, selectNamed } from '../persons/payers/facts'
import { parsePerson } from '../persons/person'
import { valuesOf } from '../persons/store/lookups'
import { type NumberedRow, selectNumbered, takenNumbers } from '../persons/store/numbers'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { admissionStatements } from './admission'
import { selectApplicants } from './applicants'
import { type ApplicantChanges, planChanges, triedChanges } from './changes'
import { type ChosenApplicants, viewChosenApplicants } from './chosen'
import {
  type AdmissionClaim,
  type AdmissionDues,
  admissionPlans,
  reckonAdmission,
  viewAdmissionDues,
} from './dues'

/** What applicants get besides number and date: who pays for each, by id, and changes by the columns of the list. */
export type Also = {
  payers?: Record<string, string | null>
  changesIn?: (context: ListContext) => ApplicantChanges
}

/** What applicants get on becoming members; `numbers` are their membership numbers by id, and `claims` what is claimed from them. */
export type Admissions = Also & {
  joinDate: string | null
  numbers: Record<string, string | null>
  claims?: AdmissionClaim[]
}

/** Applicants who are to become members, and what plans would claim from them. */
export type Admission = ChosenApplicants & { dues: AdmissionDues[] }

/**
 * Gets applicants who are to become members on a date, on the date in the workspace unless it is given. One trip, and two for each
 * plan of dues. Throws what {@link viewChosenApplicants} throws.
 */
export async function viewAdmission(
  principal: Principal,
  { ids, joinDate: given, ...also }: Also & { ids: string[]; joinDate?: string | null },
): Promise<Admission> {
  const chosen = await viewChosenApplicants(principal, { ids, toConfirm: true })
  const { credential, applicants, context, plans } = chosen
  const { today } = context
  const joinDate = z.iso.date().nullable().safeParse(given).data ?? (given === undefined ? today : null)
  const patches = triedChanges(applicants, context, changesOf(also, context))
  const admitted = { ids: applicants.map(({ id }) => id), joinDate, patches, today }
  const owing = applicants.length === 0 ? [] : admissionPlans(credential, plans, admitted)
  const dues = await Promise.all(owing.map((plan) => viewAdmissionDues(principal, plan, admitted)))
  return { ...chosen, dues }
}

/**
 * Makes applicants members, with their membership numbers and the date on which they join, and claims what was shown of their
 * dues: all or none. Returns the runs that claim it. Two trips, and two for each plan. Throws `invalid` under `joinDate`, `changes.{id}` and
 * `numbers.{id}`, also for a number that another member has, under `dues` if something else would be claimed now, and
 * `changed_meanwhile` if one of them is no applicant any more.
 */
export async function confirmApplicants(principal: Principal, admissions: Admissions): Promise<DuesRun[]> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { claims = [], payers: given = {} } = admissions
    const ids = Object.keys(admissions.numbers)
    const numbers = uniqueStrings(Object.values(admissions.numbers))
    const payers = { ids: uniqueStrings(Object.values(given)), externalIds: [] }
    const { credential, context, rows } = await queryList(tx, 'members', 'write', {
      applicants: selectApplicants(tx.workspace(), ids),
      payers: selectNamed(tx.workspace(), payers),
      dependants: namesAny(payers) ? [selectDependants(tx.workspace(), valuesOf(JSON.stringify(ids)))] : [],
      numbered: selectNumbered(tx.workspace(), numbers),
    })
    if (rows.applicants.length < ids.length || ids.length === 0)
      throw new DomainError('changed_meanwhile', 'Some of these applications were decided meanwhile.')
    const { joinDate } = validate(admissionSchema, admissions, () => numberIssues(admissions, rows.numbered))
    const admitted = rows.applicants.map(({ id, revision }) => ({
      ...{ id, revision, joinDate },
      number: admissions.numbers[id] ?? null,
    }))
    const persons = rows.applicants.map((row) => parsePerson(row, context))
    const patches = planChanges(persons, context, changesOf(admissions, context), {
      facts: rows,
      lists: listsOfPayers(credential),
    })
    const reckonings = await Promise.all(
      claims.map((claim) => reckonAdmission(tx, claim, { ids, joinDate, patches, today: context.today })),
    )
    const { statements, runs } = admissionStatements(tx, context, { admitted, patches, numbers, reckonings })
    await tx.write(statements)
    return runs
  })
}

/** The changes of applicants with their payers. */
const changesOf = ({ payers = {}, changesIn }: Also, context: ListContext): ApplicantChanges => {
  const changes = changesIn?.(context) ?? {}
  const withPayers = Object.entries(payers).map(([id, payer]) => [id, { ...changes[id], [PAYER]: payer }])
  return { ...changes, ...Object.fromEntries(withPayers) }
}

function* numberIssues({ numbers }: Admissions, numbered: NumberedRow[]): Iterable<Issue> {
  for (const id of takenNumbers(new Map(Object.entries(numbers)), numbered))
    yield [['numbers', id], { code: 'taken', noun: 'member' }]
}
