import { permits } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { columnKey } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { storedValuesOf } from '../person-fields/list-fields'
import { isGiven, isObject } from '../shared/validation'
import { withKeptParts } from './diff'
import { withMaskedIban } from './mask'
import type { Person } from './person'
import { planSynchronization, type Synchronization, type Synchronized } from './synchronize'
import type { PlannedChange } from './synchronize-plan'

/**
 * A field that a synchronization changes, by its key, with its values as the API shows them. An account that is given to a
 * principal who sees it masked is always among them, without its value before: else trying values would tell the stored one.
 */
export type FieldChange = { field: string; before: unknown; after: unknown }

/** A person that a synchronization adds (without an id) or changes. */
export type PersonChange = { id: string | null; person: Person; changes: FieldChange[] }

/** What a synchronization would do: the numbers of persons, and the first of those that are added or change. */
export type SynchronizePreview = {
  counts: Synchronized['counts']
  changes: PersonChange[]
}

/** How many persons a preview shows. */
const MAX_SHOWN = 100

/** Whether a principal sees the IBANs of a list whole. */
export type SeesAccounts = (credential: Credential, list: ListId) => boolean

/**
 * Plans a synchronization and writes nothing. IBANs are masked unless the principal sees them. One trip. Throws what
 * `synchronizePersons` throws.
 */
export async function previewSynchronization(
  principal: Principal,
  synchronization: Synchronization,
  seesAccounts: SeesAccounts,
): Promise<SynchronizePreview> {
  const first: PlannedChange[] = []
  let equal = 0
  let isMasked = true
  const plan = await planSynchronization(principal, synchronization, {
    extentOf: () => 'differences',
    isPreview: true,
    checksReferences: true,
    onRead: (credential, { list }) => {
      isMasked = !seesAccounts(credential, list)
    },
    onChange: (change) => {
      if (change.stored && Object.keys(change.difference).length === 0) equal += 1
      if (first.length < MAX_SHOWN) first.push(change)
    },
    tells: (item) => isMasked && isGiven(accountIn(item).iban),
  })
  const [created, updated] = [plan.added.length, plan.changed.length + equal]
  const counts = {
    created,
    updated,
    unchanged: plan.persons.length - created - updated,
    deleted: plan.omittedCount,
  }
  const show = isMasked ? withMaskedIban : (person: Person) => person
  return { counts, changes: first.map((change) => toPersonChange(change, plan.context, show)) }
}

/** What a synchronization would do, for programs. */
export type SynchronizationCheck = {
  counts: Synchronized['counts']
  changes: { id: string | null; external_id: string | null; changes: FieldChange[] }[]
}

/**
 * Tells what a synchronization would do and writes nothing; keys that may not read the list see the last four characters of
 * IBANs. One trip. Throws what `synchronizePersons` throws.
 */
export async function checkSynchronization(
  principal: Principal,
  synchronization: Synchronization,
): Promise<SynchronizationCheck> {
  const { counts, changes } = await previewSynchronization(principal, synchronization, (credential, list) =>
    permits(credential, `${list}:read`),
  )
  return {
    counts,
    changes: changes.map(({ id, person, changes }) => ({
      id,
      external_id: person.external_id ?? null,
      changes,
    })),
  }
}

const accountIn = (item: unknown): { iban?: unknown } => Object(Object(item).bank_account)

/** What a plan changes of a person, as `show` lets it be seen. */
export function toPersonChange(
  { input, stored, difference, isTold }: PlannedChange,
  context: ListContext,
  show: (person: Person) => Person,
): PersonChange {
  const custom = context.columns.flatMap((column) => {
    const value = difference.custom_values?.[column.id]
    return value === undefined ? [] : [[columnKey(column), value] as const]
  })
  const after = {
    ...stored,
    ...withKeptParts(withStoredName(input, stored), stored),
    ...Object.fromEntries(custom),
  } as Person
  const [shown, shownBefore] = [show(after), stored && show(stored)]
  const written = isTold ? { ...difference, bank_account: '' } : difference
  const changes = changedKeys(written, context).map((field) => ({
    field,
    before: isTold && field === 'bank_account' ? null : (shownBefore?.[field] ?? null),
    after: shown[field] ?? null,
  }))
  return { id: stored?.id ?? null, person: shown, changes }
}

// A name merges by part.
const withStoredName = (input: PlannedChange['input'], stored: Person | undefined) =>
  isObject(input.name) ? { ...input, name: { ...Object(stored?.name), ...input.name } } : input

/** The keys of the fields that a difference changes, in the order of the list. */
function changedKeys(difference: PlannedChange['difference'], { list, columns }: ListContext): string[] {
  const fixed = storedValuesOf(list).filter(({ column }) => column in difference)
  const custom = columns.filter(({ id }) => id in (difference.custom_values ?? {}))
  return [...new Set(fixed.map(({ key }) => key)), ...custom.map(columnKey)]
}
