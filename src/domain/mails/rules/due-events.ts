import { type Sql, sql } from '../../../db/sql'
import { inList, TENANT } from '../../access/principal'
import type { Action } from '../../events/actions'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { isAdultSql } from '../../persons/adult'
import { addDays, startOfDay } from '../../shared/dates'
import type { RunDay } from './due-dates'
import type { EventOccasion } from './occasions'
import type { RuleRow } from './rule'

const TO_PAY_SQL = sql`fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0`

/** Events as a table of `subject_id`, on a date (YYYY-MM-DD). */
type Due = { events: Sql; today: string }

/**
 * The action that an occasion follows from, and what it is about that still is so, as a query of `(person_id, subject)`. A
 * collection has up to 10,000 debits, any other event is about one mail.
 */
const SOURCES: Record<EventOccasion, { action: Action; atOnce: number; due: (due: Due) => Sql }> = {
  application_confirmed: {
    action: 'person.confirmed',
    atOnce: 10_000,
    due: ({ events }) => sql`SELECT subject_id AS person_id, subject_id AS subject FROM ${events}`,
  },
  guardianship_ended: {
    action: 'person.guardianship_ended',
    atOnce: 10_000,
    // Who has lost a guardian before is no adult.
    due: ({ events, today }) => sql`
      SELECT persons.id AS person_id, persons.id AS subject FROM ${events} CROSS JOIN persons
      WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND persons.id = event.subject_id
        AND birthdate IS NOT NULL AND ${isAdultSql(today)}`,
  },
  fee_claimed: {
    action: 'fee.created',
    atOnce: 10_000,
    due: ({ events }) =>
      sql`SELECT fees.person_id, fees.id AS subject FROM ${feesOf(events)} WHERE ${TO_PAY_SQL}`,
  },
  debit_announced: {
    action: 'collection.released',
    atOnce: 1,
    due: ({ events, today }) => sql`
      SELECT item.person_id, item.id AS subject
      FROM ${events} CROSS JOIN collections
        ON collections.workspace_id = ${TENANT} AND collections.id = event.subject_id
      CROSS JOIN collection_items AS item INDEXED BY collection_items_of_collection
        ON item.workspace_id = ${TENANT} AND item.collection_id = collections.id
      WHERE item.state = 'live' AND collections.collection_date >= ${today}`,
  },
  debit_returned: {
    action: 'fee.returned',
    atOnce: 10_000,
    due: ({ events }) => sql`
      SELECT item.person_id, item.id AS subject
      FROM ${feesOf(events)} CROSS JOIN collection_items AS item ON item.workspace_id = ${TENANT} AND item.id = (
        SELECT max(item_id) FROM collection_fees AS link
        WHERE link.workspace_id = ${TENANT} AND link.fee_id = fees.id AND link.state = 'returned')
      WHERE ${TO_PAY_SQL}`,
  },
  payment_received: {
    action: 'fee.paid',
    atOnce: 10_000,
    due: ({ events }) =>
      sql`SELECT fees.person_id, fees.id AS subject FROM ${feesOf(events)} WHERE fees.status = 'paid'`,
  },
}

const feesOf = (events: Sql): Sql =>
  sql`${events} CROSS JOIN fees ON fees.workspace_id = ${TENANT} AND fees.id = event.subject_id`

/** Up to which event a run goes; `isAll` is 0 if it leaves some that are old enough to the next one. */
export type EventsDue = { upTo: number; isAll: number }

/** Selects {@link EventsDue} of a rule. Reads the events since the last run, by index. */
export function selectEventsDue(
  workspaceId: string,
  occasion: EventOccasion,
  { lastEvent, offsetDays }: RuleRow,
  { today, timeZone }: RunDay,
): Sql<EventsDue> {
  const { action, atOnce } = SOURCES[occasion]
  const newSql = sql`events.workspace_id = ${workspaceId} AND number > ${lastEvent}`
  const tooYoung = startOfDay(addDays(today, 1 - offsetDays), timeZone).toISOString()
  const lastOld =
    offsetDays > 0
      ? sql`(SELECT number - 1 FROM events WHERE ${newSql} AND at >= ${tooYoung} ORDER BY number LIMIT 1)`
      : sql`NULL`
  return sql<EventsDue>`
    SELECT coalesce(surplus - 1, last) AS upTo, surplus IS NULL AS isAll
    FROM (
      SELECT last, (
        SELECT number FROM events WHERE ${newSql} AND number <= last AND action = ${action}
        ORDER BY number LIMIT 1 OFFSET ${atOnce}) AS surplus
      FROM (
        SELECT coalesce(
          ${lastOld}, (SELECT max(number) FROM events WHERE events.workspace_id = ${workspaceId})) AS last))`
}

/** What events up to a number are about that still is so, as a query of `(person_id, subject)`. */
export function dueByEvent(
  occasion: EventOccasion,
  { lastEvent }: RuleRow,
  upTo: number,
  { today }: RunDay,
): Sql {
  const { action, due } = SOURCES[occasion]
  const events = sql`
    (SELECT DISTINCT subject_id FROM events
      WHERE workspace_id = ${TENANT} AND number BETWEEN ${lastEvent + 1} AND ${upTo} AND action = ${action}) AS event`
  return due({ events, today })
}
