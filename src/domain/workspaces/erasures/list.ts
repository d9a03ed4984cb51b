import { type Db, trip } from '../../../db/client'
import { NOW } from '../../../db/now'
import { sql } from '../../../db/sql'
import { LISTS } from '../../access/lists'
import { inUtc } from '../../shared/text'
import { type ErasedPerson, type ErasedWorkspace, type Erasures, MAX_ERASURES } from './erasures'

/**
 * Lists what was erased since an instant: persons who are in no list any more, with those who were merged into one who is gone
 * as well, and workspaces but for copies. From the oldest on, and at most 50,000 persons, or as many more as were deleted at
 * once. One trip; two rows for each workspace, and those of the list.
 */
export async function listErasures(db: Db, since: string): Promise<Erasures> {
  const from = inUtc(since)
  const { clock, persons, workspaces } = await trip(db, {
    clock: sql<{ now: string }>`SELECT ${NOW} AS now`,
    // Who moves to the other list, or is merged into a person who stays, leaves a tombstone as well.
    persons: sql<ErasedPerson>`
      WITH erased AS MATERIALIZED (
        SELECT gone.workspace_id, gone.id AS person_id, gone.deleted_at AS erased_at
        FROM workspaces CROSS JOIN json_each(${JSON.stringify(LISTS)}) AS list CROSS JOIN deleted_persons AS gone
        WHERE gone.workspace_id = workspaces.id AND gone.list_id = list.value AND gone.deleted_at >= ${from}
          AND NOT EXISTS (
            SELECT 1 FROM persons WHERE persons.workspace_id = gone.workspace_id AND list_id IN ('members', 'contacts')
              AND area IN ('regular', 'applications') AND persons.id IN (gone.id, gone.merged_into)))
      SELECT * FROM erased WHERE erased_at <= coalesce(
        (SELECT erased_at FROM erased ORDER BY erased_at LIMIT 1 OFFSET ${MAX_ERASURES - 1}), '9999')
      ORDER BY erased_at, person_id`,
    workspaces: sql<ErasedWorkspace>`
      SELECT erased_id AS workspace_id, suspended_at, started_at AS erased_at FROM workspace_erasures
      WHERE started_at >= ${from} AND copy_of IS NULL AND erased_id NOT IN (SELECT id FROM workspaces)
      ORDER BY erased_at, workspace_id`,
  })
  return cutErasures({ until: clock[0]?.now ?? from, is_complete: true, persons, workspaces })
}

/** Cuts a list that is too long after an instant, and says to go on from the next one. */
export function cutErasures(list: Erasures): Erasures {
  const last = list.persons[MAX_ERASURES - 1]?.erased_at
  if (last === undefined) return list
  const until = new Date(Date.parse(last) + 1).toISOString()
  return { ...erasedBefore(list, until), until, is_complete: false }
}

/** What a list has of the time before an instant. */
export const erasedBefore = (
  { persons, workspaces }: Pick<Erasures, 'persons' | 'workspaces'>,
  end: string,
) => ({
  persons: persons.filter(({ erased_at }) => erased_at < end),
  workspaces: workspaces.filter(({ erased_at }) => erased_at < end),
})
