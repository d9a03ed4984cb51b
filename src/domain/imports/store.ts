import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { GUARDIAN, PAYER, type Relation } from '../person-fields/fields'
import { selectKnown } from '../persons/known'
import { nameKey } from '../persons/name-key'
import { MAX_PERSONS } from '../persons/schemas'
import { REFERENCE_ROW, type ReferenceRow } from '../persons/store/mandate-references'
import { refusedAt } from '../shared/error-list'
import { gzipInParts, unzipParts } from '../shared/gzip'
import type { ImportRow } from './import'
import type { Gap, PlannedPerson } from './planned'
import { TableRows } from './read/table-rows'

const ROW =
  sql.raw(`imports.id AS id, imports.list_id AS listId, imports.state AS state, file_name AS fileName, head, settings,
  counts, batch_id AS batchId, accounts_batch_id AS accountsBatchId, imports.revision AS revision, imports.created_at AS createdAt,
  imports.updated_at AS updatedAt, expires_at AS expiresAt`)

/** What an import keeps in parts. */
export type PartKind = 'file' | 'columns' | 'rows' | 'keys' | 'gaps'

export type Part = { content: string }

/** The imports of a workspace that match a condition, the newest first. */
export const selectImports = (workspace: Sql, condition: Sql): Sql<ImportRow> => sql<ImportRow>`
  SELECT ${ROW} FROM imports WHERE imports.workspace_id = ${workspace} AND ${condition} ORDER BY imports.id DESC`

/** The import with an id. */
export const importById = (workspace: Sql, id: string): Sql<ImportRow> =>
  selectImports(workspace, sql`imports.id = ${id}`)

export const selectParts = (workspace: Sql, id: string, kind: PartKind): Sql<Part> => sql<Part>`
  SELECT content FROM import_parts
  WHERE workspace_id = ${workspace} AND import_id = ${id} AND kind = ${kind} ORDER BY part`

/** The rows of a table as parts, gzipped: D1 takes and gives all parts in one message, of which a Worker holds several copies. */
export const packRows = async (rows: TableRows): Promise<string[]> =>
  rows.length === 0 ? [] : gzipInParts(...rows.lines)

/** The rows that {@link packRows} packed. */
export const unpackRows = async (parts: Part[]): Promise<TableRows> =>
  parts.length === 0
    ? TableRows.of([])
    : TableRows.ofLines(await unzipParts(parts.map(({ content }) => content)))

/** The rows of which something is left out. */
export function rowsOfGaps(gaps: Gap[], rows: TableRows): TableRows {
  const left = new Set(gaps.map(({ row }) => row))
  return rows.filter(({ row }) => left.has(row))
}

/**
 * The keys by which persons of a file are known, for `selectKnown`: id, external id, number, last and first name, birthdate; and
 * last what names payer and guardian. Throws `invalid`.
 */
export function keyParts(persons: PlannedPerson[]): string[] {
  if (persons.length > MAX_PERSONS)
    throw refusedAt('file', { code: 'csv_too_many_persons', max: MAX_PERSONS })
  return jsonArrays(
    persons.map(({ keys, input }) => {
      const { name, [PAYER]: payer, [GUARDIAN]: guardian } = JSON.parse(input)
      const { last_name, first_name } = Object(name)
      return [
        keys.id,
        keys.externalId,
        keys.number,
        nameKey(last_name ?? ''),
        nameKey(first_name ?? ''),
        keys.birthdate,
        null,
        payer ?? null,
        guardian ?? null,
      ]
    }),
  )
}

/** Where keys have what names payer and guardian. */
export const PLACE_IN_KEYS: Record<Relation, number> = { [PAYER]: 7, [GUARDIAN]: 8 }

/** Persons that a run has written, as keys that name them by their ids, each with the first row of the person. */
export const writtenKeyParts = (persons: { id: string; row: number }[]): string[] =>
  jsonArrays(persons.map(({ id, row }) => [id, null, null, '', '', null, row]))

/** The persons that the run of an import wrote, by the first row of each, while accounts wait. */
export const selectWritten = (workspace: Sql, id: string) => sql<{ id: string; row: number }>`
  SELECT key.value ->> 0 AS id, key.value ->> 6 AS row FROM imports
  CROSS JOIN import_parts ON import_parts.workspace_id = imports.workspace_id AND import_id = imports.id
  CROSS JOIN json_each(content) AS key
  WHERE imports.workspace_id = ${workspace} AND imports.id = ${id} AND imports.state = 'imported' AND kind = 'keys'`

/** The mandates of a workspace, for an import that has references. */
export const selectMandatesFor = (workspace: Sql, id: string) => sql<ReferenceRow>`
  SELECT ${REFERENCE_ROW} FROM imports CROSS JOIN mandates
  WHERE imports.workspace_id = ${workspace} AND imports.id = ${id} AND mandates.workspace_id = imports.workspace_id
    AND EXISTS (SELECT 1 FROM json_each(settings, '$.mapping') WHERE value = 'sepa_mandate.reference')`

/** The stored persons that the keys of an import name. */
export const selectKnownTo = (workspace: Sql, id: string) =>
  selectKnown(
    workspace,
    sql`SELECT list_id FROM imports WHERE workspace_id = ${workspace} AND id = ${id}`,
    sql`
      SELECT key.value FROM import_parts CROSS JOIN json_each(content) AS key
      WHERE import_parts.workspace_id = ${workspace} AND import_id = ${id} AND kind = 'keys'`,
  )

/** The statements that replace the parts of a kind. */
export const writeParts = (workspace: Sql, id: string, kind: PartKind, parts: string[]): Sql[] => [
  sql`DELETE FROM import_parts WHERE workspace_id = ${workspace} AND import_id = ${id} AND kind = ${kind}`,
  ...parts.map(
    (content, part) => sql`
      INSERT INTO import_parts (workspace_id, import_id, kind, part, content)
      SELECT ${workspace}, ${id}, ${kind}, ${part}, ${content}`,
  ),
]

/** The statement that deletes parts of some kinds, or all. */
export const deleteParts = (
  workspace: Sql,
  id: string,
  kinds: readonly PartKind[] = ['file', 'columns', 'rows', 'keys', 'gaps'],
): Sql => sql`
  DELETE FROM import_parts WHERE workspace_id = ${workspace} AND import_id = ${id}
    AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`

/** The settings of an import without texts of its cells, which edits and answers about words have. */
export const withoutTexts = sql`json_set(settings, '$.edits', json('{}'), '$.answers', json('{}'))`

/** The head of a table without texts of the file: a header is a person's name in a file without headers. */
export const withoutHeaders = sql`json_set(head, '$.headers', json('[]'), '$.sheets', json('[]'), '$.sheet', NULL,
  '$.notes', json('[]'), '$.totals', json('[]'), '$.options', json('{}'))`

/** The condition that an import is as it was read. */
export const asReadSql = (workspace: Sql, { id, revision }: Pick<ImportRow, 'id' | 'revision'>): Sql =>
  sql`imports.workspace_id = ${workspace} AND imports.id = ${id} AND imports.revision = ${revision}`
