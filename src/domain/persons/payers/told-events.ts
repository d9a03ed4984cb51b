import { sql } from '../../../db/sql'
import { type Event, type EventRow, toApi } from '../../events/event'
import { RELATION_KEYS } from '../../person-fields/fields'
import { DISPLAY_NAME } from '../person'
import { anywhereIn } from './facts'

/**
 * An event as pages tell it: with the names of the payers and guardians in its changes, by id, of those who still exist. Events keep ids alone.
 */
export type ToldEvent = Event & { names?: Record<string, string> | undefined }

/** A stored event with {@link CHANGED_NAMES}: JSON, null for an event that changes neither. */
export type ToldRow = EventRow & { names: string | null }

/** A column for a selection of `events`, from which {@link toTold} names payers and guardians. */
export const CHANGED_NAMES = sql`
  CASE WHEN ${sql.join(
    RELATION_KEYS.map((relation) => sql`json_type(events.changes, ${`$.${relation}`}) = 'array'`),
    ' OR ',
  )} THEN (
    SELECT json_group_object(persons.id, ${DISPLAY_NAME})
    FROM (${sql.join(
      RELATION_KEYS.map((relation) => sql`SELECT value FROM json_each(events.changes, ${`$.${relation}`})`),
      ' UNION ',
    )}) AS named CROSS JOIN persons
    WHERE ${anywhereIn(sql`events.workspace_id`)} AND persons.id = named.value) END AS names`

/** A stored event as pages tell it. */
export const toTold = (row: ToldRow): ToldEvent => ({
  ...toApi(row),
  names: row.names === null ? undefined : JSON.parse(row.names),
})
