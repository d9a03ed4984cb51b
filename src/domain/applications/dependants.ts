import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT, workspaceCte } from '../access/principal'
import { insertEvents } from '../events/record'
import { anywhereIn } from '../persons/payers/facts'
import { DISPLAY_NAME, type PersonRow } from '../persons/person'
import { deletePersons } from '../persons/store/bulk-write'
import { recordCreations } from '../persons/store/events'
import { valuesOf } from '../persons/store/lookups'
import { nextUpdatedAt } from '../persons/store/timestamps'
import { applicantSql } from './applicants'

/** A person for whom an applicant pays, or whose guardian an applicant is; `of` is the applicant. */
export type Dependant = {
  of: string
  id: string
  name: string
  area: PersonRow['area']
  birthdate: string | null
}

/** The members and applicants who depend on applicants with these ids, but for these. */
export const selectDependantsOf = (workspace: Sql, ids: string[]): Sql<Dependant> => {
  const array = JSON.stringify(ids)
  const of = (index: string, column: string) => sql`
    SELECT ${sql.raw(`persons.${column}`)} AS of, persons.id, ${DISPLAY_NAME} AS name, persons.area, birthdate
    FROM persons INDEXED BY ${sql.raw(index)}
    WHERE persons.workspace_id = ${workspace} AND ${sql.raw(column)} IN ${valuesOf(array)}
      AND persons.list_id = 'members' AND persons.id NOT IN ${valuesOf(array)}`
  return sql<Dependant>`${of('persons_by_payer', 'payer_id')} UNION ${of('persons_by_guardian', 'guardian_id')} ORDER BY id`
}

/** The forms with which applicants applied. */
export const selectForms = (workspace: Sql, ids: string[]): Sql<{ id: string }> => sql<{ id: string }>`
  SELECT DISTINCT application_id AS id FROM persons
  WHERE ${applicantSql(workspace, ids)} AND application_id IS NOT NULL`

/**
 * The statements that make applicants contacts, who become no members and go on to pay and act for others. They keep their ids, and
 * lose what only members have.
 */
export const keepAsContacts = (actor: Actor, workspace: Sql, ids: string[]): Sql[] => {
  if (ids.length === 0) return []
  const array = JSON.stringify(ids)
  return [
    insertEvents(
      actor,
      workspace,
      { action: 'person.deleted', subject: 'member' },
      sql`SELECT id, NULL, NULL FROM persons WHERE ${applicantSql(TENANT, ids)}`,
    ),
    sql`
      WITH ${workspaceCte(workspace)}
      UPDATE persons SET list_id = 'contacts', area = 'regular', membership_number = NULL, join_date = NULL,
        leave_date = NULL, guardian_id = NULL, custom_values = '{}', revision = revision + 1,
        external_id = CASE WHEN EXISTS (
          SELECT 1 FROM persons AS other
          WHERE other.workspace_id = persons.workspace_id AND other.list_id = 'contacts'
            AND other.external_id = persons.external_id) THEN NULL ELSE external_id END,
        updated_at = ${nextUpdatedAt(TENANT, 'contacts')}
      WHERE ${anywhereIn(TENANT)} AND list_id = 'members' AND area = 'applications' AND id IN ${valuesOf(array)}`,
    ...recordCreations(actor, workspace, 'contacts', 'regular', ids),
  ]
}

/** The statements that delete the contacts that came with forms, if nobody depends on them and nobody has changed them since. */
export const deleteUnneededContacts = (actor: Actor, workspace: Sql, forms: string[]) => {
  if (forms.length === 0) return []
  // Who took its mandate back by the link of the mail changed nothing else.
  const condition = sql`area = 'regular' AND (revision = 1 OR (revision = 2 AND EXISTS (
      SELECT 1 FROM mandates INDEXED BY mandates_by_person
      WHERE mandates.workspace_id = persons.workspace_id AND mandates.person_id = persons.id
        AND end_reason = 'withdrawn')))
    AND application_id IN ${valuesOf(JSON.stringify(forms))}
    AND NOT EXISTS (
      SELECT 1 FROM persons AS paid INDEXED BY persons_by_payer
      WHERE paid.workspace_id = persons.workspace_id AND paid.payer_id = persons.id)
    AND NOT EXISTS (
      SELECT 1 FROM persons AS ward INDEXED BY persons_by_guardian
      WHERE ward.workspace_id = persons.workspace_id AND ward.guardian_id = persons.id)
    AND NOT EXISTS (
      SELECT 1 FROM fees INDEXED BY fees_by_person
      WHERE fees.workspace_id = persons.workspace_id AND fees.person_id = persons.id)`
  return Object.values(deletePersons(actor, workspace, 'contacts', condition, null)).flat() as Sql[]
}
