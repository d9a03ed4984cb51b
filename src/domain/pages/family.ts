import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { openAmountOf } from '../fees/open-amount'
import { anywhereIn } from '../persons/payers/facts'
import { DISPLAY_NAME, type PersonRow } from '../persons/person'

/** A person of a family, the payer included; `openAmount` is in cents. */
export type FamilyMember = {
  id: string
  list: ListId
  area: PersonRow['area']
  name: string
  birthdate: string | null
  membershipNumber: string | null
  isPayer: 0 | 1
  /** The day on which the payer agreed to pay, if that is known, and whether the person hides its fees from the payer. */
  agreedOn: string | null
  hidesFees: 0 | 1
  /** The date on which the last payer was deleted, until it is decided who pays. */
  payerLostOn: string | null
  /** The date on which the last guardian was deleted or died, until it is decided who acts. */
  guardianLostOn: string | null
  isDeceased: 0 | 1
  revision: number
  openAmount: number
}

/** How many persons of a family are shown at most. */
export const MAX_FAMILY = 50

/** The payer of a person, or the person itself, and all for whom that one pays. A statement for the trip of the caller; by index. */
export const selectFamilyOf = (
  workspace: Sql,
  list: string,
  id: string,
): Sql<FamilyMember> => sql<FamilyMember>`
  WITH ${workspaceCte(workspace)}, payer AS MATERIALIZED (
    SELECT coalesce(payer_id, id) AS id FROM persons
    WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications') AND id = ${id}),
  family (id, list, area, is_payer) AS (
    SELECT persons.id, persons.list_id, persons.area, 1 FROM payer CROSS JOIN persons
    WHERE ${anywhereIn(TENANT)} AND persons.id = payer.id
    UNION ALL SELECT * FROM (
      SELECT persons.id, persons.list_id, persons.area, 0 FROM payer CROSS JOIN persons INDEXED BY persons_by_payer
      WHERE persons.workspace_id = ${TENANT} AND persons.payer_id = payer.id LIMIT ${MAX_FAMILY}))
  SELECT persons.id, persons.list_id AS list, persons.area, ${DISPLAY_NAME} AS name, persons.birthdate,
    persons.membership_number AS membershipNumber, is_payer AS isPayer,
    persons.payer_agreed_on AS agreedOn, persons.hides_fees_from_payer AS hidesFees, persons.payer_lost_on AS payerLostOn,
    persons.guardian_lost_on AS guardianLostOn,
    persons.leave_reason IS 'deceased' AS isDeceased,
    persons.revision, ${openAmountOf(TENANT, sql`persons.id`)} AS openAmount
  FROM family CROSS JOIN persons
  WHERE persons.workspace_id = ${TENANT} AND persons.list_id = family.list AND persons.area = family.area
    AND persons.id = family.id
  ORDER BY is_payer DESC, coalesce(persons.birthdate, '9'), persons.id`

/** The guardian of a person, or one for whom it acts. */
export type Guardianship = Pick<FamilyMember, 'id' | 'list' | 'area' | 'name' | 'birthdate'> & {
  kind: 'guardian' | 'ward'
}

/** The guardian of a person, and those for whom it acts. A statement for the trip of the caller; by index. */
export const selectGuardianship = (
  workspace: Sql,
  list: string,
  id: string,
): Sql<Guardianship> => sql<Guardianship>`
  WITH ${workspaceCte(workspace)}, tied (kind, id, list, area) AS (
    SELECT 'guardian', persons.id, persons.list_id, persons.area
    FROM persons AS ward CROSS JOIN persons
    WHERE ward.workspace_id = ${TENANT} AND ward.list_id = ${list} AND ward.area IN ('regular', 'applications')
      AND ward.id = ${id} AND ${anywhereIn(TENANT)} AND persons.id = ward.guardian_id
    UNION ALL SELECT * FROM (
      SELECT 'ward', persons.id, persons.list_id, persons.area FROM persons INDEXED BY persons_by_guardian
      WHERE persons.workspace_id = ${TENANT} AND persons.guardian_id = ${id} LIMIT ${MAX_FAMILY}))
  SELECT tied.kind, persons.id, persons.list_id AS list, persons.area, ${DISPLAY_NAME} AS name, persons.birthdate
  FROM tied CROSS JOIN persons
  WHERE persons.workspace_id = ${TENANT} AND persons.list_id = tied.list AND persons.area = tied.area
    AND persons.id = tied.id
  ORDER BY tied.kind, coalesce(persons.birthdate, '9'), persons.id`
