import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import { type ListId, listsOf } from '../access/lists'
import { type Credential, inList, TENANT, workspaceCte } from '../access/principal'
import { DISPLAY_NAME, type PersonRow } from './person'

/** A person among others, and what tells them apart. `of` is the id of the person that it is related to. */
export type RelatedPerson = {
  of: string
  id: string
  list: ListId
  name: string
  area: PersonRow['area']
  membershipNumber: string | null
  birthdate: string | null
}

const RELATED = sql`persons.list_id AS list, ${DISPLAY_NAME} AS name, persons.area, membership_number AS membershipNumber, persons.birthdate`

/** How many related persons are shown at most. */
const MAX_RELATED = 20
const MAX_DOUBLES = 100

/**
 * The persons that may be the same as those of a list with these `ids`, which are values or a query: equal folded names,
 * and the same birthdate or none known. They are looked for `among` a list, the same one unless given. A statement to run
 * among others; by index, a few rows a person.
 */
export const selectDoubles = (
  workspace: Sql,
  list: string,
  ids: Sql,
  among = list,
): Sql<RelatedPerson> => sql<RelatedPerson>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (
    SELECT id, last_name_key AS last, first_name_key AS first, birthdate AS born FROM persons
    WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications') AND id IN (${ids})
      AND last_name_key || first_name_key <> '')
  SELECT named.id AS of, persons.id, ${RELATED} FROM named CROSS JOIN persons INDEXED BY persons_by_name
  WHERE ${hasNameSql(among, sql`named.last`, sql`named.first`, sql`named.born`)} AND persons.id <> named.id
  LIMIT ${MAX_DOUBLES}`

const hasNameSql = (list: string, last: Sql, first: Sql, born: Sql): Sql => sql`
  ${inList(TENANT, list)} AND persons.area IN ('regular', 'applications')
    AND last_name_key = ${last} AND first_name_key = ${first} AND coalesce(persons.birthdate = ${born}, TRUE)`

/** The other persons of a list with the email address of a person: often a family. A statement for the trip of the caller. */
export const selectFamily = (
  workspace: Sql,
  list: string,
  id: string,
): Sql<RelatedPerson> => sql<RelatedPerson>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (
    SELECT id, lower(email) AS address FROM persons
    WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications') AND id = ${id} AND email IS NOT NULL)
  SELECT named.id AS of, persons.id, ${RELATED} FROM named CROSS JOIN persons INDEXED BY persons_by_email
  WHERE ${inList(TENANT, list)} AND email IS NOT NULL AND lower(email) = named.address AND persons.id <> named.id
  ORDER BY birthdate LIMIT ${MAX_RELATED}`

/** How many others with a membership number are named at most. */
const MAX_NUMBERED = 3

/** The other members with the membership number of a person. A statement for the trip of the caller; by index. */
export const selectSameNumber = (workspace: Sql, id: string): Sql<RelatedPerson> => sql<RelatedPerson>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (
    SELECT id, membership_number AS number FROM persons
    WHERE ${inList(TENANT, 'members')} AND area IN ('regular', 'applications') AND id = ${id})
  SELECT named.id AS of, persons.id, ${RELATED} FROM named CROSS JOIN persons INDEXED BY persons_by_membership_number
  WHERE ${inList(TENANT, 'members')} AND membership_number = named.number AND persons.area = 'regular'
    AND persons.id <> named.id
  LIMIT ${MAX_NUMBERED}`

type NumberRow = { prefix: string; last: number; digits: number }

/**
 * The greatest membership number with the letters that the newest one has before its digits; for {@link nextNumber}. A
 * statement for the trip of the caller. Reads the numbers of all members.
 */
export const selectLastNumber = (workspace: Sql): Sql<NumberRow> => sql<NumberRow>`
  WITH ${workspaceCte(workspace)}, newest AS MATERIALIZED (
    SELECT rtrim(membership_number, '0123456789') AS prefix FROM persons
    WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND membership_number GLOB '*[0-9]'
    ORDER BY id DESC LIMIT 1)
  SELECT prefix, CAST(substr(membership_number, length(prefix) + 1) AS INTEGER) AS last,
    length(membership_number) - length(prefix) AS digits
  FROM newest CROSS JOIN persons INDEXED BY persons_by_membership_number
  WHERE ${inList(TENANT, 'members')} AND membership_number IS NOT NULL AND membership_number GLOB '*[0-9]'
    AND rtrim(membership_number, '0123456789') = prefix AND length(membership_number) - length(prefix) <= 15
  ORDER BY last DESC LIMIT 1`

/**
 * The next free membership number, in the form of the others; `1` where no member has one. `offset` gives those after it.
 */
export const nextNumber = ([row]: NumberRow[], offset = 0): string =>
  row ? `${row.prefix}${String(row.last + 1 + offset).padStart(row.digits, '0')}` : String(1 + offset)

/** The related persons that a credential may read. */
export const readable = <Row extends { list: ListId }>(rows: Row[], credential: Credential): Row[] =>
  rows.filter(
    ({ list }) =>
      listsOf(credential.workspace.subscriptionVariant).includes(list) && permits(credential, `${list}:read`),
  )
