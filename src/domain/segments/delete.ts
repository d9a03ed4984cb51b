import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { inList } from '../access/principal'
import { query } from '../access/query'
import type { StaffPrincipal } from '../staff/principal'
import { mayChangeSql, requireSegment } from './segment'

/** Deletes a segment. One trip. Throws `not_found` if it is not the principal's to change. */
export async function deleteSegment(
  principal: StaffPrincipal,
  { list, id }: { list: string; id: string },
): Promise<void> {
  const { rows } = await query(
    principal,
    {
      deleted: sql`
        DELETE FROM segments
        WHERE ${inList(principal.workspace(), list)} AND id = ${id} AND ${mayChangeSql(principal, list)} RETURNING id`,
    },
    (credential) => requireList(credential, list, 'read'),
  )
  requireSegment(rows.deleted)
}
