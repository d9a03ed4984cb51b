import { sql } from '../../db/sql'
import { inList, type Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import type { NamedPair } from './select-pair'

/** Whether a person of a list was merged into another one, by their ids. One trip. Throws what `queryList` throws. */
export async function isMergedInto(
  principal: Principal,
  { list, kept, gone }: NamedPair & { list: string },
): Promise<boolean> {
  const { rows } = await queryList(principal, list, 'read', {
    tombstones: sql<{ id: string }>`
      SELECT id FROM deleted_persons INDEXED BY deleted_persons_by_survivor
      WHERE ${inList(principal.workspace(), list)} AND merged_into = ${kept} AND id = ${gone}`,
  })
  return rows.tombstones.length > 0
}
