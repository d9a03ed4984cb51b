import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import type { Principal } from '../access/principal'
import { writableList } from '../custom-columns/query-list'
import { DomainError } from '../shared/errors'
import { findPerson } from './get'
import { toVersioned, type VersionedPerson } from './precondition'
import { moveToMembers } from './store/write'

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one. Two trips,
 * one where the person is a member already. Throws `not_found` for an unknown person, and for the list of contacts.
 */
export async function confirmPerson(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<VersionedPerson> {
  return retryOnConflict(async () => {
    const { row, context } = await findPerson(principal, list, idOrExternalId, 'write')
    if (context.list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
    if (row.area === 'regular') return toVersioned(row, context)
    const workspace = writableList(principal, context)
    const { confirmed } = await trip(principal.db, moveToMembers(principal.actor, workspace, row))
    const [member] = confirmed
    if (!member) throw new WriteConflict()
    return toVersioned(member, context)
  })
}
