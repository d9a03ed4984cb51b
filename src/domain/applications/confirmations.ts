import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { inList, type Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { quote } from '../dues/quote'
import { duesRun } from '../dues/runs'
import { PAYER } from '../person-fields/fields'
import { valuesOf } from '../persons/store/lookups'
import { type Issue, throwIssues } from '../shared/error-list'
import { DomainError, invalid } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import type { ApplicantChanges } from './changes'
import { MAX_DECIDED } from './chosen'
import { type Admissions, admit, viewAdmission } from './confirm'

/** What is given in other ways. */
const NO_VALUES = ['membership_number', 'join_date', 'payer_external_id']

export const newConfirmationsQuery = z.strictObject({
  dry_run: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` to confirm nobody, and get what would be done'),
})

/** The body that confirms applications: all of them or none. */
export const newConfirmations = z
  .strictObject({
    data: z
      .array(
        z.strictObject({
          person_id: z
            .string()
            .max(255)
            .nullish()
            .describe('Exactly one of `person_id` and `person_external_id` names the applicant'),
          person_external_id: z.string().max(255).nullish(),
          membership_number: z
            .string()
            .max(255)
            .nullish()
            .describe('By default the applicant keeps its number; `null` leaves it without one'),
          values: z
            .record(z.string(), z.unknown())
            .refine((values) => !NO_VALUES.some((key) => key in values), {
              error: `must not contain ${NO_VALUES.join(', ')}`,
              params: { code: 'invalid_value' },
            })
            .nullish()
            .describe(
              'What changes of the applicant, as in an update: `payer_id`, `payment_method`, custom columns',
            ),
        }),
      )
      .min(1)
      .max(MAX_DECIDED),
    join_date: z.iso.date().nullish().describe('When they join: by default today; `null` leaves it open'),
    dues: z
      .array(z.strictObject({ plan_id: z.string().max(255), mark: z.string().max(255) }))
      .max(20)
      .nullish()
      .describe(
        'The plans whose dues are claimed, each with the mark that `?dry_run=true` tells. By default none are',
      ),
  })
  .meta({
    id: 'NewConfirmations',
    examples: [
      {
        data: [
          {
            person_external_id: 'application-2041',
            membership_number: '1048',
            values: { payment_method: 'bank_transfer' },
          },
        ],
        join_date: '2026-12-01',
      },
    ],
  })

/** What a confirmation would do. */
export const confirmationsPreview = z
  .object({
    data: z.array(
      z.object({
        person_id: z.string(),
        membership_number: z.string().describe('The number that the applicant has, else the next free one'),
        look_alikes: z
          .array(z.object({ list: z.string(), person_id: z.string(), person_name: z.string() }))
          .describe('Who may be the same person, by name and birthdate'),
      }),
    ),
    dues: z.array(
      z.object({
        plan_id: z.string(),
        period: z.string(),
        amount: z.int().describe('Cents'),
        mark: z.string().describe('Names exactly what would be claimed'),
        persons: z.array(
          quote
            .pick({
              person_name: true,
              outcome: true,
              why: true,
              amount: true,
              lines: true,
              instalments: true,
            })
            .extend({ person_id: z.string() }),
        ),
        fees: z.array(z.object({ due_on: z.iso.date(), count: z.int(), amount: z.int().describe('Cents') })),
      }),
    ),
  })
  .meta({ id: 'ConfirmationsPreview' })

/** Applicants who are members now, and the runs that claimed their dues. */
export const confirmations = z
  .object({
    join_date: z.iso.date().nullable(),
    data: z.array(z.object({ person_id: z.string(), membership_number: z.string().nullable() })),
    dues_runs: z.array(duesRun),
  })
  .meta({ id: 'Confirmations' })

export type Confirmations = z.infer<typeof confirmations>

type Request = { list: string; body: unknown }

type NewConfirmations = z.infer<typeof newConfirmations>

/**
 * Makes applicants members, as {@link confirmApplicants} does, and returns who they are as JSON of {@link confirmations}. Two trips, and two for each plan, and one for external ids. Throws `invalid`, also for one who is no applicant,
 * `permission_missing`, and `not_found` for the list of contacts.
 */
export async function confirmApplications(principal: Principal, { list, body }: Request): Promise<string> {
  requireMembers(list)
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const input = await readConfirmations(tx, body)
    // The key of the request is claimed by the first read, which is that of external ids if there are any.
    const reader = input.wasRead ? { ...tx, idempotent: undefined } : tx
    const { statements, numbers, joinDate, runs } = await underData(input, () =>
      admit(reader, admissionsOf(input), { missing: (ids) => unknownAmong(input, ids) }),
    )
    const data = Object.entries(numbers).map(([id, number]) => ({ person_id: id, membership_number: number }))
    const shown: Confirmations = { join_date: joinDate, data, dues_runs: runs }
    return tx.finish(JSON.stringify(shown), statements)
  })
}

/** Says what {@link confirmApplications} would do, and writes nothing. The trips of {@link viewAdmission}. Throws `invalid`. */
export async function previewConfirmations(
  principal: Principal,
  { list, body }: Request,
): Promise<z.infer<typeof confirmationsPreview>> {
  requireMembers(list)
  const input = await readConfirmations(principal, body)
  const { numbers, payers, changesIn, joinDate } = admissionsOf(input)
  const ids = Object.keys(numbers)
  const viewed = await viewAdmission(principal, {
    ...{ ids, payers, changesIn },
    ...(joinDate !== undefined && { joinDate }),
  })
  const missing = ids.filter((id) => !viewed.applicants.some((applicant) => applicant.id === id))
  if (missing.length > 0) throw unknownAmong(input, missing)
  return {
    data: viewed.applicants.map(({ id }, place) => ({
      person_id: id,
      membership_number: viewed.numbers[place] ?? '',
      look_alikes: viewed.doubles
        .filter(({ of }) => of === id)
        .map(({ list, id: person_id, name }) => ({ list, person_id, person_name: name })),
    })),
    dues: viewed.dues.map(({ plan, persons, ...owed }) => ({
      ...{ plan_id: plan.id, period: owed.period, amount: owed.amount, mark: owed.mark, fees: owed.fees },
      persons: persons.map(({ id, name, ...outcome }) => ({ person_id: id, person_name: name, ...outcome })),
    })),
  }
}

function requireMembers(list: string): void {
  if (list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
}

/** Applicants whom a body names, each with its id. */
type Named = Omit<NewConfirmations, 'data'> & {
  data: (NewConfirmations['data'][number] & { person_id: string })[]
  /** Whether that took a trip. */
  wasRead: boolean
}

/**
 * Reads a body, and the ids of applicants whom it names by external ids: one trip if there are any. Throws `invalid`, also for external
 * ids of nobody, and `permission_missing`.
 */
async function readConfirmations(principal: Principal, body: unknown): Promise<Named> {
  const input = validate(newConfirmations, body, function* (given): Iterable<Issue> {
    const items: Record<string, unknown>[] = Array.isArray(given.data) ? given.data.map(Object) : []
    for (const [place, { person_id: id, person_external_id: externalId }] of items.entries())
      if (isGiven(id) === isGiven(externalId))
        yield [['data', `${place}`, 'person_id'], { code: 'not_one_person' }]
  })
  const externalIds = uniqueStrings(input.data.map(({ person_external_id }) => person_external_id))
  const { rows } =
    externalIds.length === 0
      ? { rows: { found: [] } }
      : await queryList(principal, 'members', 'write', {
          found: selectByExternalId(principal.workspace(), externalIds),
        })
  const idOf = new Map(rows.found.map(({ id, externalId }) => [externalId, id]))
  const data = input.data.map((item) => ({
    ...item,
    person_id: item.person_id ?? idOf.get(item.person_external_id ?? '') ?? UNKNOWN,
  }))
  throwIssues(
    data.flatMap(({ person_id: id }, place): Issue[] => {
      const path = ['data', `${place}`, input.data[place]?.person_id ? 'person_id' : 'person_external_id']
      if (id === UNKNOWN) return [[path, { code: 'person_unknown' }]]
      return data.findIndex((other) => other.person_id === id) < place
        ? [[path, { code: 'named_twice' }]]
        : []
    }),
  )
  return { ...input, data, wasRead: externalIds.length > 0 }
}

/** No id of a person. */
const UNKNOWN = ''

const selectByExternalId = (workspace: Sql, externalIds: string[]) => sql<{ id: string; externalId: string }>`
  SELECT id, external_id AS externalId FROM persons
  WHERE ${inList(workspace, 'members')} AND area = 'applications'
    AND external_id IN ${valuesOf(JSON.stringify(externalIds))}`

function admissionsOf({ data, join_date, dues }: Named): Admissions {
  const byId = <Value>(pick: (one: Named['data'][number]) => Value) =>
    Object.fromEntries(data.map((one) => [one.person_id, pick(one)]))
  const changes: ApplicantChanges = byId(({ values }) => values ?? {})
  const payers = Object.entries(changes).flatMap(([id, { [PAYER]: payer }]) =>
    typeof payer === 'string' ? [[id, payer]] : [],
  )
  return {
    joinDate: join_date,
    numbers: byId(({ membership_number }) => membership_number),
    payers: Object.fromEntries(payers),
    changesIn: () => changes,
    claims: (dues ?? []).map(({ plan_id, mark }) => ({ planId: plan_id, mark })),
  }
}

const placeOf = ({ data }: Named, id: string): number => data.findIndex(({ person_id }) => person_id === id)

const unknownAmong = (input: Named, ids: string[]): DomainError =>
  invalid(
    Object.fromEntries(
      ids.map((id) => [`data.${placeOf(input, id)}.person_id`, [{ code: 'person_unknown' }]]),
    ),
  )

/** Runs an act on applicants by their ids, with issues under the places at which a body has them. */
async function underData<T>(input: Named, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    const issues = Object.entries(error.issues).map(([path, refusals]) => [pathIn(input, path), refusals])
    throw new DomainError(error.reason, error.detail, Object.fromEntries(issues))
  }
}

function pathIn(input: Named, path: string): string {
  const [of, id = '', ...rest] = path.split('.')
  if (of === 'joinDate') return 'join_date'
  if (of === 'numbers') return `data.${placeOf(input, id)}.membership_number`
  return of === 'changes' ? ['data', placeOf(input, id), 'values', ...rest].join('.') : path
}
