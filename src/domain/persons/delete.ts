import { retryOnConflict, trip, WriteConflict } from '../../db/client'
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
  return retryOnConflict(async () => {
    const { row, context } = await findPerson(principal, list, idOrExternalId, 'write')
    requirePrecondition(row, context, precondition)
    const workspace = principal.writableWorkspace({ permission: `${context.list}:write` })
    const { deleted } = await trip(
      principal.db,
      deletePersons(principal.actor, workspace, context.list, asReadSql(row)),
    )
    if (deleted.length === 0) throw new WriteConflict()
  })
}
