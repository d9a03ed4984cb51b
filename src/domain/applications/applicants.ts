import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { PERSON_ROW, type PersonRow } from '../persons/person'
import { recordAdmissions } from '../persons/store/events'
import { valuesOf } from '../persons/store/lookups'
import { nextUpdatedAt } from '../persons/store/timestamps'

/** The condition that a person is one of the applicants with these ids. */
export const applicantSql = (workspace: Sql, ids: string[]): Sql =>
  sql`${inList(workspace, 'members')} AND area = 'applications' AND persons.id IN ${valuesOf(JSON.stringify(ids))}`

/** The applicants with these ids, in the order in which they applied. */
export const selectApplicants = (workspace: Sql, ids: string[]): Sql<PersonRow> =>
  sql<PersonRow>`SELECT ${PERSON_ROW} FROM persons WHERE ${applicantSql(workspace, ids)} ORDER BY persons.id`

/** An applicant as it was read, and the membership number and the date of joining that it gets. */
export type Admitted = Pick<PersonRow, 'id' | 'revision'> & { number: string | null; joinDate: string | null }

/**
 * Moves applicants to the regular area with their membership number and the date on which they join. Makes the batch fail
 * unless each of them is as it was read.
 */
export function admitApplicants(actor: Actor, workspace: Sql, admissions: Admitted[]) {
  const array = JSON.stringify(admissions)
  return {
    asRead: failUnless(sql`${admissions.length} = (
      SELECT count(*) FROM json_each(${array}) AS given CROSS JOIN persons
      WHERE ${inList(workspace, 'members')} AND area = 'applications'
        AND persons.id = given.value ->> 'id' AND revision = given.value ->> 'revision')`),
    recorded: recordAdmissions(actor, workspace, array),
    admitted: sql<PersonRow>`
      WITH ${workspaceCte(workspace)},
        given AS MATERIALIZED (
          SELECT value ->> 'id' AS id, value ->> 'number' AS number, value ->> 'joinDate' AS joined FROM json_each(${array}))
      UPDATE persons SET area = 'regular', membership_number = given.number, join_date = given.joined,
        revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, 'members')}
      FROM given WHERE ${inList(TENANT, 'members')} AND area = 'applications' AND persons.id = given.id
      RETURNING ${PERSON_ROW}`,
  }
}
