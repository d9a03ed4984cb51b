import { sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, type Principal, TENANT, workspaceCte } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { displayNameOf } from '../persons/person'

/** Why two persons may be one. */
export const REASONS = ['birthdate', 'street', 'name', 'email', 'iban', 'membership_number'] as const
export type DoubleReason = (typeof REASONS)[number]

/** A person of a pair, and what tells them apart. */
export type DoublePerson = {
  id: string
  name: string
  membershipNumber: string | null
  birthdate: string | null
  email: string | null
  street: string | null
  city: string | null
  joinDate: string | null
  leaveDate: string | null
  isDeceased: 0 | 1
}

export type Doubles = {
  pairs: { one: DoublePerson; other: DoublePerson; reasons: DoubleReason[] }[]
  /** Whether there are more than {@link MAX_PAIRS}. */
  hasMore: boolean
  context: ListContext
}

/** How many pairs a page shows. */
export const MAX_PAIRS = 25

/** What more persons than these have in common is no sign that two of them are one. */
const MAX_ALIKE = 20

/** How many values that several persons have are looked at, for each kind of value. */
const MAX_VALUES = 1000

/**
 * Finds pairs of regular persons of a list that may be one, newest first, but for those that staff said to be two: the same
 * folded name, and the same or an unknown birthdate or the same street; the same first name, and the same email address or
 * account; the same membership number. Reads the entries of four indexes of the list once each, and the persons that share
 * a value. One trip. Throws what `queryList` throws.
 */
export async function listDoubles(principal: Principal, { list }: { list: string }): Promise<Doubles> {
  const { context, rows } = await queryList(principal, list, 'write', {
    pairs: selectDoublePairs(principal, list as ListId),
  })
  return {
    pairs: rows.pairs.slice(0, MAX_PAIRS).map(({ one, other, reasons }) => ({
      one: JSON.parse(one),
      other: JSON.parse(other),
      reasons: REASONS.filter((reason) => reasons.split(',').includes(reason)),
    })),
    hasMore: rows.pairs.length > MAX_PAIRS,
    context,
  }
}

const ALIKE = sql.raw(`HAVING count(*) BETWEEN 2 AND ${MAX_ALIKE} LIMIT ${MAX_VALUES}`)

const regular = (list: ListId, alias: string) =>
  sql`${sql.raw(alias)}.workspace_id = ${TENANT} AND ${sql.raw(alias)}.list_id = ${list} AND ${sql.raw(alias)}.area = 'regular'`

function selectDoublePairs(principal: Principal, list: ListId) {
  const sameFirstName = sql`one.first_name_key <> '' AND one.first_name_key = other.first_name_key`
  return sql<{ one: string; other: string; reasons: string }>`
    WITH ${workspaceCte(principal.workspace())},
    names AS MATERIALIZED (
      SELECT last_name_key AS last, first_name_key AS first FROM persons INDEXED BY persons_by_name
      WHERE ${inList(TENANT, list)} AND area = 'regular' AND last_name_key || first_name_key <> ''
      GROUP BY last_name_key, first_name_key ${ALIKE}),
    addresses AS MATERIALIZED (
      SELECT lower(email) AS address FROM persons INDEXED BY persons_by_email
      WHERE ${inList(TENANT, list)} AND email IS NOT NULL GROUP BY lower(email) ${ALIKE}),
    accounts AS MATERIALIZED (
      SELECT bank_account ->> 'iban' AS iban FROM persons INDEXED BY persons_by_iban
      WHERE workspace_id = ${TENANT} AND bank_account IS NOT NULL GROUP BY bank_account ->> 'iban' ${ALIKE}),
    numbers AS MATERIALIZED (
      SELECT membership_number AS number FROM persons INDEXED BY persons_by_membership_number
      WHERE ${inList(TENANT, list)} AND membership_number IS NOT NULL GROUP BY membership_number ${ALIKE}),
    found (one_id, other_id, reason) AS (
      SELECT one.id, other.id, CASE WHEN one.birthdate = other.birthdate THEN 'birthdate'
          WHEN ${SAME_STREET_SQL} THEN 'street' ELSE 'name' END
      FROM names CROSS JOIN persons AS one INDEXED BY persons_by_name
        CROSS JOIN persons AS other INDEXED BY persons_by_name
      WHERE ${regular(list, 'one')} AND one.last_name_key = names.last AND one.first_name_key = names.first
        AND ${regular(list, 'other')} AND other.last_name_key = names.last AND other.first_name_key = names.first
        AND one.id < other.id AND (coalesce(one.birthdate = other.birthdate, TRUE) OR ${SAME_STREET_SQL})
      UNION ALL
      SELECT one.id, other.id, 'email'
      FROM addresses CROSS JOIN persons AS one INDEXED BY persons_by_email
        CROSS JOIN persons AS other INDEXED BY persons_by_email
      WHERE ${regular(list, 'one')} AND one.email IS NOT NULL AND lower(one.email) = addresses.address
        AND ${regular(list, 'other')} AND other.email IS NOT NULL AND lower(other.email) = addresses.address
        AND one.id < other.id AND ${sameFirstName}
      UNION ALL
      SELECT one.id, other.id, 'iban'
      FROM accounts CROSS JOIN persons AS one INDEXED BY persons_by_iban
        CROSS JOIN persons AS other INDEXED BY persons_by_iban
      WHERE ${regular(list, 'one')} AND one.bank_account IS NOT NULL AND one.bank_account ->> 'iban' = accounts.iban
        AND ${regular(list, 'other')} AND other.bank_account IS NOT NULL
        AND other.bank_account ->> 'iban' = accounts.iban AND one.id < other.id AND ${sameFirstName}
      UNION ALL
      SELECT one.id, other.id, 'membership_number'
      FROM numbers CROSS JOIN persons AS one INDEXED BY persons_by_membership_number
        CROSS JOIN persons AS other INDEXED BY persons_by_membership_number
      WHERE ${regular(list, 'one')} AND one.membership_number IS NOT NULL AND one.membership_number = numbers.number
        AND ${regular(list, 'other')} AND other.membership_number IS NOT NULL
        AND other.membership_number = numbers.number AND one.id < other.id),
    pairs AS MATERIALIZED (
      SELECT one_id, other_id, group_concat(DISTINCT reason) AS reasons FROM found
      WHERE NOT EXISTS (
        SELECT 1 FROM distinct_persons
        WHERE workspace_id = ${TENANT} AND person_id = one_id AND other_person_id = other_id)
      GROUP BY one_id, other_id ORDER BY other_id DESC LIMIT ${MAX_PAIRS + 1})
    SELECT ${shown('one')} AS one, ${shown('other')} AS other, reasons
    FROM pairs CROSS JOIN persons AS one CROSS JOIN persons AS other
    WHERE ${regular(list, 'one')} AND one.id = one_id AND ${regular(list, 'other')} AND other.id = other_id
    ORDER BY other_id DESC`
}

const SAME_STREET_SQL = sql`coalesce(lower(one.address ->> 'street') = lower(other.address ->> 'street'), FALSE)`

const shown = (alias: string) => sql`
  json_object('id', ${sql.raw(alias)}.id, 'name', ${displayNameOf(`${alias}.`)}, ${sql.raw(`'membershipNumber', ${alias}.membership_number, 'birthdate', ${alias}.birthdate, 'email', ${alias}.email,
    'street', ${alias}.address ->> 'street', 'city', ${alias}.address ->> 'city', 'joinDate', ${alias}.join_date,
    'leaveDate', ${alias}.leave_date, 'isDeceased', ${alias}.leave_reason IS 'deceased'`)}) || ''`
