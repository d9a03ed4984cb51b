import { type Sql, sql } from '../../db/sql'
import { isAdultSql } from '../persons/adult'
import { ADDRESS_CHANGED_AT, OF_GENERATION_SQL, restingSince } from '../persons/guards'
import { PAYS } from '../persons/payers/pays'
import { earliestDate, latestDate } from '../shared/dates'

/**
 * The persons of a `home` of a session, in its order, as a JSON array of `[id, null]`, and behind them `[id, guardian]` for each minor
 * whose guardian is one of them: a living adult whom the session opens itself. A guardianship counts as it is stored now.
 */
export const namedAndWards = (now: Date, mayBeFormerSql: Sql): Sql => sql`(
  SELECT json_group_array(json_array(id, guardian)) FROM (
    SELECT own.value AS id, NULL AS guardian FROM json_each(home.value) AS own
    UNION ALL
    SELECT ward.id, persons.id
    FROM json_each(home.value) AS own CROSS JOIN persons AS ward INDEXED BY persons_by_guardian CROSS JOIN persons
    WHERE ward.workspace_id = home.key AND ward.guardian_id = own.value AND ward.list_id = 'members'
      AND ward.area = 'regular' AND NOT ${isAdultSql(latestDate(now), 'ward')}
      AND ward.id NOT IN (SELECT value FROM json_each(home.value))
      AND persons.workspace_id = home.key AND persons.list_id IN ('members', 'contacts') AND persons.area = 'regular'
      AND persons.id = own.value AND ${OF_GENERATION_SQL}
      AND persons.leave_reason IS NOT 'deceased' AND ${isAdultSql(earliestDate(now))}
      AND (persons.list_id = 'members'
        AND (persons.leave_date IS NULL OR persons.leave_date >= ${earliestDate(now)} OR ${mayBeFormerSql})
        OR ${PAYS})))`

/** The condition that the address of the guardian by whom a session opens a person does not rest. */
export const guardianSettledSql = (now: Date): Sql => sql`NOT EXISTS (
  SELECT 1 FROM portal_guards AS guard
  WHERE guard.workspace_id = home.key AND guard.person_id = named.value ->> 1
    AND address_changed_at > ${restingSince(now)})`

/** The guardian of a person of a session, as JSON of {@link GuardianFacts}; NULL without one. */
export const guardianFacts = (mayBeFormerSql: Sql): Sql => sql`(
  SELECT json_object('id', persons.id, 'list', persons.list_id, 'email', persons.email,
    'name', nullif(concat_ws(' ', persons.first_name, persons.last_name), ''), 'leaveDate', persons.leave_date,
    'pays', ${PAYS}, 'madeFor', session.generations ->> persons.id, 'mayBeFormer', ${mayBeFormerSql},
    'addressChangedAt', ${ADDRESS_CHANGED_AT})
  FROM (SELECT persons.guardian_id AS id) AS guardian CROSS JOIN persons
  WHERE persons.workspace_id = home.key AND persons.list_id IN ('members', 'contacts')
    AND persons.area = 'regular' AND persons.id = guardian.id)`

/** What is known of a guardian. */
export type GuardianFacts = {
  id: string
  list: 'members' | 'contacts'
  email: string | null
  name: string | null
  leaveDate: string | null
  pays: 0 | 1
  madeFor: number | string | null
  mayBeFormer: number
  addressChangedAt: string | null
}
