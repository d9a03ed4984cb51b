import { retrying } from '../../db/client'
import type { Caller } from '../admission'
import { findPerson } from './read'
import { personOf } from './rows'
import { writeChanges } from './store'

/** Deletes a person irreversibly; its fees stay. Two trips. */
export const deletePerson = (caller: Caller, listId: string, segment: string): Promise<void> =>
  retrying(async () => {
    const { row, rendering } = await findPerson(caller, listId, segment, 'write')
    const found = [personOf(row, rendering)]
    await writeChanges(caller, rendering, { found, removed: [row.id], wanted: [] })
  })
