import { type Sql, sql } from '../../../db/sql'
import { changeJson } from '../../events/changes'
import { BESIDE_VALUES, type BesideValue } from '../../person-fields/list-fields'
import type { Patch } from './patches'

/** Nothing of a value that is stored beside another one, as SQL. */
const emptyOf = ({ isBoolean }: BesideValue): string => (isBoolean ? '0' : 'NULL')

/** A value beside another one as events keep it, as SQL that gives JSON. */
export const besideJson = ({ isBoolean }: BesideValue, value: string): string =>
  isBoolean ? `iif(${value}, 'true', 'false')` : `json_quote(${value})`

/** What a patch as JSON makes of a value beside another one, as SQL: it gives it, or ends it, or leaves it. */
export const patchedBeside = (beside: BesideValue): string => {
  const { column, with: own } = beside
  return `CASE
    WHEN json_type(patch, '$.${column}') IS NOT NULL THEN patch ->> '${column}'
    WHEN json_type(patch, '$.${own}') IS NOT NULL AND persons.${own} IS NOT patch ->> '${own}' THEN ${emptyOf(beside)}
    ELSE persons.${column} END`
}

/** The change of a value beside another one by a patch as JSON, as a member of the changes of an event. */
export const patchedBesideChange = (beside: BesideValue): string => changeTo(beside, patchedBeside(beside))

function changeTo(beside: BesideValue, after: string): string {
  const before = `persons.${beside.column}`
  const change = changeJson(beside.key, besideJson(beside, before), besideJson(beside, after))
  return `CASE WHEN ${before} IS NOT ${after} THEN ${change} ELSE '' END`
}

/** The assignments that end what is beside the values of a patch, as far as these are other ones. */
export const endBeside = (patch: Patch): Sql[] =>
  BESIDE_VALUES.flatMap((beside) => {
    const { column, with: own } = beside
    if (!(own in patch) || column in patch) return []
    return [
      sql`${sql.raw(`${column} = iif(${own} IS`)} ${patch[own] as string | null}, ${sql.raw(`${column}, ${emptyOf(beside)})`)}`,
    ]
  })

/** What ends beside a value of a column that becomes another one, as the members of an event. */
export const endedBesideChanges = (column: string): string[] =>
  BESIDE_VALUES.filter((beside) => beside.with === column).map((beside) => changeTo(beside, emptyOf(beside)))
