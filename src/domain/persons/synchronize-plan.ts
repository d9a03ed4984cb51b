import { JsonArrays } from '../../db/json'
import type { ListContext } from '../custom-columns/query-list'
import { diff, givenPatch } from './diff'
import { indexedFields } from './list-fields'
import type { Person } from './person'
import type { PersonInput } from './schemas'
import { Patches } from './store/write'
import type { SynchronizeIndex } from './synchronize-index'

/**
 * What a synchronisation writes, collected item by item as JSON: ten thousand patches as objects would take too much of the
 * memory of a Worker.
 *
 * A person that differs from its item gets every value that the item gives, so that no other write can mix with it; a
 * person that does not differ must still be at its revision when the plan is written. `writesAll` makes a plan that writes
 * every item, after a conflict.
 */
export class SynchronizePlan {
  readonly changed = new Patches()
  readonly added = new Patches()
  /** The persons as they were found: see `failUnlessUnchanged`. */
  readonly found = new JsonArrays()
  /** The persons whose external id changes. */
  readonly moved = new JsonArrays()
  /** The external ids of added persons, and the id of the person that has each, if any. */
  readonly taken = new JsonArrays()
  /** The ids of the persons in the order of the request, and the stored person where there is one. */
  readonly persons: { id: string; stored: Person | undefined; isChanged: boolean }[] = []
  readonly keptIds: string[] = []

  constructor(
    private readonly index: SynchronizeIndex,
    private readonly context: ListContext,
    private readonly writesAll: boolean,
    private readonly newIds: string[],
  ) {}

  add(input: PersonInput, stored: Person | undefined): void {
    if (stored) this.update(input, stored)
    else this.create(input)
  }

  private create(input: PersonInput): void {
    const id = String(this.newIds[this.added.length])
    const patch = diff(input, undefined, this.context)
    this.added.add({ id, area: 'regular', custom_values: {}, ...patch })
    if (patch.external_id)
      this.taken.add([patch.external_id, this.index.holderOf(patch.external_id)?.id ?? null])
    this.persons.push({ id, stored: undefined, isChanged: true })
  }

  private update(input: PersonInput, stored: Person): void {
    const { area, revision } = this.index.rowOf(stored)
    const { id } = stored
    const difference = diff(input, stored, this.context)
    const isChanged = this.writesAll || Object.keys(difference).length > 0
    const indexed = indexedFields(this.context.list).map(([key]) => key)
    this.found.add([id, area, isChanged ? null : revision, ...indexed.map((key) => stored[key])])
    if (isChanged) {
      const patch = givenPatch(input, this.context)
      // Setting an indexed column rewrites its entry.
      for (const key of indexed) if (!(key in difference)) delete patch[key]
      this.changed.add({ id, area, ...patch })
      if ('external_id' in patch) this.moved.add(id)
    }
    if (area === 'regular') this.keptIds.push(id)
    this.persons.push({ id, stored, isChanged })
  }
}
