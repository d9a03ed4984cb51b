import { retrying } from '../../db/client'
import type { Caller } from '../admission'
import type { CustomColumn } from '../custom-columns/column'
import { newIds } from '../ids'
import type { ListId } from '../lists'
import { textsIn } from '../text'
import { isObject, itemsIn, judgingEach, validate } from '../validation'
import { askOfList } from './admission'
import { isStored, patchOf } from './change'
import { personsByExternalId, personsById, personsOmitted } from './find'
import { MOST_PERSONS, type PersonInput, schemasOf } from './input'
import { judgeOf, type Known, knownAmong } from './known'
import type { PersonJson, Rendering } from './rows'
import { type Found, writeChanges } from './write'

export type Synchronised = {
  persons: PersonJson[]
  counts: { created: number; updated: number; unchanged: number; deleted: number }
}

/**
 * Brings a list to what the body says, all or nothing, in two trips, one where nothing changes: a known `id` is updated, else an `external_id`
 * is updated or created, else a person is created. With `delete_omitted` the regular persons that are not named go.
 * Where the body can be read only by the columns of the list, `body` names the persons alone and `bodyFor` gives the rest.
 */
export const synchronizePersons = (
  caller: Caller,
  listId: string,
  body: PersonInput,
  bodyFor: (list: ListId, columns: CustomColumn[]) => PersonInput = () => body,
): Promise<Synchronised> =>
  retrying(async () => {
    const items = itemsIn(body, MOST_PERSONS)
    const ids = textsIn(items.map(({ id }) => id))
    const externalIds = textsIn(items.map(({ external_id }) => external_id))
    const naming = textsIn(items.filter(({ id }) => id === undefined).map(({ external_id }) => external_id))
    const { rendering, rows } = await askOfList(caller, listId, 'write', (reader) => ({
      persons: [...personsById(reader, listId, ids), ...personsByExternalId(reader, listId, externalIds)],
      omitted: body.delete_omitted === true ? [personsOmitted(reader, listId, ids, naming)] : [],
    }))
    const known = knownAmong(rows.persons, rendering)
    const given = bodyFor(rendering.list, rendering.columns)
    const judge = judgeOf(known, items, rows.omitted, rendering)
    const { data } = validate(
      schemasOf(rendering.list, rendering.columns).synchronisation,
      withoutStored(given, known),
      function* () {
        yield* faultsOfNobody(given)
        yield* judgingEach('data', MOST_PERSONS, judge)(given)
      },
    )
    return apply(caller, rendering, {
      items: itemsIn(given, MOST_PERSONS),
      data,
      known,
      omitted: rows.omitted,
    })
  })

/** A body without what is stored already, to be validated: at each sending most of a list is as it was. */
const withoutStored = (body: PersonInput, known: Known): PersonInput => ({
  ...body,
  ...(Array.isArray(body.data) && {
    data: body.data.map((item) => {
      const stored = isObject(item) && known.targetOf(item)
      return stored && isStored(item, stored) ? {} : item
    }),
  }),
})

type Plan = { items: PersonInput[]; data: PersonInput[]; known: Known; omitted: Found[] }

async function apply(
  caller: Caller,
  rendering: Rendering,
  { items, data, known, omitted }: Plan,
): Promise<Synchronised> {
  const plans = data.map((input, at) => {
    const stored = known.targetOf(items[at] ?? {})
    return { stored, patch: patchOf(input, stored, rendering) }
  })
  const newcomers = plans.filter(({ stored }) => !stored)
  const ids = newIds('per', caller.now, newcomers.length)
  const added = newcomers.map(({ patch }, at) => ({
    id: String(ids[at]),
    area: 'regular' as const,
    custom_values: {},
    ...patch,
  }))
  const standing = plans.flatMap(({ stored, patch }) =>
    stored ? [{ stored, patch, isChanged: Object.keys(patch).length > 0 }] : [],
  )
  const changed = standing
    .filter(({ isChanged }) => isChanged)
    .map(({ stored, patch }) => ({ id: stored.id, area: known.rowOf(stored).area, ...patch }))
  // Who is left as found is shown so, and must still be so; changes merge with those of others.
  const found = standing.map(({ stored: { id, external_id }, isChanged }) => ({
    id,
    external_id,
    revision: isChanged ? undefined : known.rowOf({ id, external_id }).revision,
  }))
  const removed = omitted.map(({ id }) => id)
  const counts = {
    created: added.length,
    updated: changed.length,
    unchanged: data.length - added.length - changed.length,
    deleted: removed.length,
  }
  const isNothing = added.length + changed.length + removed.length === 0
  const written = isNothing
    ? new Map<string, PersonJson>()
    : await writeChanges(caller, rendering, { found: [...omitted, ...found], removed, changed, added })
  let next = 0
  const persons = plans.map(({ stored }) => {
    const id = stored?.id ?? String(ids[next++])
    return written.get(id) ?? known.textOf(id)
  })
  return { persons, counts }
}

function* faultsOfNobody({ delete_omitted, data }: PersonInput) {
  if (delete_omitted === true && Array.isArray(data) && data.length === 0)
    yield [['data'], 'must name somebody when delete_omitted is true: nobody would be left'] as const
}
