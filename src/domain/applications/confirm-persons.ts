import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only, type Tx } from '../access/act'
import { storeResult, withoutKey } from '../access/idempotency'
import { inList, type Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { headFromRow, selectPlans } from '../dues/plan'
import { requirePerson } from '../persons/get'
import { listsOfPayers, namesAny, relationsIn, selectDependants, selectNamed } from '../persons/payers/facts'
import type { PersonRow } from '../persons/person'
import {
  type Precondition,
  requirePrecondition,
  toVersioned,
  type VersionedPerson,
} from '../persons/precondition'
import { selectPersons, valuesOf } from '../persons/store/lookups'
import { selectNumbered } from '../persons/store/numbers'
import { afterPatch, personFromResult, resultSql } from '../persons/stored-result'
import { ErrorList, refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { isObject } from '../shared/validation'
import { admissionStatements } from './admission'
import type { Confirmations, ConfirmationsPreview } from './confirmation-input'
import { admissionDues, admissionPlans, viewAdmissionDues } from './dues'
import {
  type Asked,
  entriesOf,
  findTargets,
  type Named,
  planConfirmation,
  readConfirmation,
  readConfirmations,
} from './plan-confirmation'
import { reckonClaims } from './reckon-claims'

type OnePerson = {
  list: string
  idOrExternalId: string
  body?: Record<string, unknown>
  precondition?: Precondition | undefined
}

/** A member, and the runs that claimed dues with its confirmation, as JSON. */
export type ConfirmedPerson = { member: VersionedPerson; runs: string }

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one, with what the body
 * gives it. Two trips, two more for each claim, one if the person is a member already and the body gives nothing. Throws `not_found`
 * for an unknown person and for the list of contacts, `changed_meanwhile` if the precondition does not hold, and `invalid`, also for
 * a member that would get something.
 */
export async function confirmPerson(principal: Principal, request: OnePerson): Promise<ConfirmedPerson> {
  const result = await act(principal, CHECKED_BY_READS, (tx) => confirmOne(tx, request))
  const end = result.indexOf('\n')
  return { runs: result.slice(0, end), member: personFromResult(result.slice(end + 1)) }
}

async function confirmOne(
  tx: Tx,
  { list, idOrExternalId, body = {}, precondition }: OnePerson,
): Promise<string> {
  const person = isObject(body.person) ? body.person : {}
  const key = idOrExternalId.startsWith('per_') ? 'id' : 'external_id'
  const named: Named = { ...person, id: undefined, external_id: undefined, [key]: idOrExternalId }
  const loaded = await load(tx, list, [named])
  const { context, rows } = loaded
  const row = requirePerson(rows.persons)
  requirePrecondition(row, context, precondition)
  if (row.area === 'regular') {
    if (givesSomething(body)) throw refusedAt('body', { code: 'not_an_applicant' })
    const { version, json } = toVersioned(row, context)
    if (tx.idempotent) await tx.write({ result: storeResult(tx, `[]\n${version}${json}`, row.id) })
    return `[]\n${version}${json}`
  }
  const errors = new ErrorList()
  const asked = readConfirmation(body, errors)
  const target = { row, given: person, path: ['person'] }
  const { statements, runs, patches } = await plan(tx, loaded, asked, [target], errors)
  const after: PersonRow = {
    ...afterPatch(row, patches[0] ?? {}, patches.length + 1),
    area: 'regular',
  }
  const claimed = JSON.stringify(runs)
  const { admitted } = await tx.write({
    ...statements,
    result: storeResult(tx, sql`(SELECT ${`${claimed}\n`} || ${resultSql(tx, context, after)})`, row.id),
  })
  const { version, json } = toVersioned(only(admitted), context)
  return `${claimed}\n${version}${json}`
}

/** Whether a body asks for more than the confirmation. */
const givesSomething = (body: Record<string, unknown>): boolean =>
  'join_date' in body ||
  Object.values(body).some((value) => typeof value !== 'object' || Object.keys(value ?? {}).length > 0)

type Many = { list: string; body: Record<string, unknown> }

/**
 * Makes up to 100 applicants members with what the body gives each, and claims their dues: all or none. Returns {@link Confirmations} as
 * JSON. Two trips, and two more for each claim. Throws what {@link confirmPerson} throws, under `data.{place}`.
 */
export async function confirmPersons(principal: Principal, { list, body }: Many): Promise<string> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const entries = entriesOf(body)
    const loaded = await load(tx, list, entries.filter(isObject))
    const errors = new ErrorList()
    const asked = readConfirmations(body, errors)
    const targets = findTargets(entries, loaded, errors)
    const { statements, runs, persons } = await plan(tx, loaded, asked, targets, errors)
    return tx.finish(JSON.stringify({ persons, dues_runs: runs } satisfies Confirmations), statements)
  })
}

/**
 * Says what {@link confirmPersons} would do, and claim: by the plans that the body names, else by all by which members owe in the period
 * in which they join. Writes nothing. One trip, and two for each plan. Throws what {@link confirmPersons} throws.
 */
export async function previewConfirmations(
  principal: Principal,
  { list, body }: Many,
): Promise<ConfirmationsPreview> {
  const entries = entriesOf(body)
  const reader = withoutKey(principal)
  const loaded = await load(reader, list, entries.filter(isObject), true)
  const { context, credential, rows } = loaded
  const errors = new ErrorList()
  const { joinDate, claims } = readConfirmations(body, errors, { isDryRun: true })
  const targets = findTargets(entries, loaded, errors)
  const { persons, patches } = planConfirmation(targets, { ...loaded, joinDate, errors })
  const admitted = { ids: persons.map(({ id }) => id), joinDate, patches, today: context.today }
  const plans = admissionPlans(credential, rows.plans.map(headFromRow), admitted)
  const dues =
    claims.length > 0
      ? (await reckonClaims(reader, claims, admitted, 'fees:read')).map(admissionDues)
      : await Promise.all(plans.map((one) => viewAdmissionDues(reader, one, admitted)))
  return {
    persons,
    dues: dues.map(({ plan: { id, name }, mark: _, ...rest }) => ({ plan_id: id, plan_name: name, ...rest })),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

/** Reads the persons that items name, and what decides whether they may be confirmed so. One trip. */
async function load(principal: Principal, list: string, items: Named[], withPlans = false) {
  const workspace = principal.workspace()
  const [ids, externalIds] = [
    uniqueStrings(items.map(({ id }) => id)),
    uniqueStrings(items.filter(({ id }) => typeof id !== 'string').map(({ external_id }) => external_id)),
  ]
  const payers = relationsIn(items)
  const numbers = uniqueStrings(items.map(({ membership_number }) => membership_number))
  const namedIds = sql`SELECT value FROM json_each(${JSON.stringify(ids)}) UNION ALL
    SELECT id FROM persons WHERE ${inList(workspace, list)} AND external_id IN ${valuesOf(JSON.stringify(externalIds))}`
  const { credential, context, rows } = await queryList(principal, list, 'write', {
    persons: selectPersons(workspace, list, ids, externalIds),
    payers: selectNamed(workspace, payers),
    dependants: namesAny(payers) ? [selectDependants(workspace, namedIds)] : [],
    numbered: selectNumbered(workspace, numbers),
    plans: withPlans ? [selectPlans(workspace)] : [],
  })
  if (context.list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
  return { context, credential, rows, lists: listsOfPayers(credential) }
}

/** Validates a confirmation, computes what it claims, and makes its statements. */
async function plan(
  tx: Tx,
  loaded: Loaded,
  { joinDate, claims }: Asked,
  targets: Parameters<typeof planConfirmation>[0],
  errors: ErrorList,
) {
  const { context } = loaded
  const planned = planConfirmation(targets, { ...loaded, joinDate, errors })
  const { persons, patches } = planned
  const ids = persons.map(({ id }) => id)
  const reckonings = await reckonClaims(
    withoutKey(tx),
    claims,
    { ids, joinDate, patches, today: context.today },
    'fees:write',
  )
  return { ...planned, ...admissionStatements(tx, context, { ...planned, reckonings }) }
}
