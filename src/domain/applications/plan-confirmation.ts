import type { ListId } from '../access/lists'
import { columnKey } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { PAYMENT_METHOD, PERSON_FIELDS, RELATION_KEYS, RELATIONS } from '../person-fields/fields'
import { isFieldOf } from '../person-fields/list-fields'
import { NUMBER_TAKEN } from '../persons/diff'
import type { PayerFacts } from '../persons/payers/facts'
import { type PersonRow, parsePerson } from '../persons/person'
import type { PersonInput } from '../persons/schemas'
import { type NumberedRow, takenNumbers } from '../persons/store/numbers'
import type { ErrorList } from '../shared/error-list'
import type { Refusal } from '../shared/refusals'
import { uniqueStrings } from '../shared/text'
import { isGiven, isObject } from '../shared/validation'
import { IS_REQUIRED } from '../shared/validation-messages'
import type { Admitted } from './applicants'
import { planChanges } from './changes'
import { MAX_DECIDED } from './chosen'
import { confirmationBody, confirmationsBody, type DuesClaim } from './confirmation-input'

/** What a request gives one applicant, of any shape, with what names it. */
export type Named = PersonInput & { id?: unknown; external_id?: unknown }

/** What a request asks of all its applicants; an absent date leaves each its own. */
export type Asked = { joinDate: string | null | undefined; claims: DuesClaim[] }

/** An applicant with what a request gives it, and the path at which it does. */
type Target = { row: PersonRow; given: PersonInput; path: string[] }

/** Reads the body of one confirmation; adds its errors. */
export const readConfirmation = (body: unknown, errors: ErrorList): Asked =>
  askedOf(errors.parse(confirmationBody, body), errors)

/** Reads the body of several confirmations but for its items; adds its errors. In a dry run, no claim needs an amount. */
export const readConfirmations = (body: unknown, errors: ErrorList, { isDryRun = false } = {}): Asked =>
  askedOf(errors.parse(confirmationsBody.envelope, body) as Options | undefined, errors, isDryRun)

type Options = { join_date?: string | null | undefined; dues?: DuesClaim[] | null | undefined }

function askedOf(body: Options | undefined, errors: ErrorList, isDryRun = false): Asked {
  const claims = body?.dues ?? []
  const seen = new Set<string>()
  for (const [place, { plan_id, period, amount }] of claims.entries()) {
    const path = ['dues', `${place}`]
    const key = `${plan_id} ${period}`
    if (seen.has(key)) errors.add([...path, 'plan_id'], { code: 'claimed_twice' })
    seen.add(key)
    if (!isDryRun && !isGiven(amount)) errors.add([...path, 'amount'], REQUIRED)
  }
  return { joinDate: body?.join_date, claims }
}

const REQUIRED: Refusal = { code: 'required', message: IS_REQUIRED }

/** The items that a body of any shape has in `data`; none if they are too many. */
export const entriesOf = ({ data }: Record<string, unknown>): unknown[] =>
  Array.isArray(data) && data.length <= MAX_DECIDED ? data : []

/** The applicants whom the entries of a body name by `id`, else by `external_id`; adds an error for each that names none. */
export function findTargets(
  entries: readonly unknown[],
  { context, rows }: { context: ListContext; rows: { persons: PersonRow[] } },
  errors: ErrorList,
): Target[] {
  const stored = rows.persons.map((row) => [row, parsePerson(row, context)] as const)
  const byId = new Map<unknown, PersonRow>(stored.map(([row]) => [row.id, row]))
  const byExternalId = new Map<unknown, PersonRow>(stored.map(([row, person]) => [person.external_id, row]))
  const found = new Set<string>()
  return entries.flatMap((entry, place) => {
    const path = ['data', `${place}`]
    errors.parse(confirmationsBody.item, entry, path)
    if (!isObject(entry)) return []
    const { id, external_id: externalId, ...given } = entry
    const key = isGiven(id) ? 'id' : 'external_id'
    const row = isGiven(id) ? byId.get(id) : isGiven(externalId) ? byExternalId.get(externalId) : undefined
    if (!isGiven(id) && !isGiven(externalId)) errors.add([...path, 'id'], REQUIRED)
    else if (row?.area !== 'applications') errors.add([...path, key], { code: 'not_an_applicant' })
    else if (found.has(row.id)) errors.add([...path, key], { code: 'person_twice' })
    else {
      found.add(row.id)
      return [{ row, given, path }]
    }
    return []
  })
}

/** What a confirmation is validated by. */
type Facts = {
  context: ListContext
  rows: PayerFacts & { numbered: NumberedRow[] }
  lists: readonly ListId[]
  joinDate: string | null | undefined
  errors: ErrorList
}

/**
 * What a confirmation makes of applicants. Throws `invalid` with the errors so far and those at the paths of applicants: for a value
 * that a confirmation does not set, and for a membership number that another member has.
 */
export function planConfirmation(
  targets: readonly Target[],
  { context, rows, lists, joinDate, errors }: Facts,
) {
  const numbers = targets.map(({ given }) => given.membership_number)
  const plans = targets.map((target) => {
    const { membership_number: number, ...change } = target.given
    return { ...target, number, change, stored: parsePerson(target.row, context) }
  })
  const taken = takenNumbers(new Map(plans.map(({ row, number }) => [row.id, number])), rows.numbered)
  for (const { number, change, path, row } of plans) {
    errors.parse(NUMBER, number, [...path, 'membership_number'])
    if (taken.has(row.id)) errors.addAll([NUMBER_TAKEN], path)
    for (const key of Object.keys(change))
      if (isFieldOf('members', key) && !mayBeSet(key, context))
        errors.add([...path, key], { code: 'not_by_confirmation' })
  }
  const paths = new Map(plans.map(({ row, path }) => [row.id, path]))
  const patches = planChanges(
    plans.map(({ stored }) => stored),
    context,
    Object.fromEntries(plans.map(({ row, change }) => [row.id, change])),
    { facts: rows, lists },
    { pathOf: (id) => paths.get(id) ?? [], errors },
  )
  const members = plans.map(({ row, stored, number }) => ({
    id: row.id,
    external_id: stored.external_id,
    membership_number: textOf(number === undefined ? stored.membership_number : number),
    join_date: textOf(joinDate === undefined ? stored.join_date : joinDate),
  }))
  const admitted = plans.map(({ row }, place): Admitted => {
    const { membership_number: number = null, join_date: joined = null } = members[place] ?? {}
    return { id: row.id, revision: row.revision, number, joinDate: joined }
  })
  return { persons: members, admitted, patches, numbers: uniqueStrings(numbers) }
}

const NUMBER = PERSON_FIELDS.membership_number.schema.nullable().optional()

const SET = [...RELATION_KEYS, ...Object.values(RELATIONS), PAYMENT_METHOD]

const mayBeSet = (key: string, { columns }: ListContext): boolean =>
  SET.includes(key) || columns.some((column) => columnKey(column) === key)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
