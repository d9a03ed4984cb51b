import { permits } from '../../domain/access/authorize'
import { type ListId, listsOf } from '../../domain/access/lists'
import type { Permission } from '../../domain/access/permissions'
import type { Beginnings } from '../../domain/pages/home/first-steps'
import type { StaffCredential } from '../../domain/staff/principal'

/** What a workspace sets up once: whether that is done, where, and a page that helps with it. */
export type FirstStep = {
  name: ListId | 'creditor' | 'dues' | 'portal' | 'staff'
  isDone: boolean
  page: string
  help?: { name: 'columns' | 'costUnits'; page: string }
}

type Needing<T> = T & { needs: Permission }

/** The first steps of a workspace that a member of staff may take, in their order. */
export function firstStepsOf(staff: StaffCredential, beginnings: Beginnings): FirstStep[] {
  const { workspace } = staff
  const [list = 'members'] = listsOf(workspace.subscriptionVariant)
  const steps: Needing<FirstStep>[] = [
    {
      name: list,
      needs: `${list}:write`,
      isDone: beginnings.persons === 1,
      page: `/${list}/import`,
      ...helpOf(staff, { name: 'columns', needs: 'settings:write', page: `/settings/columns/${list}` }),
    },
    {
      name: 'creditor',
      needs: 'creditor:write',
      isDone: workspace.creditorId !== null && workspace.creditorIban !== null,
      page: '/settings/direct-debit',
    },
    {
      name: 'dues',
      needs: 'fees:write',
      isDone: beginnings.fees === 1,
      page: '/fees/claim',
      ...(beginnings.costUnits === 0 &&
        helpOf(staff, { name: 'costUnits', needs: 'bookkeeping:write', page: '/settings/cost-units' })),
    },
    ...portalStep(staff),
    { name: 'staff', needs: 'staff:write', isDone: beginnings.colleagues === 1, page: '/settings/staff' },
  ]
  return steps.filter(({ needs }) => permits(staff, needs))
}

const helpOf = (staff: StaffCredential, { needs, ...help }: Needing<NonNullable<FirstStep['help']>>) =>
  permits(staff, needs) ? { help } : {}

/**
 * A new workspace has a portal that is on, which shows what all do. It is set up once the association has decided on
 * fields or an address. No step if it is off, belongs to a workspace above, or would have no members.
 */
function portalStep({ workspace }: StaffCredential): Needing<FirstStep>[] {
  const { portalEnabled, portalManagedBy, subscriptionVariant, portalFields, portalSlug } = workspace
  const isOwn = portalEnabled && portalManagedBy === 'workspace' && subscriptionVariant !== 'contacts'
  const isDone = portalFields !== '{}' || portalSlug !== null
  return isOwn ? [{ name: 'portal', needs: 'settings:write', isDone, page: '/settings/portal' }] : []
}
