import { act, CHECKED_BY_READS } from '../../access/act'
import { permits } from '../../access/authorize'
import type { ListContext } from '../../custom-columns/query-list'
import { isAccountField } from '../../person-fields/list-fields'
import { sha256 } from '../../shared/hash'
import type { StaffPrincipal } from '../../staff/principal'
import type { PersonInput } from '../schemas'
import { writePlan } from '../synchronize'
import type { SynchronizePlan } from '../synchronize-plan'
import { type PersonChange, previewSynchronization, type SeesAccounts } from '../synchronize-preview'
import { type TableSynchronization, withTable } from './import'

/** What an import of CSV would do: the numbers of persons, the first of those that change, and a mark of all this. */
export type ImportPreview = {
  counts: { created: number; updated: number; unchanged: number }
  changes: PersonChange[]
  mark: string
  /** Whether the file has accounts or mandates that stay as they are, since the principal may not write them. */
  leavesAccounts: boolean
  context: ListContext
}

type Csv = { list: string; csv: string }

/**
 * Plans an import of CSV and writes nothing. IBANs are masked unless the principal may read them, and accounts and mandates
 * left out unless it may write them. One trip. Throws what
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
  synchronization: TableSynchronization,
): Promise<{ plan: SynchronizePlan; preview: ImportPreview }> {
  let leavesAccounts = false
  const bodyFor = (context: ListContext): PersonInput => {
    const body = synchronization.bodyFor(context)
    if (permits(principal.current(), 'bank_accounts:write')) return body
    const data = (body.data as PersonInput[]).map(withoutAccounts)
    leavesAccounts = data.some((item, index) => item !== (body.data as PersonInput[])[index])
    return { ...body, data }
  }
  const { plan, changes, counts } = await previewSynchronization(
    principal,
    { ...synchronization, bodyFor },
    seesAccounts,
  )
  const { deleted: _, ...shown } = counts
  const mark = sha256(JSON.stringify([csv, shown, plan.expected.texts]))
  return { plan, preview: { counts: shown, changes, mark, leavesAccounts, context: plan.context } }
}

/** A person of a file without account and mandate; the same object if it has neither. */
const withoutAccounts = (item: PersonInput): PersonInput =>
  Object.keys(item).some(isAccountField)
    ? Object.fromEntries(Object.entries(item).filter(([key]) => !isAccountField(key)))
    : item

const seesAccounts: SeesAccounts = (credential) => permits(credential, 'bank_accounts:read')
