import { retryOnConflict } from '../../db/client'
import type { Caller } from '../access/admission'
import { idempotently, storeResult } from '../access/idempotency'
import { newId } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { askOfList, asRemembered } from './admission'
import { diff, personErrors, TAKEN } from './diff'
import { type PersonInput, schemasFor } from './schemas'
import { jsonInSql, personWritten, writeChanges } from './store/changes'
import type { ListContext, PersonJson } from './store/json'
import { personsByExternalId } from './store/lookups'

/**
 * Creates a person, `unconfirmed` as an applicant. One trip on what this isolate remembers of the key and the list, two
 * where it remembers nothing, three where memory did not hold. Refuses a taken `external_id` as `invalid`.
 */
export const createPerson = (caller: Caller, listId: string, body: PersonInput): Promise<PersonJson> =>
  idempotently(caller, () =>
    asRemembered(
      caller,
      listId,
      (remembering, rendering) => create(remembering, rendering, body),
      () =>
        retryOnConflict(async () => {
          const { rendering, rows } = await askOfList(caller, listId, 'write', (reader) => ({
            holders: personsByExternalId(reader, listId, uniqueStrings([body.external_id])),
          }))
          return create(caller, rendering, body, rows.holders.length > 0)
        }),
    ),
  )

async function create(
  caller: Caller,
  rendering: ListContext,
  body: PersonInput,
  isTaken = false,
): Promise<PersonJson> {
  const input = validate(schemasFor(rendering.list, rendering.columns).newPerson, body, function* (given) {
    yield* personErrors(given, undefined, rendering)
    if (isTaken) yield TAKEN
  })
  const added = {
    id: newId('per', caller.now),
    area: input.creation_behaviour === 'unconfirmed' ? ('applications' as const) : ('regular' as const),
    custom_values: {},
    ...diff(input, undefined, rendering),
  }
  const also = caller.once ? storeResult(caller, jsonInSql(caller, rendering, added), added.id) : []
  const written = await writeChanges(caller, rendering, { found: [], added: [added], also })
  return personWritten(written, added.id)
}
