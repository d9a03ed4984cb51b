import { type Sql, sql } from '../../db/sql'
import { inList, type Principal } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { openJsonIn, PERSON_ROW, type PersonRow } from './person'
import { toVersioned, type VersionedPerson } from './precondition'

/**
 * A version with the JSON of its person, as the result of an idempotent request keeps it, as SQL that runs after the write in the
 * same batch. `row` is the person as it will be, but for what the database alone knows.
 */
export function resultSql(principal: Principal, context: ListContext, row: PersonRow): Sql {
  const { version, json } = toVersioned({ ...row, openJson: '' }, context)
  return sql`(SELECT ${version} || ${openJsonIn(context)} || ${json} FROM (
    SELECT ${PERSON_ROW} FROM persons
    WHERE ${inList(principal.workspace(), context.list)} AND persons.area = ${row.area} AND persons.id = ${row.id}))`
}

/** The person that a result keeps. A replay has the same ETag, since the version is stored before the JSON. */
export function personFromResult(stored: string): VersionedPerson {
  const start = stored.indexOf('{')
  return { version: stored.slice(0, start), json: stored.slice(start) }
}

/** A stored person after a patch that is written in `writes` updates, but for what the database alone knows. */
export function afterPatch(
  row: PersonRow,
  patch: { custom_values?: object } & Record<string, unknown>,
  writes = 1,
): PersonRow {
  const values = Object.entries({ ...JSON.parse(row.customValues), ...patch.custom_values })
  return {
    ...row,
    leaveDate: 'leave_date' in patch ? (patch.leave_date as string | null) : row.leaveDate,
    customValues: JSON.stringify(Object.fromEntries(values.filter(([, value]) => value !== null))),
    revision: row.revision + writes,
  }
}
