import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Issue } from './error-list'
import type { Noun } from './refusals'
import { uniqueStrings } from './text'
import { isGiven } from './validation'

type Item = { external_id?: unknown }

const INDEXED = {
  fees: sql`fees INDEXED BY fees_by_external_id`,
  payments: sql`payments INDEXED BY payments_by_external_id`,
  vouchers: sql`vouchers INDEXED BY vouchers_by_external_id`,
}

/** Selects the external ids of items that rows of a table have already. */
export const selectExternalIds = (
  workspace: Sql,
  table: keyof typeof INDEXED,
  items: Item[],
): Sql<{ external_id: string }>[] =>
  jsonArrays(uniqueStrings(items.map(({ external_id }) => external_id))).map(
    (array) => sql<{ external_id: string }>`
      SELECT external_id FROM json_each(${array}) AS named CROSS JOIN ${INDEXED[table]}
      WHERE workspace_id = ${workspace} AND external_id = named.value`,
  )

/** Makes the check that the external id of an item is neither among known ones nor of an item before it. */
export function uniqueExternalIds(known: { external_id: string }[], noun: Noun) {
  const taken = new Set<unknown>(known.map(({ external_id }) => external_id))
  return function* ({ external_id }: Item): Iterable<Issue> {
    if (!isGiven(external_id)) return
    if (taken.has(external_id)) yield [['external_id'], { code: 'taken', noun }]
    taken.add(external_id)
  }
}
