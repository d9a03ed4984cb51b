import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { valuesOf } from './lookups'

/** A member who has a membership number. */
export type NumberedRow = { id: string; number: string }

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
