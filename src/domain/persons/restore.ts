import { byteLength } from '../../db/json'
import type { ListColumns } from '../custom-columns/query-list'
import { valueSchema } from '../custom-columns/value-schema'
import type { Changes } from '../events/record'
import { LEAVE_DETAILS } from '../person-fields/fields'
import { LINKED_VALUES, type LinkedValue, storedValuesOf } from '../person-fields/list-fields'
import { nameKey } from './name-key'
import { fieldOf } from './store/events'
import type { Patch } from './store/patches'
import { UNDOABLE, type UndoRow } from './store/undo'
import { MAX_CUSTOM_BYTES } from './store/write'

/** What gives a person the values before an event back. */
export type Restoration = {
  patch: Patch
  /** The area that the person returns to. */
  area?: 'regular' | 'applications'
  changes: Changes
  /** How many changes of the event stay. */
  leftAlone: number
}

type Recorded = { action: string; changes: Changes; unchanged: string[] }
type Columns = Pick<ListColumns, 'list' | 'columns'>

/**
 * The changes of an event that can be taken back: of each field that is as the event left it, and whose value before is
 * still possible. A move between areas is taken back with all its fields or not at all. Bank accounts stay, since events do
 * not hold them. A linked value comes back with its field, and never alone: it is what a payer or the person itself said.
 */
export function restorable({ action, changes, unchanged }: Recorded, columns: Columns): Change[] {
  if (!UNDOABLE.includes(action)) return []
  const all = Object.entries(changes)
  const values = all.filter(([field, [before]]) => unchanged.includes(field) && canBe(field, before, columns))
  const linked = linkedOf(values)
  const restored = [...values, ...all.filter(([field]) => linked.some(({ key }) => key === field))]
  return 'area' in changes && restored.length < all.length ? [] : restored
}

/** The values that are linked to the fields that changes give back. */
const linkedOf = (changes: Change[]): LinkedValue[] =>
  LINKED_VALUES.filter((linked) => changes.some(([field]) => field === linked.field))

type Change = [field: string, values: Changes[string]]

/** What gives a person the {@link restorable} values of an event back. */
export function restorationOf(row: UndoRow, columns: ListColumns): Restoration {
  const changes: Changes = JSON.parse(row.changes ?? '{}')
  const restored = restorable({ action: row.action, changes, unchanged: JSON.parse(row.unchanged) }, columns)
  const total = Math.max(1, Object.keys(changes).length)
  const restoration = { ...restore(restored, columns, row.linked), leftAlone: total - restored.length }
  if (restoration.patch.leave_date === null) clearReason(restoration, JSON.parse(row.leaving ?? '{}'))
  return isPossible(row, restoration) ? restoration : { patch: {}, changes: {}, leftAlone: total }
}

function canBe(field: string, before: unknown, { list, columns }: Columns): boolean {
  if (field === 'area') return before !== null
  const stored = storedValuesOf(list).find((value) => fieldOf(value) === field)
  if (stored) return stored.abridged === undefined
  const column = columns.find(({ id }) => id === field)
  return column !== undefined && (before === null || valueSchema(column).safeParse(before).success)
}

function restore(restored: Change[], { list }: Columns, storedLinked: string) {
  const restoration: Omit<Restoration, 'leftAlone'> = { patch: {}, changes: {} }
  const { patch, changes } = restoration
  const linked = linkedOf(restored)
  for (const { key, column, isBoolean } of linked) {
    const before = restored.find(([field]) => field === key)?.[1][0] ?? (isBoolean ? false : null)
    const now = JSON.parse(storedLinked)[key]
    patch[column] = before
    if (now !== before) changes[key] = [now, before]
  }
  for (const [field, [before, after]] of restored) {
    if (linked.some(({ key }) => key === field)) continue
    changes[field] = [after, before]
    const stored = storedValuesOf(list).find((value) => fieldOf(value) === field)
    if (field === 'area') restoration.area = before as Restoration['area']
    else if (!stored) patch.custom_values = { ...patch.custom_values, [field]: before }
    else {
      patch[stored.column] = stored.isJson && before !== null ? JSON.stringify(before) : before
      if (stored.keyColumn) patch[stored.keyColumn] = nameKey(String(before ?? ''))
    }
  }
  return restoration
}

/** Takes the reason of a membership that no longer ends with it. */
function clearReason({ patch, changes }: Restoration, stored: Record<string, string | null>): void {
  for (const key of LEAVE_DETAILS) {
    if (patch[key] !== undefined || (stored[key] ?? null) === null) continue
    patch[key] = null
    changes[key] = [stored[key] as string, null]
  }
}

/** Whether something identifies the person afterwards, and its custom values are not too long. */
function isPossible({ identity, customBytes }: UndoRow, { patch }: Restoration): boolean {
  const identifying = { ...JSON.parse(identity) }
  for (const column of Object.keys(identifying)) if (column in patch) identifying[column] = patch[column]
  const added = patch.custom_values ? byteLength(JSON.stringify(patch.custom_values)) : 0
  return (
    Object.values(identifying).some((value) => value !== null) &&
    (added === 0 || (customBytes ?? 0) + added <= MAX_CUSTOM_BYTES)
  )
}
