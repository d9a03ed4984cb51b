import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { isGiven } from '../../shared/validation'
import { valuesOf } from './lookups'

/** A member who has a membership number. */
export type NumberedRow = { id: string; number: string }

/**
 * The ids of those to whom a request gives a membership number that another person has, or that it gives twice. `given` has the numbers
 * by id, `numbered` who has them.
 */
export function takenNumbers(
  given: ReadonlyMap<string, unknown>,
  numbered: readonly NumberedRow[],
): Set<string> {
  const all = [...given]
  const isTaken = ([id, number]: [string, unknown]): boolean =>
    isGiven(number) &&
    (numbered.some((holder) => holder.number === number && holder.id !== id) ||
      all.some(([other, its]) => other !== id && its === number))
  return new Set(all.filter(isTaken).map(([id]) => id))
}

/** The members and applicants who have one of these membership numbers, by index. */
export const selectNumbered = (workspace: Sql, numbers: string[]): Sql<NumberedRow>[] =>
  numbers.length > 0
    ? [sql<NumberedRow>`SELECT id, membership_number AS number ${numbered(workspace, numbers)}`]
    : []

/** Makes the batch fail if a member other than these has one of these membership numbers. */
export const failUnlessUnnumbered = (workspace: Sql, numbers: string[], ids: string[] = []): Sql[] =>
  numbers.length > 0
    ? [
        failUnless(sql`NOT EXISTS (
          SELECT 1 ${numbered(workspace, numbers)} AND id NOT IN ${valuesOf(JSON.stringify(ids))})`),
      ]
    : []

const numbered = (workspace: Sql, numbers: string[]): Sql => sql`
  FROM persons INDEXED BY persons_by_membership_number
  WHERE ${inList(workspace, 'members')} AND membership_number IN ${valuesOf(JSON.stringify(numbers))}`
