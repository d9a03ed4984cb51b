import { sql } from '../../../db/sql'
import { type Event, type EventRow, toApi } from '../../events/event'
import { PAYER } from '../../person-fields/fields'
import { DISPLAY_NAME } from '../person'
import { anywhereIn } from './facts'

/**
 * An event as pages tell it: with the names of the payers in its changes, by id, of those who still exist. Events keep ids alone.
 */
export type ToldEvent = Event & { payers?: Record<string, string> | undefined }

/** A stored event with {@link PAYER_NAMES}: JSON, null for an event that changes no payer. */
export type ToldRow = EventRow & { payers: string | null }

/** A column for a selection of `events`, from which {@link toTold} names payers. */
export const PAYER_NAMES = sql`
  CASE WHEN json_type(events.changes, ${`$.${PAYER}`}) = 'array' THEN (
    SELECT json_group_object(persons.id, ${DISPLAY_NAME})
    FROM json_each(events.changes, ${`$.${PAYER}`}) AS named CROSS JOIN persons
    WHERE ${anywhereIn(sql`events.workspace_id`)} AND persons.id = named.value) END AS payers`

/** A stored event as pages tell it. */
export const toTold = (row: ToldRow): ToldEvent => ({
  ...toApi(row),
  payers: row.payers === null ? undefined : JSON.parse(row.payers),
})
