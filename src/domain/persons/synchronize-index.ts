import { isGiven } from '../shared/validation'
import { personErrors, TAKEN } from './diff'
import type { PersonInput } from './schemas'
import {
  type ListContext,
  type Person,
  type PersonJson,
  type PersonRow,
  personOf,
  render,
} from './store/json'

export type SynchronizeIndex = ReturnType<typeof indexPersons>

/** The stored persons that a synchronisation can mean, by what names them. */
export function indexPersons(rows: PersonRow[], rendering: ListContext) {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const persons = [...rowsById.values()].map((row) => personOf(row, rendering))
  const byId = new Map<unknown, Person>(persons.map((person) => [person.id, person]))
  const byExternalId = new Map<unknown, Person>(persons.map((person) => [person.external_id, person]))
  const holderOf = (externalId: unknown) => (externalId === null ? undefined : byExternalId.get(externalId))
  const targetOf = ({ id, external_id }: PersonInput) => (isGiven(id) ? byId.get(id) : holderOf(external_id))
  const rowOf = ({ id }: Person) => rowsById.get(id) as PersonRow
  // Rendered again rather than kept: ten thousand texts would take a tenth of the memory of a Worker.
  const textOf = (stored: Person): PersonJson => render(rowOf(stored), rendering)
  return { holderOf, targetOf, rowOf, textOf }
}

/**
 * Judges the items of a synchronisation on how the list will be afterwards: an external id may move between persons
 * within one request. Also of a person that `deletesOmitted` deletes.
 */
export function itemRules(
  known: SynchronizeIndex,
  items: PersonInput[],
  deletesOmitted: boolean,
  rendering: ListContext,
) {
  const targets = new Map(items.map((item) => [known.targetOf(item)?.id, item]))
  const isFreed = (holder: Person) => {
    const item = targets.get(holder.id)
    if (!item) return deletesOmitted && known.rowOf(holder).area === 'regular'
    return item.external_id !== undefined && item.external_id !== holder.external_id
  }
  const named = new Set<string>()
  const given = new Set<unknown>()
  return function* (input: PersonInput) {
    const stored = known.targetOf(input)
    if (isGiven(input.id) && !stored) {
      yield [['id'], 'is not the id of a person of this list; leave it out to create one'] as const
      return
    }
    yield* personErrors(input, stored, rendering)
    if (stored && named.has(stored.id)) yield [[isGiven(input.id) ? 'id' : 'external_id'], TWICE] as const
    if (stored) named.add(stored.id)
    const externalId = input.external_id === undefined ? stored?.external_id : input.external_id
    if (externalId === null || externalId === undefined) return
    if (given.has(externalId)) yield [['external_id'], TWICE] as const
    given.add(externalId)
    const holder = known.holderOf(externalId)
    if (holder && holder.id !== stored?.id && !isFreed(holder)) yield TAKEN
  }
}

const TWICE = 'appears twice in this request; name each person once'
