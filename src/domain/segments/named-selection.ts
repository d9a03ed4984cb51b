import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { withoutKey } from '../access/idempotency'
import type { ListId } from '../access/lists'
import { type Credential, inList, type Principal } from '../access/principal'
import type { ListColumns } from '../custom-columns/query-list'
import { hasUnmetCondition, readBrowseQuery } from '../persons/browse-query'
import type { Selection } from '../persons/bulk/selection'
import { type Condition, OPERATORS, type Operator } from '../persons/filter-fields'
import { permissionsToFilter } from '../persons/mask'
import { MAX_FILTERS } from '../persons/store/filter'
import type { Issue } from '../shared/error-list'
import type { Refusal } from '../shared/refusals'
import type { RequestRefusal } from '../shared/request-refusals'
import { arrayOf, singleLine, uniqueStrings } from '../shared/text'
import { isGiven, isObject } from '../shared/validation'
import { findSegment } from './shared-segment'

const text = z.string()

/** The parts of a body that name the persons it is about; exactly one of the first three is given. */
export const namedSelection = (max: number) => ({
  person_ids: arrayOf(singleLine(64), max, 1).nullish(),
  filter: z
    .record(z.string(), z.union([text, z.partialRecord(z.enum(OPERATORS), text)]))
    .refine((filter) => conditionsOf(filter).length <= MAX_FILTERS, {
      error: `may have at most ${MAX_FILTERS} conditions`,
      params: { code: 'too_many_entries', max: MAX_FILTERS },
    })
    .nullish()
    .describe(
      'The persons, in place of `person_ids`: the text that each named field equals, or operators as `{ "join_date": { "after": "2026-01-31" } }`. `{}` is all.',
    ),
  segment_id: singleLine(64)
    .nullish()
    .describe(
      'The persons, in place of `person_ids` and `filter`: those whom this segment of the list has now',
    ),
  status: z
    .enum(['active', 'former', 'all'])
    .nullish()
    .describe('Which members a `filter` is about; those who are active, where it is left out'),
})

/** The keys of a body that name persons. */
const KEYS = ['person_ids', 'filter', 'segment_id'] as const

/** The persons that a body names, the key that names them, and why its segment is refused. */
export type NamedSelection = {
  key: (typeof KEYS)[number]
  isOne: boolean
  selection: Selection
  refused: RequestRefusal | undefined
}

/** Reads which persons of a list a body names. No trip, one if it names a segment. Throws what `requireList` throws. */
export async function readSelection(
  principal: Principal,
  list: ListId,
  body: Record<string, unknown>,
): Promise<NamedSelection> {
  const given = KEYS.filter((key) => isGiven(body[key]))
  const [key = 'person_ids'] = given
  const isOne = given.length === 1
  if (typeof body.segment_id !== 'string')
    return { key, isOne, selection: selectionOf(body), refused: undefined }
  const authorize = (credential: Credential) => requireList(credential, list, 'read')
  const segment = await findSegment(withoutKey(principal), { id: body.segment_id, list, authorize })
  if ('refused' in segment) return { key, isOne, selection: { ids: [] }, refused: segment.refused }
  return { key, isOne, selection: { query: segment.query }, refused: undefined }
}

function selectionOf({ person_ids, filter, status }: Record<string, unknown>): Selection {
  if (!isObject(filter)) return { ids: Array.isArray(person_ids) ? uniqueStrings(person_ids) : [] }
  // `readBrowseQuery` would leave out conditions that it does not know. These are kept, and refused.
  return {
    query: { ...readBrowseQuery({ status: String(status ?? 'active') }), conditions: conditionsOf(filter) },
  }
}

const conditionsOf = (filter: Record<string, unknown>): Condition[] =>
  Object.entries(filter).flatMap(([field, value]) =>
    Object.entries(isObject(value) ? value : { is: value }).map(([operator, text]) => ({
      ...{ field, operator: operator as Operator, value: String(text) },
    })),
  )

/** The named persons who are not in the list by their index, at most ten. */
export const selectUnknown = (
  workspace: Sql,
  list: ListId,
  selection: Selection,
): Sql<{ index: number }>[] =>
  'ids' in selection
    ? [
        sql<{ index: number }>`
          SELECT key AS "index" FROM json_each(${JSON.stringify(selection.ids)}) AS named
          WHERE NOT EXISTS (
            SELECT 1 FROM persons WHERE ${inList(workspace, list)} AND area = 'regular' AND persons.id = named.value)
          LIMIT 10`,
      ]
    : []

type Found = {
  context: ListColumns
  credential: Credential
  unknown: { index: number }[]
  unknownRefusal: Refusal
}

/** The issues of the persons that a body names; `unknown` are the rows of {@link selectUnknown}. */
export function* selectionIssues(
  { key, isOne, selection, refused }: NamedSelection,
  { context, credential, unknown, unknownRefusal }: Found,
): Generator<Issue> {
  if (!isOne) yield [['person_ids'], { code: 'not_one_audience' }]
  else if (refused) yield [[key], refused]
  for (const { index } of unknown) yield [['person_ids', String(index)], unknownRefusal]
  if (hasUnmetCondition(selection, context, permissionsToFilter(credential)))
    yield [[key], { code: key === 'segment_id' ? 'segment_unmet' : 'condition_unmet' }]
}
