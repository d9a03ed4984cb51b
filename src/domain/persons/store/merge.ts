import { type SQL, sql } from 'drizzle-orm'
import { trip } from '../../../db/client'
import { prepared } from '../../../db/query'
import type { Tenant } from '../../access/admission'
import { MOST_CUSTOM_BYTES } from '../diff'
import type { Patch } from './changes'
import type { PersonRow } from './json'
import { isSegment, keyIn, personBySegment, TENANT, withTenant } from './lookups'
import { nextUpdatedAt } from './timestamps'

/**
 * Merges a patch into the person that a path segment means, without having read it, and gives it as it then stands. One
 * trip. Nobody is changed who is so already, or would have too much in custom columns. Undefined where there is nobody.
 */
export async function mergeUnread(
  tenant: Tenant,
  list: string,
  segment: string,
  { custom_values, ...patch }: Omit<Patch, 'id' | 'area'>,
): Promise<{ row: PersonRow; isChanged: boolean } | undefined> {
  const custom = custom_values === undefined ? {} : { custom_values: JSON.stringify(custom_values) }
  const values = { list, segment, ...patch, ...custom }
  const shape = [keyIn(segment), ...Object.keys({ ...patch, ...custom })].join()
  const { changed, standing } = await trip(tenant, {
    changed: change(tenant, values, shape),
    standing: personBySegment(tenant, list, segment),
  })
  const [row] = standing
  return row && { row, isChanged: changed.length > 0 }
}

const MERGED = sql`json_patch(custom_values, ${sql.placeholder('custom_values')})`

const HAS_ROOM = sql`octet_length(${MERGED}) <= ${sql.raw(String(MOST_CUSTOM_BYTES))}`

const valueFor = (column: string): SQL =>
  column === 'custom_values' ? MERGED : sql`${sql.placeholder(column)}`

const change = prepared<{ changed: number }, string>((workspace, shape) => {
  const [key, ...columns] = shape.split(',')
  const assignments = columns.map((column) => sql`${sql.raw(column)} = ${valueFor(column)}, `)
  const differences = columns.map((column) => sql`${sql.raw(column)} IS NOT ${valueFor(column)}`)
  return sql`
    WITH ${withTenant(workspace)}
    UPDATE persons SET ${sql.join(assignments)} revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT)}
    WHERE ${isSegment(TENANT, key === 'id' ? 'id' : 'external_id')}
      AND (${differences.length > 0 ? sql.join(differences, sql` OR `) : sql`FALSE`})
      AND ${columns.includes('custom_values') ? HAS_ROOM : sql`TRUE`}
    RETURNING 1 AS changed`
})
