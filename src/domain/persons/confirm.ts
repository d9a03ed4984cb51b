import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import type { Caller } from '../access/admission'
import { DomainError } from '../shared/errors'
import { findPerson } from './get'
import { type PersonJson, render } from './store/json'
import { confirm } from './store/write'

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one. Two trips,
 * one where the person is a member already. Throws `not_found` for an unknown person, and for the list of contacts.
 */
export const confirmPerson = (caller: Caller, listId: string, segment: string): Promise<PersonJson> =>
  retryOnConflict(async () => {
    const { row, rendering } = await findPerson(caller, listId, segment, 'write')
    if (rendering.list !== 'members')
      throw new DomainError('not_found', 'Only members apply for a membership.')
    if (row.area === 'regular') return render(row, rendering)
    const { confirmed } = await trip(caller, { confirmed: confirm(caller, { list: listId, id: row.id }) })
    const [member] = confirmed
    if (!member) throw new WriteConflict()
    return render(member, rendering)
  })
