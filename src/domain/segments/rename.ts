import * as z from 'zod'
import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { inList } from '../access/principal'
import { query } from '../access/query'
import { validate } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import { mayChangeSql, requireSegment, segmentName } from './segment'

const input = z.object({ name: segmentName })

/** Renames a segment. One trip. Throws `invalid`, and `not_found` if it is not the principal's to change. */
export async function renameSegment(
  principal: StaffPrincipal,
  { list, id, name: givenName }: { list: string; id: string; name: unknown },
): Promise<void> {
  const { name } = validate(input, { name: givenName })
  const { rows } = await query(
    principal,
    {
      renamed: sql`
        UPDATE segments SET name = ${name}
        WHERE ${inList(principal.workspace(), list)} AND id = ${id} AND ${mayChangeSql(principal, list)} RETURNING id`,
    },
    (credential) => requireList(credential, list, 'read'),
  )
  requireSegment(rows.renamed)
}
