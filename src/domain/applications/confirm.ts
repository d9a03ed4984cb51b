import * as z from 'zod'
import type { Sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only, type Tx } from '../access/act'
import type { Actor } from '../access/actor'
import type { Principal } from '../access/principal'
import { type ListContext, queryList, writableList } from '../custom-columns/query-list'
import { runStatements, TO_RUN } from '../dues/run'
import type { DuesRun } from '../dues/runs'
import { PAYER } from '../person-fields/fields'
import { findPerson } from '../persons/get'
import { admission as admissionSchema } from '../persons/membership'
import { listsOfPayers, namesAny, selectDependants, selectPayers } from '../persons/payers/facts'
import { failUnlessPaid } from '../persons/payers/guard'
import { type Person, parsePerson } from '../persons/person'
import { toVersioned, type VersionedPerson } from '../persons/precondition'
import { updatePersons } from '../persons/store/bulk-write'
import { recordUpdates } from '../persons/store/events'
import { valuesOf } from '../persons/store/lookups'
import { failUnlessUnnumbered, selectNumbered } from '../persons/store/numbers'
import { moveToMembers } from '../persons/store/write'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { admitApplicants, selectApplicants } from './applicants'
import { type ApplicantChanges, type ApplicantPatch, patchesFrom, planChanges, triedChanges } from './changes'
import { type ChosenApplicants, viewChosenApplicants } from './chosen'
import {
  type AdmissionClaim,
  type AdmissionDues,
  admissionPlans,
  reckonAdmission,
  viewAdmissionDues,
} from './dues'

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one. Two trips,
 * one if the person is a member already. Throws `not_found` for an unknown person, and for the list of contacts.
 */
export async function confirmPerson(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<VersionedPerson> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { row, context } = await findPerson(tx, list, idOrExternalId, 'write')
    if (context.list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
    if (row.area === 'regular') return toVersioned(row, context)
    const workspace = writableList(tx, context)
    const { confirmed } = await tx.write(moveToMembers(tx.actor, workspace, row))
    return toVersioned(only(confirmed), context)
  })
}

/** What applicants get besides number and date: who pays for each, by id, and changes by the columns of the list. */
export type Also = {
  payers?: Record<string, string | null>
  changesIn?: (context: ListContext) => ApplicantChanges
}

/**
 * What applicants get on becoming members; `numbers` are their membership numbers by id, `undefined` for the one that they have, and
 * `claims` what is claimed from them. They join today unless a date is given.
 */
export type Admissions = Also & {
  joinDate?: string | null | undefined
  numbers: Record<string, string | null | undefined>
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
  const chosen = await viewChosenApplicants(principal, { ids, withPlans: true })
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
    const { runs, statements } = await admit(tx, admissions, {
      missing: () =>
        new DomainError('changed_meanwhile', 'Some of these applications were decided meanwhile.'),
    })
    await tx.write(statements)
    return runs
  })
}

/**
 * The statements that make applicants members, with the numbers and the date that they get, and the runs that claim their dues. Throws
 * what {@link confirmApplicants} throws, and what `missing` makes of those who are no applicants.
 */
export async function admit(
  tx: Tx,
  admissions: Admissions,
  { missing }: { missing: (ids: string[]) => DomainError },
) {
  const { claims = [], payers: given = {} } = admissions
  const ids = Object.keys(admissions.numbers)
  const numbers = uniqueStrings(Object.values(admissions.numbers))
  const payers = { ids: uniqueStrings(Object.values(given)), externalIds: [] }
  const { credential, context, rows } = await queryList(tx, 'members', 'write', {
    applicants: selectApplicants(tx.workspace(), ids),
    payers: selectPayers(tx.workspace(), payers),
    dependants: namesAny(payers) ? [selectDependants(tx.workspace(), valuesOf(JSON.stringify(ids)))] : [],
    numbered: selectNumbered(tx.workspace(), numbers),
  })
  const unknown = ids.filter((id) => !rows.applicants.some((row) => row.id === id))
  if (unknown.length > 0 || ids.length === 0) throw missing(unknown)
  const persons = rows.applicants.map((row) => parsePerson(row, context))
  const numberOf = ({ id, membership_number: stored }: Person): string | null => {
    const number = admissions.numbers[id]
    return number === undefined ? (stored as string | null) : number
  }
  const numbersById = Object.fromEntries(persons.map((person) => [person.id, numberOf(person)]))
  const asked = {
    joinDate: context.today,
    ...(admissions.joinDate !== undefined && { joinDate: admissions.joinDate }),
    numbers: numbersById,
  }
  const { joinDate } = validate(admissionSchema, asked, () => numberIssues(asked.numbers, rows.numbered))
  const admitted = rows.applicants.map(({ id, revision }) => ({
    ...{ id, revision },
    number: numbersById[id] ?? null,
  }))
  const patches = planChanges(persons, context, changesOf(admissions, context), {
    facts: rows,
    lists: listsOfPayers(credential),
  })
  // The first read has claimed the key of the request.
  const reader = { ...tx, idempotent: undefined }
  const reckonings = await Promise.all(
    claims.map((claim) => reckonAdmission(reader, claim, { ids, joinDate, patches, today: context.today })),
  )
  const runs = reckonings.map((one) => runStatements(tx, tx.writableWorkspace(TO_RUN), one))
  const workspace = writableList(tx, context)
  const { asRead, ...admission } = admitApplicants(tx.actor, workspace, admitted, joinDate)
  const statements = {
    free: failUnlessUnnumbered(tx.workspace(), numbers, ids),
    asRead,
    changed: patches.length > 0 ? changeStatements(tx.actor, workspace, patches) : [],
    paid: failUnlessPaid(tx.workspace(), ids),
    ...admission,
    // After the admission, since only members owe dues.
    claimed: runs.flatMap(({ statements }) => Object.values(statements).flat()),
  }
  return { statements, joinDate, numbers: numbersById, runs: runs.map(({ run }) => run) }
}

/** The changes of applicants with their payers. */
const changesOf = ({ payers = {}, changesIn }: Also, context: ListContext): ApplicantChanges => {
  const changes = changesIn?.(context) ?? {}
  const withPayers = Object.entries(payers).map(([id, payer]) => [id, { ...changes[id], [PAYER]: payer }])
  return { ...changes, ...Object.fromEntries(withPayers) }
}

/** The statements that record and write changes of applicants. */
const changeStatements = (actor: Actor, workspace: Sql, patches: readonly ApplicantPatch[]): Sql[] => {
  const all = patchesFrom(patches)
  return [...recordUpdates(actor, workspace, 'members', all), ...updatePersons(workspace, 'members', all)]
}

function* numberIssues(
  numbers: Record<string, string | null>,
  numbered: { id: string; number: string }[],
): Iterable<Issue> {
  for (const [id, number] of Object.entries(numbers)) {
    if (number === null) continue
    const isOfAnother = numbered.some((holder) => holder.number === number && holder.id !== id)
    const isGivenTwice = Object.values(numbers).filter((other) => other === number).length > 1
    if (isOfAnother || isGivenTwice) yield [['numbers', id], { code: 'taken', noun: 'member' }]
  }
}
