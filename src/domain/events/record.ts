import { elementsOf, jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT, workspaceCte } from '../access/principal'
import type { EventKind, SubjectKind } from './actions'
import { lastNumber } from './batch'

/** The values of fields before and after an act, by the name of the field; `null` if there was or is none. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/**
 * Records an event for each row `(id, name, changes)` of a query, which can refer to the workspace as {@link TENANT};
 * `changes` is the JSON of {@link Changes}. Records none if it is `{}`, and an event without personal parts if it is
 * NULL. Without an action in the kind, the rows have it in a fourth column. Belongs in the batch of the act, since
 * events are numbered without gaps in the order of the commits. SQLite has one writer, so a reader who follows the
 * numbers misses nothing. An event costs two rows.
 */
export const insertEvents = (
  { kind, door, id, name, requestId, batchId }: Actor,
  workspace: Sql,
  { action, subject }: EventKind | { action?: never; subject: SubjectKind },
  subjects: Sql,
): Sql => sql`
  WITH ${workspaceCte(workspace)}, subjects (id, name, changes${action ? sql`` : sql`, action`}) AS MATERIALIZED (${subjects})
  INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, actor_id, actor_name, door,
    subject_kind, subject_id, subject_name, changes, salt)
  SELECT ${TENANT},
    ${lastNumber(TENANT)} + row_number() OVER (),
    ${NOW}, ${requestId}, ${batchId}, ${action ?? sql`action`}, ${kind}, ${id}, ${name}, ${door}, ${subject}, id, name, changes,
    CASE WHEN changes IS NOT NULL THEN hex(randomblob(8)) END
  FROM subjects WHERE changes IS NOT '{}'`

/** A subject of which the caller knows what changes. */
export type Subject = { id: string; name: string; changes: Changes }

/** Records an event for each subject that changes: a statement per megabyte of them. */
export const recordEvents = (actor: Actor, workspace: Sql, kind: EventKind, subjects: Subject[]): Sql[] =>
  jsonArrays(subjects.filter(({ changes }) => Object.keys(changes).length > 0)).map((array) =>
    insertEvents(
      actor,
      workspace,
      kind,
      sql`SELECT value ->> 'id', value ->> 'name', value -> 'changes' FROM ${elementsOf(array)} WHERE TRUE`,
    ),
  )

/** Records the same event about each workspace that a query of `(id, name)` gives. */
export const recordInWorkspaces = (
  { kind, door, id, name, requestId, batchId }: Actor,
  { action, subject }: EventKind,
  { workspaces, changes }: { workspaces: Sql; changes: Changes },
): Sql => sql`
  INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, actor_id, actor_name, door,
    subject_kind, subject_id, subject_name, changes, salt)
  SELECT concerned.id, (SELECT coalesce(max(number), 0) + 1 FROM events WHERE workspace_id = concerned.id),
    ${NOW}, ${requestId}, ${batchId}, ${action}, ${kind}, ${id}, ${name}, ${door}, ${subject}, concerned.id, concerned.name,
    ${JSON.stringify(changes)}, hex(randomblob(8))
  FROM (${workspaces}) AS concerned`

/**
 * Empties the personal parts of the events of persons, whose ids a query gives. Without the salt, the sealed digest
 * of an event tells nothing of what it held. What was done, when and by which actor stays, and so does the name in
 * the events of a fee, as it does in the fee.
 */
export const emptyEvents = (workspace: Sql, ids: Sql): Sql => sql`
  UPDATE events INDEXED BY events_of_subject
  SET subject_name = NULL, changes = NULL, salt = NULL,
    actor_name = CASE actor_kind WHEN 'member' THEN NULL ELSE actor_name END
  WHERE workspace_id = ${workspace} AND subject_id IN (${ids}) AND salt IS NOT NULL`
