import { retryOnConflict } from '../../db/client'
import type { Caller } from '../access/admission'
import type { ListId } from '../access/lists'
import type { CustomColumn } from '../custom-columns/column'
import { newIds } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { isObject, itemsIn, validateItems } from '../shared/validation'
import { askOfList } from './admission'
import { diff, givenPatch, isStored } from './diff'
import { MOST_PERSONS, type PersonInput, schemasFor } from './schemas'
import { type Patch, type Written, writeChanges } from './store/changes'
import type { ListContext, Person, PersonJson } from './store/json'
import { numberOfRegular, requireWithinMemory, storedPersons } from './store/lookups'
import { indexPersons, itemRules, type SynchronizeIndex } from './synchronize-index'

export type Synchronised = {
  persons: PersonJson[]
  counts: { created: number; updated: number; unchanged: number; deleted: number }
}

/**
 * Brings a list to what the body says, all or nothing, in two trips, one where nothing changes: a known `id` is updated,
 * else an `external_id` is updated or created, else a person is created. With `delete_omitted` the regular persons that
 * are not named go. Throws `invalid`; `LostRace` where others keep changing the same persons.
 * Where the body can be read only by the columns of the list, `body` names the persons alone and `bodyFor` gives the rest.
 */
export const synchronizePersons = (
  caller: Caller,
  listId: string,
  body: PersonInput,
  bodyFor: (list: ListId, columns: CustomColumn[]) => PersonInput = () => body,
): Promise<Synchronised> =>
  retryOnConflict((attempt) => synchronize(caller, listId, body, bodyFor, attempt > 1))

async function synchronize(
  caller: Caller,
  listId: string,
  body: PersonInput,
  bodyFor: (list: ListId, columns: CustomColumn[]) => PersonInput,
  isEverything: boolean,
): Promise<Synchronised> {
  const items = itemsIn(body, MOST_PERSONS)
  const ids = uniqueStrings(items.map(({ id }) => id))
  const externalIds = uniqueStrings(items.map(({ external_id }) => external_id))
  const deletesOmitted = body.delete_omitted === true
  const { rendering, rows } = await askOfList(caller, listId, 'write', (reader) => ({
    persons: storedPersons(reader, listId, ids, externalIds),
    regular: deletesOmitted ? [numberOfRegular(reader, { list: listId })] : [],
  }))
  requireWithinMemory(rows.persons)
  const known = indexPersons(rows.persons, rendering)
  const given = bodyFor(rendering.list, rendering.columns)
  const [regular = 0] = rows.regular.map(({ count }) => count)
  const judge = itemRules(known, items, deletesOmitted, rendering)
  const givenItems: unknown[] = Array.isArray(given.data) ? given.data : []
  const data = validateItems(
    schemasFor(rendering.list, rendering.columns).synchronisation,
    {
      ...given,
      ...(Array.isArray(given.data) && {
        data: isEverything ? givenItems : withoutStored(givenItems, known),
      }),
    },
    (_, index) => judge(givenItems[index] as PersonInput),
    () => deletionErrors(given, regular, items, known),
  )
  return apply(caller, rendering, { items, data, known, isEverything, regular, deletesOmitted })
}

/** Items without what is stored already, to be validated: at each sending most of a list is as it was. */
const withoutStored = (items: unknown[], known: SynchronizeIndex): unknown[] =>
  items.map((item) => {
    const stored = isObject(item) && known.targetOf(item)
    return stored && isStored(item, stored) ? {} : item
  })

/**
 * What a synchronisation does. Its first attempt writes only what differs from what was read, and fails where one of its
 * persons has changed meanwhile; a further one writes everything that was sent, whatever is stored.
 */
type Plan = {
  items: PersonInput[]
  data: PersonInput[]
  known: SynchronizeIndex
  isEverything: boolean
  regular: number
  deletesOmitted: boolean
}

async function apply(caller: Caller, rendering: ListContext, plan: Plan): Promise<Synchronised> {
  const { items, data, known, isEverything, regular, deletesOmitted } = plan
  const plans = data.map((input, index) => {
    const stored = known.targetOf(items[index] ?? {})
    const patch =
      stored && isEverything ? everythingGiven(input, stored, rendering) : diff(input, stored, rendering)
    return { stored, patch }
  })
  const newcomers = plans.filter(({ stored }) => !stored)
  const newcomerIds = newIds('per', caller.now, newcomers.length)
  const added = newcomers.map(({ patch }, index) => ({
    id: String(newcomerIds[index]),
    area: 'regular' as const,
    custom_values: {},
    ...patch,
  }))
  const targets = plans.flatMap(({ stored, patch }) => (stored ? [{ stored, patch }] : []))
  const changed = targets
    .filter(({ patch }) => Object.keys(patch).length > 0)
    .map(({ stored, patch }) => ({ id: stored.id, area: known.rowOf(stored).area, ...patch }))
  const found = targets.map(({ stored }) => ({
    id: stored.id,
    area: known.rowOf(stored).area,
    external_id: stored.external_id,
    revision: isEverything ? undefined : known.rowOf(stored).revision,
  }))
  const kept = targets.filter(({ stored }) => isRegular(stored, known)).map(({ stored }) => stored.id)
  const changesNothing = added.length + changed.length === 0 && !(deletesOmitted && regular > kept.length)
  const written = changesNothing
    ? NOTHING_WRITTEN
    : await writeChanges(caller, rendering, {
        found,
        ...(deletesOmitted && { kept, holders: holdersOf(added, known) }),
        changed,
        added,
        isEverything,
      })
  let next = 0
  const jsonOf = (stored: Person | undefined): PersonJson =>
    written.persons.get(stored?.id ?? String(newcomerIds[next++])) ?? (stored ? known.textOf(stored) : '')
  const { updated, deleted } = written
  return {
    persons: plans.map(({ stored }) => jsonOf(stored)),
    counts: { created: added.length, updated, unchanged: targets.length - updated, deleted },
  }
}

function holdersOf(added: Patch[], known: SynchronizeIndex): [string, string | null][] {
  const externalIds = uniqueStrings(added.map(({ external_id }) => external_id))
  return externalIds.map((externalId) => [externalId, known.holderOf(externalId)?.id ?? null])
}

/** All that an input gives. An `external_id` only where it moves: the write asserts that it is as it was found. */
function everythingGiven(input: PersonInput, stored: Person, rendering: ListContext) {
  const { external_id, ...patch } = givenPatch(input, rendering)
  return external_id === undefined || external_id === stored.external_id ? patch : { ...patch, external_id }
}

/** Errors where `delete_omitted` would empty the list. */
function* deletionErrors(
  { delete_omitted, data }: PersonInput,
  regular: number,
  items: PersonInput[],
  known: SynchronizeIndex,
) {
  if (delete_omitted !== true || !Array.isArray(data)) return
  const keepsOne = () => items.some((item) => isRegular(known.targetOf(item), known))
  if (data.length === 0)
    yield [['data'], 'must name a person when delete_omitted is true: the list would be empty'] as const
  else if (regular > 0 && !keepsOne()) yield [['data'], DELETES_ALL] as const
}

const NOTHING_WRITTEN: Written = { persons: new Map(), updated: 0, deleted: 0 }

const isRegular = (stored: Person | undefined, known: SynchronizeIndex): boolean =>
  stored !== undefined && known.rowOf(stored).area === 'regular'

const DELETES_ALL =
  'names no stored person by id or external_id, so that delete_omitted would delete the whole list; ' +
  'name at least one of its persons'
