import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { inList, TENANT } from '../../access/principal'
import { changeJson, changesJson } from '../../events/changes'
import { insertEvents } from '../../events/record'
import { type StoredValue, storedValuesOf } from '../../person-fields/list-fields'
import { keepAddressesBeforeStaff } from '../old-addresses'
import { releaseOfDeceased } from '../payers/deceased'
import { DISPLAY_NAME, type PersonRow } from '../person'
import { SUBJECT } from '../subject'
import { mergedValue, wholeValue } from './kept'
import { patchedLinkChange } from './linked-values'
import { type Patch, Patches } from './patches'

const patchedSql = (listId: ListId): Sql => sql`
  ${inList(TENANT, listId)} AND persons.area = patch ->> 'area' AND persons.id = patch ->> 'id'`

/**
 * Records what patches change of the persons that are stored; before the update, and for the same persons. They are those
 * that `id` and `area` of a patch name, or those of a condition.
 */
export function recordUpdates(
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  patches: Patches,
  condition = patchedSql(listId),
): Sql[] {
  const changes = patchedChanges(listId, patches)
  const recorded = patches.arrays.map((array) =>
    insertEvents(
      actor,
      workspace,
      { action: 'person.updated', subject: SUBJECT[listId] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, ${changes}
        FROM (SELECT value AS patch FROM json_each(${array})) AS given CROSS JOIN persons
        WHERE ${condition}`,
    ),
  )
  return [...recorded, ...besideUpdates(actor, workspace, listId, patches, condition)]
}

/** What else an update by patches brings about, before it: old addresses are kept, and those lose payer or guardian whose has died. */
export const besideUpdates = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  patches: Patches,
  condition = patchedSql(listId),
): Sql[] => [
  ...keepOldAddresses(actor, workspace, listId, patches, condition),
  ...releaseOfDeceased(actor, workspace, listId, patches, condition),
]

/** Keeps the addresses that staff replace by patches, before the update: {@link keepAddressesBeforeStaff}. */
const keepOldAddresses = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  patches: Patches,
  condition: Sql,
): Sql[] =>
  listId === 'members' && patches.columnsOf(listId).includes('email')
    ? patches.arrays.flatMap((array) => keepAddressesBeforeStaff(actor, workspace, { array, condition }))
    : []

/** Records a change of a custom column, `before` and `after` as JSON, of the persons that match a condition. */
export const recordColumnChange = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  { columnId, before, after }: { columnId: string; before: Sql; after: Sql },
  condition: Sql,
): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'person.updated', subject: SUBJECT[listId] },
    sql`
      SELECT id, ${DISPLAY_NAME}, '{' || json_quote(${columnId}) || ':[' || ${before} || ',' || ${after} || ']}'
      FROM persons WHERE ${condition}`,
  )

/** Records the persons with these ids as created, with all that is stored of them. */
export const recordCreations = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  area: PersonRow['area'],
  ids: string[],
): Sql[] =>
  jsonArrays(ids).map((array) =>
    insertEvents(
      actor,
      workspace,
      { action: 'person.created', subject: SUBJECT[listId] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, ${CREATED[listId]}
        FROM json_each(${array}) AS created CROSS JOIN persons
        WHERE ${inList(TENANT, listId)} AND area = ${area} AND persons.id = created.value`,
    ),
  )

/**
 * Records the confirmation of applicants of a JSON array of `id`, `number` and `joinDate`, with the membership number and the
 * date on which they join; before they move.
 */
export const recordAdmissions = (actor: Actor, workspace: Sql, array: string): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'person.confirmed', subject: 'member' },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, json_remove(
        json_object('area', json('["applications","regular"]'),
          'membership_number', json_array(membership_number, given.value ->> 'number'),
          'join_date', json_array(join_date, given.value ->> 'joinDate')),
        iif(membership_number IS given.value ->> 'number', '$.membership_number', '$.none'),
        iif(join_date IS given.value ->> 'joinDate', '$.join_date', '$.none'))
      FROM json_each(${array}) AS given CROSS JOIN persons
      WHERE ${inList(TENANT, 'members')} AND area = 'applications' AND persons.id = given.value ->> 'id'`,
  )

/** Records that a contact became a member: gone from one list, and new in the other. After the move. */
export const recordMove = (actor: Actor, workspace: Sql, id: string): Sql[] => [
  insertEvents(
    actor,
    workspace,
    { action: 'person.deleted', subject: 'contact' },
    sql`
      SELECT id, NULL, NULL FROM persons WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND id = ${id}`,
  ),
  ...recordCreations(actor, workspace, 'members', 'regular', [id]),
]

/** Records the deletion of the persons that match a condition. */
export const recordDeletions = (actor: Actor, workspace: Sql, listId: ListId, condition: Sql): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'person.deleted', subject: SUBJECT[listId] },
    sql`SELECT id, NULL, NULL FROM persons WHERE ${inList(TENANT, listId)} AND ${condition}`,
  )

/**
 * Records that a person, as a condition names it, takes in another one, with what that changes; before the update. The name of
 * the other one is in its own events alone.
 */
export const recordMerge = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  { patch, condition, gone }: { patch: Patch; condition: Sql; gone: string },
): Sql[] => {
  const patches = new Patches(patch)
  const changes = patchedChanges(listId, patches)
  const merged = JSON.stringify({ merged_person_id: [null, gone] })
  return [
    ...patches.arrays.map((array) =>
      insertEvents(
        actor,
        workspace,
        { action: 'person.merged', subject: SUBJECT[listId] },
        sql`
          SELECT persons.id, ${DISPLAY_NAME}, json_patch(${changes}, ${merged})
          FROM (SELECT value AS patch FROM json_each(${array})) AS given CROSS JOIN persons
          WHERE ${inList(TENANT, listId)} AND ${condition}`,
      ),
    ),
    ...besideUpdates(actor, workspace, listId, patches, sql`${inList(TENANT, listId)} AND ${condition}`),
  ]
}

/** The name of a stored value in the changes of an event. */
export const fieldOf = ({ key, part }: StoredValue): string => (part === undefined ? key : `${key}.${part}`)

/** What events keep of a stored value, as JSON. */
export function valueJson(stored: StoredValue, value: string): string {
  const { isJson, abridged } = stored
  if (!isJson) return `json_quote(${value})`
  if (!abridged) return `coalesce(${wholeValue(stored, value)}, 'null')`
  return `coalesce(json_replace(${value}, '$.${abridged}', substr(${value} ->> '${abridged}', -4)), 'null')`
}

/** What patches change of the values of a list, as the JSON of an event. */
const patchedChanges = (listId: ListId, patches: Patches): Sql =>
  changesJson([
    ...patches.valuesIn(listId).map(patchedChange),
    ...patches.linkedValues.map(patchedLinkChange),
    PATCHED_CUSTOM_VALUES,
  ])

function patchedChange(stored: StoredValue): string {
  const column = `persons.${stored.column}`
  const before = wholeValue(stored, column)
  const after = mergedValue(stored, column, `(patch ->> '${stored.column}')`)
  const change = changeJson(fieldOf(stored), valueJson(stored, before), valueJson(stored, after))
  const isChanged = `${before} IS NOT ${after} AND json_type(patch, '$.${stored.column}') IS NOT NULL`
  return `CASE WHEN ${isChanged} THEN ${change} ELSE '' END`
}

/** The changes of custom values, which `source` gives as `key`, `before` and `after`. */
const customChanges = (source: string): string => `coalesce((
  SELECT group_concat(',"' || key || '":[' || before || ',' || after || ']', '') FROM (${source}) WHERE before <> after
), '')`

const PATCHED_CUSTOM_VALUES = customChanges(`
  SELECT key, coalesce(persons.custom_values -> key, 'null') AS before, patch -> 'custom_values' -> key AS after
  FROM json_each(patch, '$.custom_values')`)

const CREATED_CUSTOM_VALUES = customChanges(`
  SELECT key, 'null' AS before, persons.custom_values -> key AS after FROM json_each(persons.custom_values)`)

const CREATED = { members: createdChanges('members'), contacts: createdChanges('contacts') }

function createdChanges(list: ListId): Sql {
  const changes = storedValuesOf(list).map((stored) => {
    const value = `persons.${stored.column}`
    return `CASE WHEN ${value} IS NULL THEN '' ELSE ${changeJson(fieldOf(stored), "'null'", valueJson(stored, value))} END`
  })
  const area = changeJson('area', "'null'", 'json_quote(persons.area)')
  return changesJson([...(list === 'members' ? [area] : []), ...changes, CREATED_CUSTOM_VALUES])
}
