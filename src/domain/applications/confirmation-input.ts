import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { inList, type Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { PAYER, PAYMENT_METHOD } from '../person-fields/fields'
import { valuesOf } from '../persons/store/lookups'
import { type Issue, throwIssues } from '../shared/error-list'
import { DomainError, invalid } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import type { ApplicantChanges } from './changes'
import { MAX_DECIDED } from './chosen'
import type { Admissions } from './confirm'

/** What is given in other ways. */
const NO_VALUES = ['membership_number', 'join_date', 'payer_external_id']

/** Whether a confirmation is only tried. */
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
            .describe('What changes of the applicant, as in an update: who pays and how, and custom columns'),
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
            values: { [PAYMENT_METHOD]: 'bank_transfer' },
          },
        ],
        join_date: '2026-12-01',
      },
    ],
  })

type NewConfirmations = z.infer<typeof newConfirmations>

/** Applicants whom a body names, each with its id. */
export type NamedConfirmations = Omit<NewConfirmations, 'data'> & {
  data: (NewConfirmations['data'][number] & { person_id: string })[]
  /** Whether that took a trip. */
  wasRead: boolean
}

/**
 * Reads a body, and the ids of applicants whom it names by external ids: one trip if there are any. Throws `invalid`, also for external
 * ids of nobody, and `permission_missing`.
 */
export async function readConfirmations(principal: Principal, body: unknown): Promise<NamedConfirmations> {
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

/** What applicants get by a body, by their ids. */
export function admissionsOf({ data, join_date, dues }: NamedConfirmations): Admissions {
  const byId = <Value>(pick: (one: NamedConfirmations['data'][number]) => Value) =>
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

const placeOf = ({ data }: NamedConfirmations, id: string): number =>
  data.findIndex(({ person_id }) => person_id === id)

/** The error for ids that are none of applicants, at their places in a body. */
export const unknownAmong = (input: NamedConfirmations, ids: string[]): DomainError =>
  invalid(
    Object.fromEntries(
      ids.map((id) => [`data.${placeOf(input, id)}.person_id`, [{ code: 'person_unknown' }]]),
    ),
  )

/** Runs an act on applicants by their ids, with issues under the places at which a body has them. */
export async function underData<T>(input: NamedConfirmations, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    const issues = Object.entries(error.issues).map(([path, refusals]) => [pathIn(input, path), refusals])
    throw new DomainError(error.reason, error.detail, Object.fromEntries(issues))
  }
}

function pathIn(input: NamedConfirmations, path: string): string {
  const [of, id = '', ...rest] = path.split('.')
  if (of === 'joinDate') return 'join_date'
  if (of === 'numbers') return `data.${placeOf(input, id)}.membership_number`
  return of === 'changes' ? ['data', placeOf(input, id), 'values', ...rest].join('.') : path
}
