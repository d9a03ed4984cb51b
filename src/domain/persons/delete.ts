import { retryOnConflict } from '../../db/client'
import type { Caller } from '../access/admission'
import { findPerson } from './get'
import { type Expectation, expectedRevision } from './precondition'
import { writeChanges } from './store/changes'
import { personOf } from './store/json'

/** Deletes a person irreversibly; its fees stay. Two trips. */
export const deletePerson = (
  caller: Caller,
  listId: string,
  segment: string,
  expected?: Expectation,
): Promise<void> =>
  retryOnConflict(async () => {
    const { row, rendering } = await findPerson(caller, listId, segment, 'write')
    const revision = await expectedRevision(row, rendering, expected)
    const found = [{ ...personOf(row, rendering), area: row.area, revision }]
    await writeChanges(caller, rendering, { found, removed: [row.id] })
  })
