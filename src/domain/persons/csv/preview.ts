import { act, CHECKED_BY_READS } from '../../access/act'
import { columnKey } from '../../custom-columns/column'
import type { ListContext } from '../../custom-columns/query-list'
import { storedValuesOf } from '../../person-fields/list-fields'
import { sha256 } from '../../shared/hash'
import { isGiven, isObject } from '../../shared/validation'
import type { StaffPrincipal } from '../../staff/principal'
import { withKeptParts } from '../diff'
import { maskedFor } from '../mask'
import type { Person } from '../person'
import { planSynchronization, writePlan } from '../synchronize'
import type { PlannedChange, SynchronizePlan } from '../synchronize-plan'
import { withTable } from './import'

/**
 * A field that an import changes, by its key, with its values as the API shows them. One that `isSet` is written whether it
 * differs or not, which those are not told who see it masked: else they could try values until one is the stored one.
 */
export type FieldChange = { field: string; before: unknown; after: unknown; isSet?: boolean }

/** A person that an import adds (without an id) or changes. */
export type PersonChange = { id: string | null; person: Person; changes: FieldChange[] }

/** What an import of CSV would do: the numbers of persons, the first of those that change, and a mark of all this. */
export type ImportPreview = {
  counts: { created: number; updated: number; unchanged: number }
  changes: PersonChange[]
  mark: string
  context: ListContext
}

/** How many persons a preview shows. */
const MAX_SHOWN = 100

type Csv = { list: string; csv: string }

/**
 * Plans an import of CSV and writes nothing. IBANs are masked unless the principal may read them. One trip. Throws what
 * `importPersons` throws: issues by row and column.
 */
export const previewImport = (principal: StaffPrincipal, given: Csv): Promise<ImportPreview> =>
  withTable(principal, { ...given, deleteOmitted: false }, async (synchronization) => {
    const { preview } = await planImport(principal, given, synchronization)
    return preview
  })

/** What became of an import: it was done, or what is to be confirmed now, since it would do something else. */
export type ImportOutcome =
  | { outcome: 'done'; counts: ImportPreview['counts']; batchId: string }
  | { outcome: 'changed'; preview: ImportPreview }

/**
 * Imports CSV if it does what was previewed, which its mark tells: the same file, over the same persons at the same
 * revisions. Two trips. Throws what `importPersons` throws.
 */
export const confirmImport = (
  principal: StaffPrincipal,
  { mark, ...given }: Csv & { mark: string },
): Promise<ImportOutcome> =>
  withTable(principal, { ...given, deleteOmitted: false }, (synchronization) =>
    act(principal, CHECKED_BY_READS, async (tx): Promise<ImportOutcome> => {
      const { plan, preview } = await planImport(tx, given, synchronization)
      if (preview.mark !== mark) return { outcome: 'changed', preview }
      if (!plan.changesNothing) await writePlan(tx, plan)
      return { outcome: 'done', counts: preview.counts, batchId: tx.actor.batchId }
    }),
  )

async function planImport(
  principal: StaffPrincipal,
  { csv }: Csv,
  synchronization: Parameters<typeof planSynchronization>[1],
): Promise<{ plan: SynchronizePlan; preview: ImportPreview }> {
  const first: PlannedChange[] = []
  let equal = 0
  const plan = await planSynchronization(principal, synchronization, {
    extentOf: () => 'differences',
    onChange: (change) => {
      if (change.stored && Object.keys(change.difference).length === 0) equal += 1
      if (first.length < MAX_SHOWN) first.push(change)
    },
    tells: (item) =>
      !principal.current().permissions.includes('bank_accounts:read') && isGiven(accountIn(item).iban),
  })
  const { context } = plan
  const { permissions } = principal.current()
  const [created, updated] = [plan.added.length, plan.changed.length + equal]
  const counts = { created, updated, unchanged: plan.persons.length - created - updated }
  const changes = first.map((change) => toPersonChange(change, context, permissions))
  const mark = sha256(JSON.stringify([csv, counts, plan.expected.texts]))
  return { plan, preview: { counts, changes, mark, context } }
}

const accountIn = (item: unknown): { iban?: unknown } => Object(Object(item).bank_account)

type Permissions = Parameters<typeof maskedFor>[0]

function toPersonChange(
  { input, stored, difference, isTold }: PlannedChange,
  context: ListContext,
  permissions: Permissions,
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
  const [shown, shownBefore] = [maskedFor(permissions, after), stored && maskedFor(permissions, stored)]
  const written = isTold ? { ...difference, bank_account: '' } : difference
  const changes = changedKeys(written, context).map((field) => {
    const isSet = isTold && field === 'bank_account'
    return {
      field,
      before: isSet ? null : (shownBefore?.[field] ?? null),
      after: shown[field] ?? null,
      ...(isSet && { isSet }),
    }
  })
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
