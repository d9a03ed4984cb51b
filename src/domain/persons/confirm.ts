import { LostRace, retrying, trip } from '../../db/client'
import type { Caller } from '../admission'
import { Refusal } from '../refusal'
import { findPerson } from './read'
import { type PersonJson, render } from './rows'
import { confirm } from './write-rows'

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one. Two trips,
 * one where the person is a member already. Throws `not_found` for an unknown person, and for the list of contacts.
 */
export const confirmPerson = (caller: Caller, listId: string, segment: string): Promise<PersonJson> =>
  retrying(async () => {
    const { row, rendering } = await findPerson(caller, listId, segment, 'write')
    if (rendering.list !== 'members') throw new Refusal('not_found', 'Only members apply for a membership.')
    if (row.area === 'regular') return render(row, rendering)
    const { confirmed } = await trip(caller, { confirmed: confirm(caller, { list: listId, id: row.id }) })
    const [member] = confirmed
    if (!member) throw new LostRace()
    return render(member, rendering)
  })
