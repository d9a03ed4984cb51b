import { JsonArrays, jsonInLatin1 } from '../../../db/json'
import type { ListId } from '../../access/lists'
import {
  LINKED_VALUES,
  type LinkedValue,
  type StoredValue,
  storedValuesOf,
} from '../../person-fields/list-fields'
import type { PersonRow } from '../person'

/** Stored columns with the values that they are to have; `custom_values` merges by column id. */
export type Patch = { custom_values?: Record<string, unknown> } & Record<string, unknown>

/** A person to add: its values by stored column. */
export type NewPerson = { id: string; area: PersonRow['area'] } & Patch

/** Patches as JSON arrays of a megabyte each, and the columns that any of them sets. */
export class Patches {
  protected readonly json: JsonArrays = new JsonArrays()
  private readonly names = new Set<string>()
  private counted = 0

  constructor(...patches: Patch[]) {
    for (const patch of patches) this.add(patch)
  }

  add(patch: Patch): void {
    this.json.add(patch)
    for (const name of Object.keys(patch)) this.names.add(name)
  }

  /** Counts a patch that nobody will write. */
  count(): void {
    this.counted++
  }

  get length(): number {
    return this.json.length + this.counted
  }

  get arrays(): string[] {
    return this.json.texts
  }

  /** Where a list stores what any patch sets, besides `custom_values`. */
  valuesIn(list: ListId): StoredValue[] {
    return storedValuesOf(list).filter(({ column }) => this.names.has(column))
  }

  /** The linked values that any patch sets, or may clear by setting their field. */
  get linkedValues(): LinkedValue[] {
    return LINKED_VALUES.filter(({ column, with: own }) => this.names.has(column) || this.names.has(own))
  }

  /** The columns of a list that any patch sets, those of keys included, besides `custom_values`. */
  columnsOf(list: ListId): string[] {
    return this.valuesIn(list).flatMap(({ column, keyColumn }) =>
      keyColumn ? [column, keyColumn] : [column],
    )
  }
}

/** Many persons to add, as little text as ten thousand can be. Their custom values are text within JSON, which has no escapes once it is taken out. */
export class Additions extends Patches {
  protected override readonly json = new JsonArrays(jsonInLatin1)

  addPerson({ custom_values, ...person }: NewPerson): void {
    const values: Record<string, unknown> = { ...person, custom_values: JSON.stringify(custom_values) }
    this.add(values as Patch)
  }
}
