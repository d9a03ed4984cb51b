import type { Caller } from '../../access/admission'
import type { ListId } from '../../access/lists'
import { type CustomColumn, listColumns } from '../../custom-columns/column'
import { DomainError, type Issues, invalid } from '../../shared/errors'
import { requireNoErrors } from '../../shared/validation'
import { READ_ONLY } from '../fields'
import type { PersonInput } from '../schemas'
import { type Synchronised, synchronizePersons } from '../synchronize'
import { type Delimiter, partsIn, readCell, type SheetColumn, sheetColumns } from './cells'
import { readSheet, type Sheet } from './read'

/**
 * Synchronises a list with a CSV sheet as {@link exportPersons} writes it: the first row names the columns, those that
 * are absent stay as they are, an empty cell clears. Two trips, one where nothing changes. Errors name row and column.
 */
export async function importPersons(
  caller: Caller,
  listId: string,
  csv: string,
  deleteOmitted: boolean,
): Promise<Synchronised> {
  const sheet = await readAdmitted(caller, listId, csv)
  const naming = { delete_omitted: deleteOmitted, data: namesIn(sheet) }
  const bodyFor = (list: ListId, columns: CustomColumn[]): PersonInput => ({
    delete_omitted: deleteOmitted,
    data: personsIn(sheet, list, columns),
  })
  try {
    return await synchronizePersons(caller, listId, naming, bodyFor)
  } catch (error) {
    throw error instanceof DomainError && error.issues ? invalid(byRow(error.issues, sheet.rows)) : error
  }
}

/** Reads a sheet; only an admitted caller learns what is wrong with it. */
async function readAdmitted(caller: Caller, listId: string, csv: string): Promise<Sheet> {
  try {
    return readSheet(csv)
  } catch (error) {
    await listColumns(caller, listId, 'write')
    throw error
  }
}

function namesIn({ delimiter, header, records }: Sheet): PersonInput[] {
  const [id, externalId] = ['id', 'external_id'].map((key) => header.indexOf(key))
  const nameAt = (record: string[], at = -1) => readCell(record[at] ?? '', 'text', delimiter) ?? undefined
  return records.map((record) => ({ id: nameAt(record, id), external_id: nameAt(record, externalId) }))
}

function personsIn(sheet: Sheet, list: ListId, columns: CustomColumn[]): PersonInput[] {
  const known = new Map(sheetColumns(list, columns).map((column) => [column.path, column]))
  const parts = partsIn(list)
  requireNoErrors(headerErrors(sheet, known, parts))
  requireNoErrors(rowErrors(sheet))
  const assigned = new Set(READ_ONLY[list].filter((key) => key !== 'id'))
  const places = sheet.header.map((path) =>
    assigned.has(path) ? undefined : placeOf(known.get(path), parts),
  )
  const clearable = [...parts.keys()].filter((key) => key !== 'name')
  return sheet.records.map((record) => cleared(personIn(record, places, sheet.delimiter), clearable))
}

type Parts = ReturnType<typeof partsIn>
type Place = { reads: SheetColumn['reads']; key: string; part?: string }

function placeOf(column: SheetColumn | undefined, parts: Parts): Place | undefined {
  if (!column) return undefined
  const [key = '', part] = column.path.split('.')
  return parts.has(key) ? { reads: column.reads, key, part } : { reads: column.reads, key: column.path }
}

function personIn(record: string[], places: (Place | undefined)[], delimiter: Delimiter): PersonInput {
  const person: PersonInput = {}
  for (const [at, place] of places.entries()) {
    if (!place) continue
    const { reads, key, part } = place
    const value = readCell(record[at] ?? '', reads, delimiter)
    person[key] = part === undefined ? value : { ...(person[key] as object), [part]: value }
  }
  return person
}

/** Clears the objects that have no part, and leaves out an empty id, which names no person. */
function cleared({ id, ...person }: PersonInput, clearable: string[]): PersonInput {
  for (const key of clearable)
    if (key in person && Object.values(Object(person[key])).every((part) => part === null)) person[key] = null
  return id === null || id === undefined ? person : { id, ...person }
}

function* headerErrors({ header }: Sheet, known: Map<string, SheetColumn>, parts: Parts) {
  const named = new Set(header)
  const seen = new Set<string>()
  for (const path of header) {
    const [key = ''] = path.split('.')
    const missing = key === 'name' ? [] : (parts.get(key) ?? []).filter((part) => !named.has(part))
    const place = [`row 1, ${path}`]
    if (!known.has(path)) yield [place, 'is not a column of this list'] as const
    else if (seen.has(path)) yield [place, 'appears twice'] as const
    else if (path !== key && missing.length > 0)
      yield [place, `goes together with ${missing.join(', ')}; give all of them or none`] as const
    seen.add(path)
  }
  if (header.length === 0) yield [['row 1'], 'must name the columns'] as const
}

function* rowErrors({ header, records, rows }: Sheet) {
  for (const [index, { length }] of records.entries())
    if (length !== header.length)
      yield [[`row ${rows[index]}`], `has ${length} cells where the first row has ${header.length}`] as const
}

const byRow = (errors: Issues, rows: number[]): Issues =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const [, at, field] = /^data\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
      if (at === undefined) return [path, messages]
      return [[`row ${rows[Number(at)]}`, ...(field === undefined ? [] : [field])].join(', '), messages]
    }),
  )
