import { type Sql, sql } from '../../../db/sql'
import { changeJson } from '../../events/changes'
import { LINKED_VALUES, type LinkedValue } from '../../person-fields/list-fields'
import type { Patch } from './patches'

/** The empty value of a linked value, as SQL. */
const emptyOf = ({ isBoolean }: LinkedValue): string => (isBoolean ? '0' : 'NULL')

/** A linked value as events keep it, as SQL that gives JSON. */
export const linkedJson = ({ isBoolean }: LinkedValue, value: string): string =>
  isBoolean ? `iif(${value}, 'true', 'false')` : `json_quote(${value})`

/** A linked value after a patch as JSON, as SQL: the patch sets it, clears it by changing the field, or leaves it. */
export const patchedLink = (linked: LinkedValue): string => {
  const { column, with: own } = linked
  return `CASE
    WHEN json_type(patch, '$.${column}') IS NOT NULL THEN patch ->> '${column}'
    WHEN json_type(patch, '$.${own}') IS NOT NULL AND persons.${own} IS NOT patch ->> '${own}' THEN ${emptyOf(linked)}
    ELSE persons.${column} END`
}

/** The change of a linked value by a patch as JSON, as a member of the changes of an event. */
export const patchedLinkChange = (linked: LinkedValue): string => changeTo(linked, patchedLink(linked))

function changeTo(linked: LinkedValue, after: string): string {
  const before = `persons.${linked.column}`
  const change = changeJson(linked.key, linkedJson(linked, before), linkedJson(linked, after))
  return `CASE WHEN ${before} IS NOT ${after} THEN ${change} ELSE '' END`
}

/** The assignments that clear linked values whose field a patch changes. */
export const clearLinked = (patch: Patch): Sql[] =>
  LINKED_VALUES.flatMap((linked) => {
    const { column, with: own } = linked
    if (!(own in patch) || column in patch) return []
    return [
      sql`${sql.raw(`${column} = iif(${own} IS`)} ${patch[own] as string | null}, ${sql.raw(`${column}, ${emptyOf(linked)})`)}`,
    ]
  })

/** The linked values that are cleared when a column changes, as members of the changes of an event. */
export const clearedLinkChanges = (column: string): string[] =>
  LINKED_VALUES.filter((linked) => linked.with === column).map((linked) => changeTo(linked, emptyOf(linked)))
