import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { DISPLAY_NAME, type PersonRow } from './person'
import { matchesSearch, searchedWords } from './store/conditions'

/** A person that a search found. */
export type FoundPerson = {
  id: string
  list: ListId
  area: PersonRow['area']
  name: string
  email: string | null
  membershipNumber: string | null
  birthdate: string | null
  leaveDate: string | null
  isDeceased: 0 | 1
}

/** How many persons are found at most in an area of a list. */
const MAX_FOUND = 20

/** How many persons of an area are looked through at most. */
export const MAX_SEARCHED = 10_000

/** How many persons are read at most of an index, by what their values begin with. */
const MAX_BEGINNING = 500

// A text with this behind it is greater than all texts that begin with it.
const LAST = '\u{10FFFF}'

const AREAS: [ListId, PersonRow['area']][] = [
  ['members', 'regular'],
  ['members', 'applications'],
  ['contacts', 'regular'],
]

/**
 * Searches the persons of both lists as the search of a list does, applicants included; those whose last name begins with
 * the first word come first. Statements for the trip of the caller. Finds last names, email addresses and membership numbers
 * by what they begin with, by index, and anything else among the {@link MAX_SEARCHED} newest of an area. `among` is a condition
 * on the id and the payer of `persons`, which may name {@link TENANT}.
 */
export const selectFound = (workspace: Sql, text: string, among = sql`TRUE`): Sql<FoundPerson>[] =>
  AREAS.map(([list, area]) => selectFoundIn({ workspace, text, among }, list, area))

function selectFoundIn(
  { workspace, text, among }: { workspace: Sql; text: string; among: Sql },
  list: ListId,
  area: PersonRow['area'],
): Sql<FoundPerson> {
  const beginnings = searchedWords(text).flat()
  const presentSql = sql`${inList(TENANT, list)} AND area = ${area}`
  const typed = text.trim()
  return sql<FoundPerson>`
    WITH ${workspaceCte(workspace)}, found AS MATERIALIZED (
      SELECT * FROM (
        SELECT * FROM (
          SELECT ${COLUMNS} FROM json_each(${JSON.stringify(beginnings)}) AS word CROSS JOIN persons INDEXED BY persons_by_name
          WHERE ${presentSql} AND last_name_key >= word.value AND last_name_key < word.value || ${LAST} LIMIT ${MAX_BEGINNING})
        UNION ALL SELECT * FROM (
          SELECT ${COLUMNS} FROM persons INDEXED BY persons_by_email
          WHERE ${presentSql} AND email IS NOT NULL AND lower(email) >= lower(${typed}) AND lower(email) < lower(${typed}) || ${LAST}
          LIMIT ${MAX_BEGINNING})
        UNION ALL SELECT * FROM (
          SELECT ${COLUMNS} FROM persons INDEXED BY persons_by_membership_number
          WHERE ${presentSql} AND membership_number IS NOT NULL AND membership_number >= ${typed}
            AND membership_number < ${typed} || ${LAST} LIMIT ${MAX_BEGINNING})
        UNION ALL SELECT * FROM (
          SELECT ${COLUMNS} FROM persons WHERE ${presentSql} ORDER BY persons.id DESC LIMIT ${MAX_SEARCHED})
      ) AS persons WHERE ${matchesSearch(text) ?? sql`FALSE`} AND ${among} LIMIT ${MAX_BEGINNING})
  SELECT DISTINCT id, ${list} AS list, ${area} AS area, ${DISPLAY_NAME} AS name, email,
    membership_number AS membershipNumber, birthdate, leave_date AS leaveDate,
    leave_reason IS 'deceased' AS isDeceased
  FROM found
  ORDER BY instr(last_name_key, ${beginnings[0] ?? ''}) = 1 DESC, last_name_key, first_name_key, id LIMIT ${MAX_FOUND}`
}

const COLUMNS = sql.raw(
  'persons.id AS id, first_name, last_name, first_name_key, last_name_key, email, membership_number, external_id, payer_id, birthdate, leave_date, leave_reason',
)
