import { failUnless } from '../../../db/guard'
import { strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { ofBatchSql } from '../../events/batch'
import { identifyingValues, LINKED_VALUES, storedValuesOf } from '../../person-fields/list-fields'
import { ALIVE, couldBeGuardedBy, couldBePaidBy } from '../payers/guard'
import { DISPLAY_NAME, type PersonRow } from '../person'
import { fieldOf, valueJson } from './events'
import { wholeValue } from './kept'
import { linkedJson } from './linked-values'
import { mayHaveMandate } from './mandate-references'
import { lastDeletedAt, nextDeletedAt, nextUpdatedAt } from './timestamps'

/** An event of a person, and what has become of the person since; null if there is no person any more. */
export type UndoRow = {
  id: string
  action: string
  subjectKind: string
  /** JSON; null if the person was deleted. */
  changes: string | null
  name: string | null
  area: PersonRow['area'] | null
  revision: number | null
  /** The fields that are still as the event left them, and whose value before no other person has; a JSON array. */
  unchanged: string
  /** Whether every field is as it was before the event. */
  isAsBefore: 0 | 1
  /** The values of which a person needs at least one, by column; a JSON object. */
  identity: string
  customBytes: number | null
  /** The linked values by their names; a JSON object. */
  linked: string
  /** Why the membership ends, by the fields; a JSON object. */
  leaving: string | null
}

/** The actions that can be taken back. */
export const UNDOABLE = ['person.updated', 'person.confirmed']

/** Selects the events of persons in a batch since an instant, in their order. */
export const selectUndoRows = (workspace: Sql, batchId: string, since: Date): Sql<UndoRow> => sql<UndoRow>`
  SELECT events.subject_id AS id, events.action, events.subject_kind AS subjectKind, events.changes,
    ${DISPLAY_NAME} AS name, persons.area, persons.revision, json_object(${IDENTITY}) AS identity,
    octet_length(persons.custom_values) AS customBytes, ${LINKED} AS linked,
    json_object('leave_reason', persons.leave_reason, 'leave_note', persons.leave_note) AS leaving,
    (SELECT json_group_array(change.key) FROM json_each(events.changes) AS change
      WHERE ${AS_LEFT_SQL} AND ${FREE_SQL}) AS unchanged,
    persons.id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM json_each(events.changes) AS change WHERE NOT ${AS_BEFORE_SQL}) AS isAsBefore
  FROM events LEFT JOIN persons ON ${SUBJECT_SQL}
  WHERE ${ofBatchSql(workspace, batchId)} AND events.at > ${since.toISOString()}
    AND events.subject_kind IN ('member', 'contact')
  ORDER BY events.number`

/**
 * The {@link EventState} of an event of `events` as JSON, from which follows whether it can be taken back as things are
 * now; NULL if it is older than an instant or of another kind. Reads a few rows for each event.
 */
export const eventState = (since: Date): Sql => sql`
  CASE WHEN ${UNDOABLE_SQL} AND events.at > ${since.toISOString()} THEN json_object(
      'unchanged', (SELECT json_group_array(change.key) FROM persons CROSS JOIN json_each(events.changes) AS change
        WHERE ${SUBJECT_SQL} AND ${AS_LEFT_SQL} AND ${FREE_SQL} AND NOT ${REVERSED_SQL}),
      'isShared', EXISTS (SELECT 1 FROM events AS other
        WHERE other.workspace_id = events.workspace_id AND other.number IN (events.number - 1, events.number + 1)
          AND other.batch_id = events.batch_id AND other.subject_id <> events.subject_id)) END AS state`

/**
 * The fields that are still as an event left them and were never set back, and whether its batch also has events of other
 * subjects.
 */
export type EventState = { unchanged: string[]; isShared: 0 | 1 }

const UNDOABLE_SQL = sql.raw(`events.action IN (${UNDOABLE.map((action) => `'${action}'`).join()})`)

const SUBJECT_SQL = sql.raw(`persons.workspace_id = events.workspace_id
    AND persons.list_id = CASE events.subject_kind WHEN 'contact' THEN 'contacts' ELSE 'members' END
    AND persons.area IN ('regular', 'applications') AND persons.id = events.subject_id`)

const IDENTITY = sql.raw(
  identifyingValues('members')
    .map(({ column }) => `'${column}', persons.${column}`)
    .join(', '),
)

const LINKED = sql.raw(
  `json_object(${LINKED_VALUES.map((linked) => `'${linked.key}', json(${linkedJson(linked, `persons.${linked.column}`)})`).join(', ')})`,
)

// Texts are compared as values and the rest as JSON, since a text has more than one notation in JSON.
const sameValueSql = (index: 0 | 1): Sql =>
  sql.raw(`CASE change.key
  WHEN 'area' THEN persons.area IS change.value ->> ${index}
  ${storedValuesOf('members')
    .map((stored) => {
      const column = `persons.${stored.column}`
      const isSame = stored.isJson
        ? `json(${valueJson(stored, column)}) IS json(${wholeValue(stored, `(change.value -> ${index})`)})`
        : `${column} IS change.value ->> ${index}`
      return `WHEN '${fieldOf(stored)}' THEN ${isSame}`
    })
    .join(' ')}
  ${LINKED_VALUES.map(({ key, column }) => `WHEN '${key}' THEN persons.${column} IS change.value ->> ${index}`).join(' ')}
  ELSE json(coalesce(persons.custom_values -> change.key, 'null')) IS json(change.value -> ${index}) END`)

const AS_BEFORE_SQL = sameValueSql(0)

// A payer or guardian who is deleted leaves nobody, so that the one before may return.
const AS_LEFT_SQL = sql`(${sameValueSql(1)} OR ${sql.raw(`(
  change.key IN ('payer_id', 'guardian_id') AND change.value ->> 0 IS NOT NULL
  AND CASE change.key WHEN 'payer_id' THEN persons.payer_id ELSE persons.guardian_id END IS NULL AND NOT EXISTS (
    SELECT 1 FROM persons AS gone WHERE gone.workspace_id = persons.workspace_id
      AND gone.list_id IN ('members', 'contacts') AND gone.area IN ('regular', 'applications')
      AND gone.id = change.value ->> 1))`)})`

/** The condition that an `other` lives, or that the batch itself said that it died, which is taken back with it. */
const RETURNS = `(other.${ALIVE} OR EXISTS (
  SELECT 1 FROM events AS death INDEXED BY events_of_subject
  WHERE death.workspace_id = events.workspace_id AND death.subject_id = other.id AND death.batch_id = events.batch_id
    AND death.changes ->> '$.leave_reason[1]' = 'deceased'))`

/**
 * Fields that tell persons apart: a value that another person has meanwhile is not given back, nor a payer who is gone, has a
 * payer, or is paid for by the person, nor a guardian who is gone, nor a reference that another mandate has. An admission stays as long as the dues do that were claimed with it.
 */
const FREE_SQL = sql.raw(`CASE WHEN events.action = 'person.confirmed' AND EXISTS (
  SELECT 1 FROM dues_runs
  WHERE dues_runs.workspace_id = events.workspace_id AND dues_runs.batch_id = events.batch_id AND state = 'claimed') THEN FALSE
  ELSE CASE change.key
  ${['external_id', 'membership_number']
    .map(
      (column) => `WHEN '${column}' THEN NOT EXISTS (
        SELECT 1 FROM persons AS other WHERE other.workspace_id = persons.workspace_id
          AND other.list_id = persons.list_id AND other.${column} = change.value ->> 0 AND other.id <> persons.id)`,
    )
    .join(' ')}
  WHEN 'sepa_mandate' THEN ${mayHaveMandate('(change.value -> 0)')}
  WHEN 'payer_id' THEN change.value ->> 0 IS NULL OR ${couldBePaidBy('change.value ->> 0', RETURNS)}
  WHEN 'guardian_id' THEN change.value ->> 0 IS NULL OR ${couldBeGuardedBy('change.value ->> 0', RETURNS)}
  ELSE TRUE END END`)

/** A later event has set the field back: an act that was undone and redone is not offered again. */
const REVERSED_SQL = sql.raw(`EXISTS (
  SELECT 1 FROM events AS later INDEXED BY events_of_subject
  WHERE later.workspace_id = events.workspace_id AND later.subject_id = events.subject_id
    AND later.number > events.number
    AND json(later.changes -> change.key) IS json_array(change.value -> 1, change.value -> 0))`)

/** Makes the batch fail unless the persons of a JSON array of `[id, area, revision]` are as they were read. */
export const failUnlessAsRead = (workspace: Sql, list: string, array: string): Sql =>
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS expected LEFT JOIN persons
      ON ${inList(workspace, list)} AND area = expected.value ->> 1 AND persons.id = expected.value ->> 0
        AND revision = expected.value ->> 2
    WHERE persons.id IS NULL)`)

/**
 * Moves members between the regular area and that of the applications; `array` is a JSON array of their ids. Those who
 * leave the regular area leave a tombstone, since copies of the list follow that area, and are written after it.
 */
export const moveToArea = (workspace: Sql, area: PersonRow['area'], array: string) => {
  const movedSql = sql`${inList(workspace, 'members')} AND area <> ${area}
    AND area IN ('regular', 'applications') AND id IN (SELECT value FROM json_each(${array}))`
  return [
    sql`
      INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
      SELECT workspace_id, list_id, ${nextDeletedAt(workspace, 'members')}, id, external_id
      FROM persons WHERE ${movedSql} AND area = 'regular'`,
    sql`
      WITH ${workspaceCte(workspace)}
      UPDATE persons SET area = ${area}, revision = revision + 1,
        updated_at = max(${nextUpdatedAt(TENANT, 'members')}, ${strictlyAfter(lastDeletedAt(TENANT, 'members'))})
      WHERE ${movedSql}`,
  ]
}
