import { type Db, retryOnConflict, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList } from '../access/principal'
import { type StoredValue, storedValuesOf } from '../person-fields/list-fields'
import { inPassSql, keepSlice, type Pass, repairedUntil, runRepair } from '../shared/repairs'
import { tidyValue } from '../shared/text'
import { nameKey } from './name-key'
import { updatePersons } from './store/bulk-write'
import { type Patch, Patches } from './store/patches'
import { nextUpdatedAt } from './store/timestamps'
import { failUnlessAsRead } from './store/undo'

/** The name of the repair, and how many persons a slice looks at. */
const REPAIR = 'tidy_texts'
const SLICE = 500

/**
 * Tidies the texts of persons and columns that were stored before doors did so, as far as a night gets, from where the last one
 * ended; the row `tidy_texts` of `repairs` counts what changed. Revisions rise, so that mirrors read what changed. One trip
 * once all are tidy, else two or three a slice of persons.
 */
export const repairTexts = (db: Db): Promise<void> =>
  runRepair(db, REPAIR, {
    before: (pass) => repairColumns(db, pass),
    slice: (pass) => retryOnConflict(() => repairSlice(db, pass)),
  })

type ColumnRow = {
  workspaceId: string
  listId: ListId
  id: string
  name: string
  allowed: string | null
}

/** Tidies names and allowed values of columns, together with the values of the persons that use them. */
async function repairColumns(db: Db, pass: Pass): Promise<void> {
  const { columns } = await trip(db, {
    columns: sql<ColumnRow>`
      SELECT workspace_id AS workspaceId, list_id AS listId, id, name, allowed_values AS allowed FROM custom_columns
      WHERE ${inPassSql(pass)}`,
  })
  for (const column of columns) {
    const stored: string[] = column.allowed === null ? [] : JSON.parse(column.allowed)
    const renamed = tidyAllowed(stored)
    const name = tidyValue(column.name)
    if (name === column.name && renamed.size === 0) continue
    const allowed = column.allowed && JSON.stringify(stored.map((value) => renamed.get(value) ?? value))
    await trip(db, {
      values: renamed.size > 0 ? [renameValues(column, renamed)] : [],
      column: sql`
        UPDATE custom_columns SET name = ${name}, allowed_values = ${allowed}
        WHERE ${inList(sql`${column.workspaceId}`, column.listId)} AND id = ${column.id}
          AND name = ${column.name} AND allowed_values IS ${column.allowed}`,
      version: sql`UPDATE workspaces SET columns_version = columns_version + 1 WHERE id = ${column.workspaceId}`,
    })
  }
}

/** The tidy values by those that are not, but for values that would become equal. */
export function tidyAllowed(stored: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const value of stored) counts.set(tidyValue(value), (counts.get(tidyValue(value)) ?? 0) + 1)
  return new Map(
    stored
      .map((value) => [value, tidyValue(value)] as const)
      .filter(([value, tidy]) => value !== tidy && counts.get(tidy) === 1),
  )
}

const renameValues = ({ workspaceId, listId, id }: ColumnRow, renamed: Map<string, string>): Sql => {
  const path = `$.${id}`
  const names = sql`(SELECT value ->> 0 AS before, value ->> 1 AS after FROM json_each(${JSON.stringify([...renamed])}))`
  const after = sql`coalesce((SELECT after FROM ${names} WHERE before = item.value), item.value)`
  return sql`
    UPDATE persons SET revision = revision + 1, updated_at = ${nextUpdatedAt(sql`${workspaceId}`, listId)},
      custom_values = CASE json_type(custom_values, ${path})
        WHEN 'array' THEN json_set(custom_values, ${path}, (
          SELECT json_group_array(${after}) FROM json_each(custom_values, ${path}) AS item))
        ELSE json_set(custom_values, ${path}, (
          SELECT ${after} FROM (SELECT custom_values ->> ${path} AS value) AS item)) END
    WHERE ${inList(sql`${workspaceId}`, listId)} AND EXISTS (
      SELECT 1 FROM json_each(custom_values, ${path}) AS item WHERE item.value IN (SELECT before FROM ${names}))`
}

type StoredPerson = {
  workspaceId: string
  listId: ListId
  area: 'regular' | 'applications'
  id: string
  revision: number
  customValues: string
} & Record<string, string | null>

/** Tidies the persons after the position that is stored, and stores the next one. Returns whether it was the last slice. */
async function repairSlice(db: Db, pass: Pass): Promise<boolean> {
  const values = storedValuesOf('members').filter(isRepaired)
  const { persons, choices } = await trip(db, {
    persons: sql<StoredPerson>`
      WITH ${repairedUntil(pass)}
      SELECT workspace_id AS workspaceId, list_id AS listId, area, id, revision, custom_values AS customValues,
        ${sql.raw(values.map(({ column }) => column).join(', '))}
      FROM persons
      WHERE ${inPassSql(pass)} AND (workspace_id, list_id, area, id) > (
        coalesce((SELECT position ->> 0 FROM at), ''), coalesce((SELECT position ->> 1 FROM at), ''),
        coalesce((SELECT position ->> 2 FROM at), ''), coalesce((SELECT position ->> 3 FROM at), ''))
      ORDER BY workspace_id, list_id, area, id LIMIT ${SLICE}`,
    choices: sql<{ id: string }>`
      SELECT id FROM custom_columns WHERE ${inPassSql(pass)} AND allowed_values IS NOT NULL`,
  })
  const last = persons.at(-1)
  const isLast = persons.length < SLICE
  const fixedIds = new Set(choices.map(({ id }) => id))
  const changed = persons.flatMap((person) => {
    const patch = repairedPatch(person, values, fixedIds)
    return Object.keys(patch).length > 0 ? [{ person, patch }] : []
  })
  const byList = Map.groupBy(changed, ({ person }) => JSON.stringify([person.workspaceId, person.listId]))
  const writes = [...byList.values()].flatMap((some) => {
    const [{ person }] = some as [(typeof some)[number]]
    const workspace = sql`${person.workspaceId}`
    const patches = new Patches(...some.map(({ person: { id, area }, patch }) => ({ id, area, ...patch })))
    const asRead = some.map(({ person: { id, area, revision } }) => [id, area, revision])
    return [
      failUnlessAsRead(workspace, person.listId, JSON.stringify(asRead)),
      ...updatePersons(workspace, person.listId, patches, sql`1`),
    ]
  })
  const position = last ? JSON.stringify([last.workspaceId, last.listId, last.area, last.id]) : null
  await trip(db, {
    writes,
    position: keepSlice(pass, { position, changed: changed.length, isLast }),
  })
  return isLast
}

// External ids stay as they are, and a new email address would end sessions; those that are stored have no blanks.
const isRepaired = ({ key }: StoredValue): boolean => !['external_id', 'email'].includes(key)

/** The stored columns of a person that change when their texts are tidied. */
function repairedPatch(person: StoredPerson, values: StoredValue[], choices: ReadonlySet<string>): Patch {
  const patch: Patch = {}
  for (const { column, keyColumn, isJson, kept } of values) {
    const stored = person[column]
    // References of mandates, which are objects with a part that is kept, stay as they are.
    if (typeof stored !== 'string' || kept) continue
    const tidy = isJson ? JSON.stringify(tidied(JSON.parse(stored))) : tidyValue(stored)
    if (tidy === stored) continue
    patch[column] = tidy
    if (keyColumn) patch[keyColumn] = nameKey(tidy)
  }
  const custom = Object.entries(JSON.parse(person.customValues) as Record<string, unknown>)
  const changed = custom.flatMap(([id, value]) => {
    const tidy = choices.has(id) ? value : tidied(value)
    return JSON.stringify(tidy) === JSON.stringify(value) ? [] : [[id, tidy] as const]
  })
  if (changed.length > 0) patch.custom_values = Object.fromEntries(changed)
  return patch
}

/** A value with the texts in it tidied. */
function tidied(value: unknown): unknown {
  if (typeof value === 'string') return tidyValue(value)
  if (Array.isArray(value)) return value.map(tidied)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tidied(part)]))
}
