import type { ListId } from '../../access/lists'
import type { Principal } from '../../access/principal'
import { type ListColumns, queryList } from '../../custom-columns/query-list'
import { GUARDIAN, PAYER, RELATION_KEYS, RELATIONS } from '../../person-fields/fields'
import { keptPart, mergesByPart, READ_ONLY, takesExternalId } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { DomainError, type Issues, invalid } from '../../shared/errors'
import { requireNoErrors } from '../../shared/validation'
import type { PersonInput } from '../schemas'
import { type Synchronization, type Synchronized, synchronizePersons } from '../synchronize'
import { checkSynchronization, type SynchronizationCheck } from '../synchronize-preview'
import { type CsvColumn, csvColumns, type Delimiter, partsOf, readCell } from './cells'
import { type CsvTable, readCsvTable } from './read'

/**
 * Synchronizes a list with CSV as {@link exportPersons} writes it: the first row names the columns, those that are absent
 * keep their values, an empty cell clears. Two trips; one when nothing changes. Throws `invalid`, by row and column.
 */
export async function importPersons(
  principal: Principal,
  { list, csv, deleteOmitted }: Import,
): Promise<Synchronized> {
  return withTable(principal, { list, csv, deleteOmitted }, (synchronization) =>
    synchronizePersons(principal, synchronization),
  )
}

/** What {@link importPersons} would do. One trip. Throws what it throws. */
export const checkImport = (principal: Principal, given: Import): Promise<SynchronizationCheck> =>
  withTable(principal, given, (synchronization) => checkSynchronization(principal, synchronization))

type Import = { list: string; csv: string; deleteOmitted: boolean }

/** A synchronization whose persons are parsed once the columns are known. */
export type TableSynchronization = Required<Synchronization>

/** Runs an act with the synchronization that CSV asks for. Throws `invalid` by row and column. */
export async function withTable<T>(
  principal: Principal,
  { list, csv, deleteOmitted }: Import,
  act: (synchronization: TableSynchronization) => Promise<T>,
): Promise<T> {
  const table = await readAuthorized(principal, list, csv)
  const toBody = (data: PersonInput[]): PersonInput => ({ delete_omitted: deleteOmitted, data })
  try {
    return await act({
      list,
      body: toBody(personKeys(table)),
      bodyFor: (context) => toBody(parsePersons(table, context)),
    })
  } catch (error) {
    throw error instanceof DomainError && error.issues ? invalid(byRow(error.issues, table.rows)) : error
  }
}

/** Reads CSV. Throws `invalid` only to a caller who may write to the list. */
async function readAuthorized(principal: Principal, list: string, csv: string): Promise<CsvTable> {
  try {
    return readCsvTable(csv)
  } catch (error) {
    await queryList(principal, list, 'write', {})
    throw error
  }
}

/** The `id`, `external_id`, payer and guardian of each row, before the other cells are parsed. */
function personKeys({ delimiter, header, records }: CsvTable): PersonInput[] {
  const indexes = ['id', 'external_id', ...RELATION_KEYS, ...Object.values(RELATIONS)].flatMap((key) => {
    const index = header.indexOf(key)
    return index < 0 ? [] : [[key, index] as const]
  })
  return records.map((record) =>
    Object.fromEntries(
      indexes.map(([key, index]) => [key, readCell(record[index] ?? '', 'text', delimiter)]),
    ),
  )
}

/**
 * Parses the rows of a table into persons. Throws `invalid` for an unknown or repeated column, and for a row whose number
 * of cells differs from the header.
 */
function parsePersons(table: CsvTable, context: ListColumns): PersonInput[] {
  const { list } = context
  const columnsByPath = new Map(writtenColumns(context).map((column) => [column.path, column]))
  const parts = partsOf(context)
  requireNoErrors(headerIssues(table, columnsByPath, parts))
  requireNoErrors(rowIssues(table))
  const targets = cellTargets(table, list, columnsByPath, parts)
  const clearable = [...parts.keys()].filter((key) => !mergesByPart(key))
  return table.records.map((record) => cleared(personFrom(record, targets, table.delimiter), clearable))
}

/** The columns that exports have, and those that name payers and guardians in another way. */
function writtenColumns(context: ListColumns): CsvColumn[] {
  const named = RELATION_KEYS.filter((relation) => takesExternalId(context, relation))
  return [
    ...csvColumns(context.list, context.columns),
    ...named.map((relation): CsvColumn => ({ path: RELATIONS[relation], cellType: 'text' })),
  ]
}

type Parts = ReturnType<typeof partsOf>

/** The field that the cells of a column set, or the part of a field. */
type CellTarget = { cellType: CsvColumn['cellType']; key: string; part?: string | undefined }

/** The target of each cell of a row; undefined for a field that the service assigns. */
function cellTargets(
  { header }: CsvTable,
  list: ListId,
  columnsByPath: Map<string, CsvColumn>,
  parts: Parts,
): (CellTarget | undefined)[] {
  const assigned = new Set(READ_ONLY[list].filter((key) => key !== 'id'))
  return header.map((path) => {
    const column = columnsByPath.get(path)
    if (!column || assigned.has(path)) return undefined
    const [key = '', part] = path.split('.')
    return { cellType: column.cellType, ...(parts.has(key) ? { key, part } : { key: path }) }
  })
}

function personFrom(
  record: string[],
  targets: (CellTarget | undefined)[],
  delimiter: Delimiter,
): PersonInput {
  const person: PersonInput = {}
  for (const [index, target] of targets.entries()) {
    if (!target) continue
    const { cellType, key, part } = target
    const value = readCell(record[index] ?? '', cellType, delimiter)
    person[key] = part === undefined ? value : { ...(person[key] as object), [part]: value }
  }
  return person
}

/** Sets an object whose parts are all null to null, and leaves out an empty id. */
function cleared({ id, ...person }: PersonInput, clearable: string[]): PersonInput {
  for (const key of clearable)
    if (key in person && Object.values(Object(person[key])).every((part) => part === null)) person[key] = null
  return id === null || id === undefined ? person : { id, ...person }
}

function* headerIssues(
  { header }: CsvTable,
  columnsByPath: Map<string, CsvColumn>,
  parts: Parts,
): Iterable<Issue> {
  const named = new Set(header)
  const seen = new Set<string>()
  for (const path of header) {
    const [key = ''] = path.split('.')
    const needed = mergesByPart(key) ? [] : (parts.get(key) ?? [])
    const missing = needed.filter((part) => !named.has(part) && part !== `${key}.${keptPart(key)?.part}`)
    const cell = [`row 1, ${path}`]
    if (!columnsByPath.has(path)) yield [cell, { code: 'csv_column_unknown' }]
    else if (seen.has(path)) yield [cell, { code: 'csv_column_twice' }]
    else if (path === RELATIONS[PAYER] && named.has(PAYER)) yield [cell, { code: 'payer_named_twice' }]
    else if (path === RELATIONS[GUARDIAN] && named.has(GUARDIAN))
      yield [cell, { code: 'guardian_named_twice' }]
    else if (path !== key && missing.length > 0) yield [cell, { code: 'csv_parts_missing', parts: missing }]
    seen.add(path)
  }
  if (header.length === 0) yield [['row 1'], { code: 'csv_without_header' }]
}

function* rowIssues({ header, records, rows }: CsvTable): Iterable<Issue> {
  for (const [index, { length }] of records.entries())
    if (length !== header.length)
      yield [[`row ${rows[index]}`], { code: 'csv_cells_differ', cells: length, columns: header.length }]
}

const byRow = (issues: Issues, rows: number[]): Issues =>
  Object.fromEntries(
    Object.entries(issues).map(([path, messages]) => {
      const [, index, field] = /^data\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
      if (index === undefined) return [path, messages]
      return [[`row ${rows[Number(index)]}`, ...(field === undefined ? [] : [field])].join(', '), messages]
    }),
  )
