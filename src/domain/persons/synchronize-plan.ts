import { JsonArrays } from '../../db/json'
import type { ListContext } from '../custom-columns/query-list'
import { indexedValues } from '../person-fields/list-fields'
import { diff, givenPatch, storedValue } from './diff'
import type { Person, PersonRow } from './person'
import type { PersonInput } from './schemas'
import { Additions, type Patch, Patches } from './store/patches'
import type { SynchronizeIndex } from './synchronize-index'

/**
 * What a plan writes of stored persons: the differences alone, where each person is at the revision that was read; every
 * value given for a person that differs, even if it has changed since; or every value given for any person.
 */
export type Extent = 'differences' | 'changed persons' | 'all persons'

/** In place of a value that may have changed since it was read: the plan writes it, whatever it is. */
const ANY = {}

/**
 * What a plan adds or changes: the validated input, and the stored person with the columns that differ; none if it is told
 * all the same.
 */
export type PlannedChange = {
  input: PersonInput
  stored: Person | undefined
  difference: Patch
  isTold?: boolean
}

/**
 * `regularCount` is the number of regular persons in the list; undefined unless omitted persons are deleted. A preview counts
 * the patches and does not hold them.
 */
type PlanOptions = { extent: Extent; regularCount: number | undefined; isPreview: boolean }

/**
 * What a synchronization writes, collected item by item as JSON: ten thousand patches as objects would take too much of the
 * memory of a Worker.
 */
export class SynchronizePlan {
  readonly changed = new Patches()
  readonly added = new Additions()
  /** The state of the stored persons as it was read, for `failUnlessUnchanged`. */
  readonly expected = new JsonArrays()
  /** The persons whose external id changes. */
  readonly moved = new JsonArrays()
  /** The external ids of added persons, and the id of the person that has each, if any. */
  readonly taken = new JsonArrays()
  /** The persons in the order of the request: their ids, and the stored row where there is one. */
  readonly persons: { id: string; row: PersonRow | undefined; isChanged: boolean }[] = []
  readonly keptIds: string[] = []
  /** The persons who get a payer. */
  readonly paid = new JsonArrays()
  /** The persons who get a guardian. */
  readonly guarded = new JsonArrays()

  constructor(
    readonly context: ListContext,
    private readonly newIds: string[],
    private readonly options: PlanOptions,
  ) {}

  get addedIds(): string[] {
    return this.newIds.slice(0, this.added.length)
  }

  get deletesOmitted(): boolean {
    return this.options.regularCount !== undefined
  }

  /** How many persons are deleted since they are omitted. */
  get omittedCount(): number {
    const { regularCount = 0 } = this.options
    return Math.max(0, regularCount - this.keptIds.length)
  }

  get changesNothing(): boolean {
    return this.changed.length + this.added.length + this.omittedCount === 0
  }

  /** Adds what an item asks for, and returns the person that it adds or changes, or one that `isTold` all the same. */
  add(
    input: PersonInput,
    stored: Person | undefined,
    index: SynchronizeIndex,
    isTold = false,
  ): PlannedChange | undefined {
    return stored ? this.update(input, stored, index.rowOf(stored), isTold) : this.create(input, index)
  }

  private create(input: PersonInput, index: SynchronizeIndex): PlannedChange {
    const id = String(this.newIds[this.added.length])
    const patch = diff(input, undefined, this.context)
    if (this.options.isPreview) this.added.count()
    else this.added.addPerson({ id, area: 'regular', custom_values: {}, ...patch })
    if (patch.payer_id) this.paid.add(id)
    if (patch.guardian_id) this.guarded.add(id)
    if (patch.external_id) this.taken.add([patch.external_id, index.holderOf(patch.external_id)?.id ?? null])
    this.persons.push({ id, row: undefined, isChanged: true })
    return { input, stored: undefined, difference: patch }
  }

  private update(
    input: PersonInput,
    stored: Person,
    row: PersonRow,
    isTold: boolean,
  ): PlannedChange | undefined {
    const { id, area, revision } = row
    const { extent } = this.options
    const difference = diff(input, stored, this.context)
    const differs = Object.keys(difference).length > 0
    const isChanged = extent === 'all persons' || differs
    const isWhole = isChanged && extent !== 'differences'
    // Names are written rather than tied after a conflict, or requests that rename the same persons would never end.
    const tied = indexedValues(this.context.list).filter(
      ({ keyColumn }) => extent !== 'all persons' || !keyColumn,
    )
    const values = () =>
      tied.map((value) => (value.keyColumn && value.column in difference ? ANY : storedValue(stored, value)))
    this.expected.add(isWhole ? [id, area, null, ...values()] : [id, area, revision])
    if (isChanged) {
      const patch = isWhole ? givenPatch(input, this.context) : difference
      // Setting an indexed column rewrites its entry.
      for (const { column, keyColumn = column } of tied)
        if (!(column in difference)) {
          delete patch[column]
          delete patch[keyColumn]
        }
      if (this.options.isPreview) this.changed.count()
      else this.changed.add({ id, area, ...patch })
      if ('external_id' in patch) this.moved.add(id)
      if (patch.payer_id) this.paid.add(id)
      if (patch.guardian_id) this.guarded.add(id)
    }
    if (area === 'regular') this.keptIds.push(id)
    this.persons.push({ id, row, isChanged })
    return differs || isTold ? { input, stored, difference, isTold } : undefined
  }
}
