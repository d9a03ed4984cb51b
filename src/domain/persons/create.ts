import { retrying } from '../../db/client'
import type { Caller } from '../access/admission'
import { keep, onceOnly } from '../access/idempotency'
import { newId } from '../shared/ids'
import { textsIn } from '../shared/text'
import { validate } from '../shared/validation'
import { askOfList, asRemembered } from './admission'
import { faultsOfWriting, patchOf, TAKEN } from './diff'
import { type PersonInput, schemasOf } from './schemas'
import { jsonInSql, personWritten, writeChanges } from './store/changes'
import type { PersonJson, Rendering } from './store/json'
import { personsByExternalId } from './store/lookups'

/**
 * Creates a person, `unconfirmed` as an applicant. One trip on what this isolate remembers of the key and the list, two
 * where it remembers nothing, three where memory did not hold. Refuses a taken `external_id` as `invalid`.
 */
export const createPerson = (caller: Caller, listId: string, body: PersonInput): Promise<PersonJson> =>
  onceOnly(caller, () =>
    asRemembered(
      caller,
      listId,
      (remembering, rendering) => create(remembering, rendering, body),
      () =>
        retrying(async () => {
          const { rendering, rows } = await askOfList(caller, listId, 'write', (reader) => ({
            holders: personsByExternalId(reader, listId, textsIn([body.external_id])),
          }))
          return create(caller, rendering, body, rows.holders.length > 0)
        }),
    ),
  )

async function create(
  caller: Caller,
  rendering: Rendering,
  body: PersonInput,
  isTaken = false,
): Promise<PersonJson> {
  const input = validate(schemasOf(rendering.list, rendering.columns).newPerson, body, function* (given) {
    yield* faultsOfWriting(given, undefined, rendering)
    if (isTaken) yield TAKEN
  })
  const added = {
    id: newId('per', caller.now),
    area: input.creation_behaviour === 'unconfirmed' ? ('applications' as const) : ('regular' as const),
    custom_values: {},
    ...patchOf(input, undefined, rendering),
  }
  const also = caller.once ? keep(caller, jsonInSql(caller, rendering, added), added.id) : []
  const written = await writeChanges(caller, rendering, { found: [], added: [added], also })
  return personWritten(written, added.id)
}
