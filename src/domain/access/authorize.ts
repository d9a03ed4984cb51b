import { DomainError } from '../shared/errors'
import { requireFreshProof } from './fresh-proof'
import { isList, type ListId, listsOf } from './lists'
import type { Permission } from './permissions'
import type { Credential, Need, Principal } from './principal'

/** Throws `permission_missing` if the credential lacks the permission. */
export function requirePermission(credential: Credential, permission: Permission): void {
  if (permits(credential, permission)) return
  throw new DomainError('permission_missing', `This API key lacks the permission ${permission}.`)
}

/** Throws `permission_missing` or `proof_required` if the credential does not meet what a write needs. */
export const requireNeed =
  ({ now }: Principal, { permission, freshProof }: Need) =>
  (credential: Credential): void => {
    if (permission) requirePermission(credential, permission)
    if (freshProof) requireFreshProof(credential, now)
  }

/** Whether a credential has a permission. */
export const permits = ({ permissions }: Credential, permission: Permission): boolean =>
  permissions.includes(permission)

/** What a request does with a list: `edit` is to change a person, of whom some staff edit how they pay alone. */
export type ListAction = 'read' | 'write' | 'edit'

/**
 * Throws, in this order, `not_found` for a list that does not exist, `list_not_subscribed` for one that the subscription
 * leaves out, and `permission_missing`.
 */
export function requireList(
  credential: Credential,
  listId: string,
  action: ListAction,
): asserts listId is ListId {
  if (!isList(listId)) throw new DomainError('not_found', 'There is no such list; use members or contacts.')
  requireSubscribed(credential, listId)
  const isPayment = action === 'edit' && permits(credential, 'bank_accounts:write')
  requirePermission(credential, `${listId}:${action === 'read' || isPayment ? 'read' : 'write'}`)
}

/** Throws `list_not_subscribed` if the subscription of the workspace leaves the list out. */
export function requireSubscribed({ workspace }: Credential, listId: ListId): void {
  if (listsOf(workspace.subscriptionVariant).includes(listId)) return
  throw new DomainError(
    'list_not_subscribed',
    `The subscription of this workspace does not include ${listId}.`,
  )
}
