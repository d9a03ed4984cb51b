import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { GUARDIAN, PAYER, type Relation } from '../../person-fields/fields'
import { anywhereIn } from './facts'

/**
 * Makes the batch fail unless the persons with these ids have sound payers, as they are after the writes before it: a payer
 * exists and has no payer, and who has one pays for nobody. Requests that give payers at the same moment cannot both succeed
 * if they do not fit together.
 */
export const failUnlessPaid = (workspace: Sql, ids: readonly string[]): Sql[] =>
  jsonArrays(ids).map((array) => failUnlessPaidIn(workspace, array))

/** {@link failUnlessPaid} for a JSON array of ids. */
export const failUnlessPaidIn = (workspace: Sql, array: string): Sql =>
  failUnlessRelated(workspace, array, PAYER, PAID_SQL)

/** The condition that somebody lives, on a column of `persons`. */
export const ALIVE = "leave_reason IS NOT 'deceased'"

/** The condition that a row of `persons` could have a payer, whose id an expression names. `aliveSql` says of `other` that it may pay. */
export const couldBePaidBy = (payer: string, aliveSql = `other.${ALIVE}`): string => `
  ${couldBeGuardedBy(payer, `other.payer_id IS NULL AND ${aliveSql}`)}
  AND NOT EXISTS (
    SELECT 1 FROM persons AS dependant INDEXED BY persons_by_payer
    WHERE dependant.workspace_id = persons.workspace_id AND dependant.payer_id = persons.id)`

/**
 * Makes the batch fail unless the persons with these ids have sound guardians, as they are after the writes before it: a guardian
 * exists, lives, and is another person.
 */
export const failUnlessGuarded = (workspace: Sql, ids: readonly string[]): Sql[] =>
  jsonArrays(ids).map((array) => failUnlessGuardedIn(workspace, array))

/** {@link failUnlessGuarded} for a JSON array of ids. */
export const failUnlessGuardedIn = (workspace: Sql, array: string): Sql =>
  failUnlessRelated(workspace, array, GUARDIAN, GUARDED_SQL)

/**
 * Makes the batch fail if a person of a JSON array of ids has a payer or guardian, and does not meet a condition. The plus keeps the
 * planner from reading all who have one for each of them.
 */
const failUnlessRelated = (workspace: Sql, array: string, relation: Relation, condition: Sql): Sql =>
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS written CROSS JOIN persons
    WHERE ${anywhereIn(workspace)} AND persons.id = written.value AND ${sql.raw(`+persons.${relation}`)} IS NOT NULL
      AND NOT (${condition}))`)

/** The condition that a row of `persons` could have a guardian, whose id an expression names. `aliveSql` says of `other` that it may act. */
export const couldBeGuardedBy = (guardian: string, aliveSql = `other.${ALIVE}`): string => `
  EXISTS (
    SELECT 1 FROM persons AS other
    WHERE other.workspace_id = persons.workspace_id AND other.list_id IN ('members', 'contacts')
      AND other.area IN ('regular', 'applications') AND other.id = ${guardian} AND (other.id <> persons.id)
      AND ${aliveSql})`

const PAID_SQL = sql.raw(couldBePaidBy('persons.payer_id'))
const GUARDED_SQL = sql.raw(couldBeGuardedBy('persons.guardian_id'))

/** Makes the batch fail unless a person pays for another one. */
export const failUnlessHeir = (workspace: Sql, payerId: string, id: string): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM persons INDEXED BY persons_by_payer
    WHERE workspace_id = ${workspace} AND payer_id = ${payerId} AND id = ${id})`)
