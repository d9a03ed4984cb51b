import { retrying } from '../../db/client'
import type { Caller, Tenant } from '../admission'
import { textsIn } from '../text'
import { validate } from '../validation'
import { faultsOfWriting, patchOf, TAKEN } from './change'
import { type Expectation, expectedRevision } from './expectation'
import { personsByExternalId } from './find'
import { type PersonInput, personInput } from './input'
import { findPerson } from './read'
import { type PersonJson, type PersonRow, personOf, type Rendering, render } from './rows'
import { writeChanges } from './write'

/**
 * Updates a person by merging: absent keys stay, `null` clears, `name` merges by part. Two trips, one where nothing
 * changes. Refuses a taken `external_id` as `invalid`.
 */
export const updatePerson = (
  caller: Caller,
  listId: string,
  segment: string,
  body: PersonInput,
  expected?: Expectation,
): Promise<PersonJson> =>
  retrying(async () => {
    const sought = personsByExternalId(caller, listId, textsIn([body.external_id]))
    const { row, rendering, holders } = await findPerson(caller, listId, segment, 'write', sought)
    const revision = await expectedRevision(row, rendering, expected)
    const isTaken = holders.some((holder) => holder.id !== row.id)
    return merge(caller, rendering, row, body, { isTaken, revision })
  })

type Terms = { isTaken?: boolean; revision?: number | undefined }

/**
 * Merges a body into a person as it was read, which must still have the `revision` where one is given. One trip, none
 * where nothing changes.
 */
export async function merge(
  tenant: Tenant,
  rendering: Rendering,
  row: PersonRow,
  body: PersonInput,
  { isTaken = false, revision }: Terms = {},
): Promise<PersonJson> {
  const { list, columns } = rendering
  const stored = personOf(row, rendering)
  const input = validate(
    personInput(list, columns, function* (given) {
      yield* faultsOfWriting(given, stored, rendering)
      if (isTaken) yield TAKEN
    }),
    body,
  )
  const patch = patchOf(input, stored, rendering)
  if (Object.keys(patch).length === 0) return render(row, rendering)
  const changes = {
    found: [stored],
    changed: [{ id: row.id, area: row.area, ...patch }],
    wanted: [row.id],
    revision,
  }
  const [person] = await writeChanges(tenant, rendering, changes)
  return String(person)
}
