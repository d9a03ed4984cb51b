import { retrying } from '../../db/client'
import type { Caller } from '../admission'
import type { CustomColumn } from '../custom-columns/column'
import { newIds } from '../ids'
import type { ListId } from '../lists'
import { textsIn } from '../text'
import { isObject, type Judge, judgingEach, validate } from '../validation'
import { askOfList } from './admission'
import { faultsOfWriting, isStored, patchOf, TAKEN } from './change'
import { personsByExternalId, personsById, personsOmitted } from './find'
import { MOST_PERSONS, type PersonInput, schemasOf } from './input'
import { type Person, type PersonJson, type PersonRow, type Rendering, render } from './rows'
import { type Area, type Found, writeChanges } from './write'

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
    const items = itemsOf(body)
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
        yield* judgingEach('data', judge)(given)
      },
    )
    return apply(caller, rendering, { items: itemsOf(given), data, known, omitted: rows.omitted })
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
  const changed = plans.flatMap(({ stored, patch }) =>
    stored && Object.keys(patch).length > 0 ? [{ id: stored.id, area: known.areaOf(stored), ...patch }] : [],
  )
  const removed = omitted.map(({ id }) => id)
  const counts = {
    created: added.length,
    updated: changed.length,
    unchanged: data.length - added.length - changed.length,
    deleted: removed.length,
  }
  const found = [...omitted, ...plans.flatMap(({ stored }) => stored ?? [])]
  const isNothing = counts.unchanged === data.length && removed.length === 0
  const written = isNothing
    ? new Map<string, PersonJson>()
    : await writeChanges(caller, rendering, { found, removed, changed, added })
  let next = 0
  const persons = plans.map(({ stored }) => {
    const id = stored?.id ?? String(ids[next++])
    return written.get(id) ?? known.textOf(id)
  })
  return { persons, counts }
}

type Known = ReturnType<typeof knownAmong>

/** The stored persons that a synchronisation can mean, by what names them. */
function knownAmong(rows: PersonRow[], rendering: Rendering) {
  const texts = new Map(rows.map((row) => [row.id, render(row, rendering)]))
  const persons = [...texts.values()].map((text): Person => JSON.parse(text))
  const byId = new Map<unknown, Person>(persons.map((person) => [person.id, person]))
  const byExternalId = new Map<unknown, Person>(persons.map((person) => [person.external_id, person]))
  const holderOf = (externalId: unknown) => (externalId === null ? undefined : byExternalId.get(externalId))
  const targetOf = ({ id, external_id }: PersonInput) =>
    id === undefined ? holderOf(external_id) : byId.get(id)
  const areaOf = ({ membership_status }: Person): Area =>
    membership_status === 'applicant' ? 'applications' : 'regular'
  const textOf = (id: string): PersonJson => String(texts.get(id))
  return { holderOf, targetOf, areaOf, textOf }
}

// Judged on how the list will be afterwards: an external id may move between persons within one request.
function judgeOf(known: Known, items: PersonInput[], omitted: Found[], rendering: Rendering): Judge {
  const leaving = new Set(omitted.map(({ id }) => id))
  for (const item of items) {
    const stored = known.targetOf(item)
    if (stored && item.external_id !== undefined && item.external_id !== stored.external_id)
      leaving.add(stored.id)
  }
  const named = new Set<string>()
  const given = new Set<unknown>()
  return function* (input) {
    const stored = known.targetOf(input)
    if (input.id !== undefined && !stored) {
      yield [['id'], 'is not the id of a person of this list; leave it out to create one']
      return
    }
    yield* faultsOfWriting(input, stored, rendering)
    if (stored && named.has(stored.id)) yield [[input.id === undefined ? 'external_id' : 'id'], TWICE]
    if (stored) named.add(stored.id)
    const externalId = input.external_id === undefined ? stored?.external_id : input.external_id
    if (externalId === null || externalId === undefined) return
    if (given.has(externalId)) yield [['external_id'], TWICE]
    given.add(externalId)
    const holder = known.holderOf(externalId)
    if (holder && holder.id !== stored?.id && !leaving.has(holder.id)) yield TAKEN
  }
}

const TWICE = 'is named twice in this request; name each person once'

function* faultsOfNobody({ delete_omitted, data }: PersonInput) {
  if (delete_omitted === true && Array.isArray(data) && data.length === 0)
    yield [['data'], 'must name somebody when delete_omitted is true: nobody would be left'] as const
}

const itemsOf = ({ data }: PersonInput): PersonInput[] =>
  Array.isArray(data) ? data.slice(0, MOST_PERSONS).filter(isObject) : []
