import { NOW } from '../../db/now'
import { sql } from '../../db/sql'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { queryList } from '../custom-columns/query-list'

/**
 * Remembers that two persons of a list are two, so that they are not offered as a pair again. Does nothing for ids that the
 * list has not. One trip. Throws what `queryList` throws.
 */
export async function keepApart(
  principal: Principal,
  { list, ids: [one, other] }: { list: string; ids: [string, string] },
): Promise<void> {
  const workspace = principal.writableWorkspace({
    permission: list === 'contacts' ? 'contacts:write' : 'members:write',
  })
  await queryList(principal, list, 'write', {
    decided: sql`
      WITH ${workspaceCte(workspace)}
      INSERT OR IGNORE INTO distinct_persons (workspace_id, person_id, other_person_id, decided_at)
      SELECT one.workspace_id, one.id, other.id, ${NOW} FROM persons AS one CROSS JOIN persons AS other
      WHERE one.workspace_id = ${TENANT} AND one.list_id = ${list} AND one.area = 'regular' AND one.id = min(${one}, ${other})
        AND other.workspace_id = ${TENANT} AND other.list_id = ${list} AND other.area = 'regular'
        AND other.id = max(${one}, ${other}) AND one.id <> other.id`,
  })
}
