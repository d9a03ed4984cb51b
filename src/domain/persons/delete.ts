import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { findPerson } from './get'
import { type Precondition, requirePrecondition } from './precondition'
import { deletePersons } from './store/bulk-write'
import { asReadSql } from './store/write'

/**
 * Deletes a person irreversibly; its fees stay. Two trips. Throws `not_found`, and `changed_meanwhile` if the
 * precondition does not hold.
 */
export async function deletePerson(
  principal: Principal,
  {
    list,
    idOrExternalId,
    precondition,
  }: { list: string; idOrExternalId: string; precondition?: Precondition | undefined },
): Promise<void> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { row, context } = await findPerson(tx, list, idOrExternalId, 'write')
    requirePrecondition(row, context, precondition)
    const workspace = tx.writableWorkspace({ permission: `${context.list}:write` })
    const { deleted } = await tx.write(deletePersons(tx.actor, workspace, context.list, asReadSql(row)))
    only(deleted)
  })
}
