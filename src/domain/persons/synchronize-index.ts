import type { ListContext } from '../custom-columns/query-list'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import { personIssues, TAKEN } from './diff'
import { type Person, type PersonRow, parsePerson } from './person'
import type { PersonInput } from './schemas'

export type SynchronizeIndex = ReturnType<typeof indexPersons>

/**
 * Indexes the stored persons that a synchronization may refer to. `holderOf` returns the person with an external id,
 * `targetOf` the person that an item updates, and `rowOf` the row of a person.
 */
export function indexPersons(rows: PersonRow[], context: ListContext) {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const persons = [...rowsById.values()].map((row) => parsePerson(row, context))
  const byId = new Map<unknown, Person>(persons.map((person) => [person.id, person]))
  const byExternalId = new Map<unknown, Person>(persons.map((person) => [person.external_id, person]))
  const holderOf = (externalId: unknown) => (externalId === null ? undefined : byExternalId.get(externalId))
  const targetOf = ({ id, external_id }: PersonInput) => (isGiven(id) ? byId.get(id) : holderOf(external_id))
  const rowOf = ({ id }: Person) => rowsById.get(id) as PersonRow
  return { holderOf, targetOf, rowOf }
}

/**
 * The rule for the items of a synchronization, which checks the list as it is after the request: an external id may move
 * between persons within one request, also from a person that `deletesOmitted` deletes.
 */
export function itemRules(
  index: SynchronizeIndex,
  items: PersonInput[],
  deletesOmitted: boolean,
  context: ListContext,
) {
  const itemsByTarget = new Map(items.map((item) => [index.targetOf(item)?.id, item]))
  const isReleased = (holder: Person) => {
    const item = itemsByTarget.get(holder.id)
    if (!item) return deletesOmitted && index.rowOf(holder).area === 'regular'
    return item.external_id !== undefined && item.external_id !== holder.external_id
  }
  const updatedIds = new Set<string>()
  const givenExternalIds = new Set<unknown>()
  return function* (input: PersonInput): Iterable<Issue> {
    const stored = index.targetOf(input)
    if (isGiven(input.id) && !stored) {
      yield [['id'], { code: 'person_id_unknown' }]
      return
    }
    yield* personIssues(input, stored, context)
    if (stored && updatedIds.has(stored.id)) yield [[isGiven(input.id) ? 'id' : 'external_id'], TWICE]
    if (stored) updatedIds.add(stored.id)
    const externalId = input.external_id === undefined ? stored?.external_id : input.external_id
    if (externalId === null || externalId === undefined) return
    if (givenExternalIds.has(externalId)) yield [['external_id'], TWICE]
    givenExternalIds.add(externalId)
    const holder = index.holderOf(externalId)
    if (holder && holder.id !== stored?.id && !isReleased(holder)) yield TAKEN
  }
}

const TWICE = { code: 'person_twice' } as const
