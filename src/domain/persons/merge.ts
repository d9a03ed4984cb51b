import { sql } from 'drizzle-orm'
import { LostRace, trip } from '../../db/client'
import { prepared } from '../../db/query'
import type { Tenant } from '../admission'
import { MOST_CUSTOM_CHARACTERS } from './change'
import { isSegment, keyIn, personBySegment } from './find'
import type { PersonRow } from './rows'
import { nextChange } from './stamps'
import type { Patch } from './write'

/**
 * Merges a patch into the person that a path segment means, without having read it, and gives it as it then stands. One
 * trip. Throws `LostRace` where there is no such person, or where the patch has fields with an index: naming one rewrites
 * its entry, even where the value stays.
 */
export async function mergeUnread(
  tenant: Tenant,
  list: string,
  segment: string,
  { custom_values = {}, ...patch }: Omit<Patch, 'id' | 'area'>,
): Promise<{ row: PersonRow; isChanged: boolean }> {
  if (INDEXED.some((column) => column in patch)) throw new LostRace()
  const values = { list, segment, custom: JSON.stringify(custom_values), ...patch }
  const { changed, standing } = await trip(tenant, {
    changed: change(tenant, values, [keyIn(segment), ...Object.keys(patch)].join()),
    standing: personBySegment(tenant, list, segment),
  })
  const [row] = standing
  if (!row) throw new LostRace()
  return { row, isChanged: changed.length > 0 }
}

const INDEXED = ['external_id', 'email', 'membership_number']

// What of a person's custom values is not known here may be as long as a text of half as many characters, at most.
const ROOM = sql.raw(String(MOST_CUSTOM_CHARACTERS / 2))

const change = prepared<{ changed: number }, string>((workspace, shape) => {
  const [key, ...columns] = shape.split(',')
  const merged = sql`json_patch(custom_values, ${sql.placeholder('custom')})`
  const assignments = columns.map((name) => sql`${sql.raw(name)} = ${sql.placeholder(name)}, `)
  const differences = columns.map((name) => sql`${sql.raw(name)} IS NOT ${sql.placeholder(name)} OR `)
  const tenant = sql`(SELECT id FROM tenant)`
  return sql`
    WITH tenant (id) AS MATERIALIZED (SELECT ${workspace})
    UPDATE persons SET ${sql.join(assignments)}
      custom_values = ${merged}, revision = revision + 1, updated_at = ${nextChange(tenant)}
    WHERE ${isSegment(tenant, key === 'id' ? 'id' : 'external_id')}
      AND (${sql.join(differences)} custom_values IS NOT ${merged}) AND length(${merged}) <= ${ROOM}
    RETURNING 1 AS changed`
})
