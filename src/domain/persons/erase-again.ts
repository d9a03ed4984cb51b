import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { LISTS } from '../access/lists'
import type { Principal } from '../access/principal'
import { todayIn } from '../shared/dates'
import { deletePersons } from './store/bulk-write'
import { valuesOf } from './store/lookups'

/**
 * Deletes persons whom a restore has brought back, as `deletePerson` does, whichever list they are in. Those who are in none are
 * left out. Two trips.
 */
export async function eraseAgain(principal: Principal, ids: readonly string[]): Promise<void> {
  const array = JSON.stringify(ids)
  await act(principal, CHECKED_BY_READS, async (tx) => {
    const { workspace } = (await tx.read({})).credential
    const today = todayIn(workspace.timezone, tx.now)
    const condition = sql`area IN ('regular', 'applications') AND id IN ${valuesOf(array)}`
    await tx.write(
      Object.fromEntries(
        LISTS.map((list) => [
          list,
          Object.values(deletePersons(tx.actor, tx.writable(), list, condition, today)).flat(),
        ]),
      ),
    )
  })
}
