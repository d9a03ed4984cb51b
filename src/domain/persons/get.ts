import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { DomainError } from '../shared/errors'
import type { PersonRow } from './person'
import { toVersioned, type VersionedPerson } from './precondition'
import { selectPerson } from './store/lookups'

/** Gets one person by `id` or `external_id`. One trip. Throws what {@link findPerson} throws. */
export async function getPerson(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<VersionedPerson> {
  const { row, context } = await findPerson(principal, list, idOrExternalId, 'read')
  return toVersioned(row, context)
}

/**
 * Finds a stored person together with the columns of its list. One trip. Throws what {@link queryList} throws, and
 * `not_found`.
 */
export async function findPerson(
  principal: Principal,
  listId: string,
  idOrExternalId: string,
  action: 'read' | 'write',
): Promise<{ row: PersonRow; context: ListContext }> {
  const { context, rows } = await queryList(principal, listId, action, {
    persons: selectPerson(principal.workspace(), listId, idOrExternalId),
  })
  return { row: requirePerson(rows.persons), context }
}

/** The person that a lookup returned. Throws `not_found` when it returned none. */
export function requirePerson([row]: PersonRow[]): PersonRow {
  if (row) return row
  throw new DomainError('not_found', 'The list has no person with this id or external_id.')
}
