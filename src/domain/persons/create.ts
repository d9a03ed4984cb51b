import { retrying } from '../../db/client'
import { admitToList, ask, type Caller } from '../admission'
import { columnsOf } from '../custom-columns/column'
import { keep, onceOnly } from '../idempotency'
import { newId } from '../ids'
import type { ListId } from '../lists'
import { textsIn } from '../text'
import { validate } from '../validation'
import { faultsOfWriting, patchOf, TAKEN } from './change'
import { personsByExternalId } from './find'
import { newPersonInput, type PersonInput } from './input'
import { renderingFor } from './read'
import type { PersonJson } from './rows'
import { jsonInSql, writeChanges } from './write'

/** Creates a person, `unconfirmed` as an applicant. Two trips. Refuses a taken `external_id` as `invalid`. */
export const createPerson = (caller: Caller, listId: string, body: PersonInput): Promise<PersonJson> =>
  onceOnly(caller, () => retrying(() => createNow(caller, listId, body)))

async function createNow(caller: Caller, listId: string, body: PersonInput): Promise<PersonJson> {
  const statements = {
    columns: columnsOf(caller, listId),
    holders: personsByExternalId(caller, listId, textsIn([body.external_id])),
  }
  const { credential, rows } = await ask(caller, statements, (of) => admitToList(of, listId, 'write'))
  const scope = { list: listId as ListId, columns: rows.columns }
  const input = validate(
    newPersonInput(scope.list, scope.columns, function* (given) {
      yield* faultsOfWriting(given, undefined, scope)
      if (rows.holders.length > 0) yield TAKEN
    }),
    body,
  )
  const added = {
    id: newId('per', caller.now),
    area: input.creation_behaviour === 'unconfirmed' ? ('applications' as const) : ('regular' as const),
    custom_values: {},
    ...patchOf(input, undefined, scope),
  }
  const rendering = renderingFor(caller, credential, scope.list, scope.columns)
  const also = keep(caller, jsonInSql(caller, rendering, added))
  const [person] = await writeChanges(caller, rendering, {
    found: [],
    added: [added],
    also,
    wanted: [added.id],
  })
  return String(person)
}
