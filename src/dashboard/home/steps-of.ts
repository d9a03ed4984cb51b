import { permits } from '../../domain/access/authorize'
import { type ListId, listsOf } from '../../domain/access/lists'
import type { Permission } from '../../domain/access/permissions'
import type { Beginnings } from '../../domain/pages/home/first-steps'
import type { StaffCredential } from '../../domain/staff/principal'

/** What a workspace sets up once: whether that is done, where, and pages that help with it. */
export type FirstStep = {
  name: ListId | 'creditor' | 'plan' | 'dues' | 'collection' | 'portal' | 'staff'
  isDone: boolean
  page: string
  help?: Help[]
}

type Help = { name: 'columns' | 'costUnits' | 'charge'; page: string }
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
      help: helpOf(staff, { name: 'columns', needs: 'settings:write', page: `/settings/columns/${list}` }),
    },
    {
      name: 'creditor',
      needs: 'creditor:write',
      isDone: hasCreditor(workspace),
      page: '/settings/direct-debit',
    },
    duesStep(staff, beginnings),
    ...collectionStep(workspace, beginnings),
    ...portalStep(staff),
    { name: 'staff', needs: 'staff:write', isDone: beginnings.colleagues === 1, page: '/settings/staff' },
  ]
  return steps.filter(({ needs }) => permits(staff, needs))
}

const hasCreditor = ({ creditorId, creditorIban }: StaffCredential['workspace']): boolean =>
  creditorId !== null && creditorIban !== null

/** The first fees: by a plan of dues, which is set up first, or charged without one. */
function duesStep(staff: StaffCredential, { fees, plans, costUnits }: Beginnings): Needing<FirstStep> {
  const hasPlan = plans === 1
  return {
    name: hasPlan || fees === 1 ? 'dues' : 'plan',
    needs: 'fees:write',
    isDone: fees === 1,
    page: hasPlan ? '/fees/runs/new' : '/fees/plans/new',
    help: [
      ...(costUnits === 0
        ? helpOf(staff, { name: 'costUnits', needs: 'bookkeeping:write', page: '/settings/cost-units' })
        : []),
      { name: 'charge', page: '/fees/claim' },
    ],
  }
}

/** The first collection, once there is what it collects and who collects it. */
const collectionStep = (
  workspace: StaffCredential['workspace'],
  { fees, collections }: Beginnings,
): Needing<FirstStep>[] =>
  fees === 1 && hasCreditor(workspace)
    ? [
        {
          name: 'collection',
          needs: 'collections:write',
          isDone: collections === 1,
          page: '/direct-debits/new',
        },
      ]
    : []

const helpOf = (staff: StaffCredential, { needs, ...help }: Needing<Help>): Help[] =>
  permits(staff, needs) ? [help] : []

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
