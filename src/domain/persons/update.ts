import { retryOnConflict, WriteConflict } from '../../db/client'
import type { Caller, Tenant } from '../access/admission'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { asRemembered } from './admission'
import { diff, fieldErrors, givenPatch, personErrors, TAKEN } from './diff'
import { INDEXED } from './fields'
import { findPerson } from './get'
import { type Expectation, expectedRevision } from './precondition'
import { type PersonInput, schemasFor } from './schemas'
import { personWritten, writeChanges } from './store/changes'
import { type ListContext, type PersonJson, type PersonRow, personOf, render } from './store/json'
import { personsByExternalId } from './store/lookups'
import { mergeUnread } from './store/merge'

/**
 * Updates a person by merging: absent keys stay, `null` clears, `name` merges by part. One trip where nothing changes.
 * Else one on what this isolate remembers of the key and the list, for fields without an index; two where it remembers
 * nothing or the person must be read before; three where memory did not hold. Refuses a taken `external_id` as `invalid`.
 */
export const updatePerson = (
  caller: Caller,
  listId: string,
  segment: string,
  body: PersonInput,
  expected?: Expectation,
): Promise<PersonJson> => {
  const anew = () => retryOnConflict(() => readAndMerge(caller, listId, segment, body, expected))
  if (expected || INDEXED.some((field) => field in body)) return anew()
  return asRemembered(
    caller,
    listId,
    (remembering, rendering) => mergeInto(remembering, rendering, segment, body),
    anew,
  )
}

async function readAndMerge(
  caller: Caller,
  listId: string,
  segment: string,
  body: PersonInput,
  expected: Expectation | undefined,
): Promise<PersonJson> {
  const { row, rendering, holders } = await findPerson(caller, listId, segment, 'write', (reader) =>
    personsByExternalId(reader, listId, uniqueStrings([body.external_id])),
  )
  await expectedRevision(row, rendering, expected)
  const isTaken = holders.some((holder) => holder.id !== row.id)
  return merge(caller, rendering, row, body, isTaken)
}

/** Merges a body into a person that was not read. Throws `LostRace` where it has to be read first. */
async function mergeInto(
  caller: Caller,
  rendering: ListContext,
  segment: string,
  body: PersonInput,
): Promise<PersonJson> {
  const { list, columns } = rendering
  const input = validate(schemasFor(list, columns).person, body, (given) =>
    fieldErrors(given, undefined, rendering),
  )
  const merged = await mergeUnread(caller, list, segment, givenPatch(input, rendering))
  if (merged && (merged.isChanged || isAs(merged.row, input, rendering))) return render(merged.row, rendering)
  throw new WriteConflict()
}

const isAs = (row: PersonRow, input: PersonInput, rendering: ListContext): boolean =>
  Object.keys(diff(input, personOf(row, rendering), rendering)).length === 0

/**
 * Merges a body into a person as it was read. One trip, none where nothing changes. Throws `LostRace` where the person
 * has changed since: only what differs is written, so that it would become a mixture of two writes.
 */
export async function merge(
  tenant: Tenant,
  rendering: ListContext,
  row: PersonRow,
  body: PersonInput,
  isTaken = false,
): Promise<PersonJson> {
  const { list, columns } = rendering
  const stored = personOf(row, rendering)
  const input = validate(schemasFor(list, columns).person, body, function* (given) {
    yield* personErrors(given, stored, rendering)
    if (isTaken) yield TAKEN
  })
  const patch = diff(input, stored, rendering)
  if (Object.keys(patch).length === 0) return render(row, rendering)
  const written = await writeChanges(tenant, rendering, {
    found: [{ ...stored, area: row.area, revision: row.revision }],
    changed: [{ id: row.id, area: row.area, ...patch }],
  })
  return personWritten(written, row.id)
}
