import type { Query } from '../../db/query'
import type { Caller, Tenant } from '../access/admission'
import { DomainError } from '../shared/errors'
import { askOfList } from './admission'
import { type PersonJson, type PersonRow, render } from './store/json'
import { personBySegment } from './store/lookups'

/** Reads one person by `id` or `external_id`. One trip. */
export async function getPerson(caller: Caller, listId: string, segment: string): Promise<PersonJson> {
  const { row, rendering } = await findPerson(caller, listId, segment, 'read')
  return render(row, rendering)
}

/** Finds the stored person that a path segment means, with all that is needed to render or change it. One trip. */
export async function findPerson(
  caller: Caller,
  listId: string,
  segment: string,
  action: 'read' | 'write',
  holders: (reader: Tenant) => Query<PersonRow>[] = () => [],
) {
  const { rendering, rows } = await askOfList(caller, listId, action, (reader) => ({
    person: personBySegment(reader, listId, segment),
    holders: holders(reader),
  }))
  const [row] = rows.person
  if (!row) throw new DomainError('not_found', 'The list has no person with this id or external_id.')
  return { row, rendering, holders: rows.holders }
}
