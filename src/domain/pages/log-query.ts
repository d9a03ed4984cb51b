import * as z from 'zod'
import { events } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { firstNumberSince, ofBatchSql } from '../events/batch'
import { afterEvent, numberOf } from '../events/event'
import { addressQuery, optional } from '../shared/address-query'
import { startOfDay } from '../shared/dates'
import { date } from '../shared/text'

const ADDRESS = addressQuery({
  /** The id of a member of staff or of a key, or a kind of actor. */
  actor: optional(z.string().regex(/^\w{1,40}$/)),
  /** An action, or what actions begin with: `person` for all of persons. */
  action: optional(z.string().regex(/^[a-z_]{1,32}(\.[a-z_]{1,32})?$/)),
  subject: optional(z.string().regex(/^\w{1,40}$/)),
  door: optional(z.enum(events.door.enumValues)),
  /** The first and the last day (YYYY-MM-DD) in the time zone of the workspace. */
  from: optional(date),
  to: optional(date),
  batch: optional(z.string().regex(/^bat_\w{24}$/)),
  /** Only events before that with this id. */
  before: optional(afterEvent),
})

/** Which events a page of the log has; each filter may be left out. */
export type LogQuery = ReturnType<typeof ADDRESS.read>

/** Reads the query of a page of the log, and writes it as the parameters of an address. */
export const { read: readLogQuery, write: writeLogQuery } = ADDRESS

/** Whether the events that match must be looked for one by one, since no index and no number finds them. */
export const isScan = ({ actor, action, door, subject, batch }: LogQuery): boolean =>
  !subject && !batch && [actor, action, door].some((filter) => filter !== undefined)

/** The numbers of the first and the last event that a query can match, by its days and the event before which it ends. */
export function rangeOf(
  workspace: Sql,
  { from, to, before }: LogQuery,
  timeZone: string,
): { first: Sql; last: Sql } {
  const nextDay = to && new Date(Date.parse(to) + DAY).toISOString().slice(0, 10)
  const ends = [
    sql`(SELECT max(number) FROM events WHERE workspace_id = ${workspace})`,
    ...(before ? [sql`${numberOf(before) - 1}`] : []),
    ...(nextDay ? [sql`${firstNumberSince(workspace, startOfDay(nextDay, timeZone))} - 1`] : []),
  ]
  return {
    first: from
      ? firstNumberSince(workspace, startOfDay(from, timeZone))
      : sql`(SELECT min(number) FROM events WHERE workspace_id = ${workspace})`,
    last: ends.length > 1 ? sql`min(${sql.join(ends)})` : sql.join(ends),
  }
}

const DAY = 24 * 60 * 60 * 1000

/** The condition that an event matches a query, but for its days. */
export function matchesLogQuery(workspace: Sql, { actor, action, subject, door, batch }: LogQuery): Sql {
  const conditions = [
    batch ? ofBatchSql(workspace, batch) : sql`events.workspace_id = ${workspace}`,
    subject && sql`events.subject_id = ${subject}`,
    actor && (actor.includes('_') ? sql`events.actor_id = ${actor}` : sql`events.actor_kind = ${actor}`),
    action?.includes('.')
      ? sql`events.action = ${action}`
      : action && sql`events.action >= ${`${action}.`} AND events.action < ${`${action}/`}`,
    door && sql`events.door = ${door}`,
  ]
  return sql.join(
    conditions.flatMap((condition) => condition || []),
    ' AND ',
  )
}

/** The index that finds the events of a query; left to itself the planner reads those of the workspace. */
export const indexOf = ({ subject }: LogQuery): Sql => sql.raw(subject ? 'INDEXED BY events_of_subject' : '')
