import { CsvError, parse } from 'csv-parse/sync'
import type { Caller } from '../../admission'
import type { CustomColumn } from '../../custom-columns/column'
import type { ListId } from '../../lists'
import { type Faults, invalid, Refusal } from '../../refusal'
import { MOST_PERSONS, type PersonInput } from '../input'
import { type Synchronised, synchronizePersons } from '../synchronize'
import { partsOf, readCell, sheetColumns } from './cells'

/**
 * Synchronises a list with a CSV sheet as {@link exportPersons} writes it: the first row names the columns, those that
 * are absent stay as they are, an empty cell clears. Two trips, one where nothing changes. Faults are named by row and column.
 */
export async function importPersons(
  caller: Caller,
  listId: string,
  csv: string,
  deleteOmitted: boolean,
): Promise<Synchronised> {
  const [header = [], ...rows] = recordsIn(csv)
  const filled = rows
    .map((record, at) => ({ record, row: at + 2 }))
    .filter(({ record }) => record.some(Boolean))
  const records = filled.map(({ record }) => record)
  const rowOf = (at: number) => filled[at]?.row ?? at + 2
  const named = (key: string, record: string[]) =>
    readCell(record[header.indexOf(key)] ?? '', 'text') ?? undefined
  const naming = records.map((record) => ({
    id: named('id', record),
    external_id: named('external_id', record),
  }))
  const bodyFor = (list: ListId, columns: CustomColumn[]): PersonInput => ({
    delete_omitted: deleteOmitted,
    data: personsIn(header, records, list, columns, rowOf),
  })
  try {
    return await synchronizePersons(caller, listId, { delete_omitted: deleteOmitted, data: naming }, bodyFor)
  } catch (fault) {
    if (fault instanceof Refusal && fault.faults) throw invalid(byRow(fault.faults, rowOf))
    throw fault
  }
}

function recordsIn(csv: string): string[][] {
  const firstLine = /^[^\r\n]*/.exec(csv)?.[0] ?? ''
  const delimiter = firstLine.includes(';') ? ';' : ','
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true })
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault
    throw invalid({ [`row ${Number(fault.records ?? 0) + 1}`]: ['is not well-formed CSV; check its quotes'] })
  }
}

function personsIn(
  header: string[],
  records: string[][],
  list: ListId,
  columns: CustomColumn[],
  rowOf: (at: number) => number,
): PersonInput[] {
  const sheet = new Map(sheetColumns(list, columns).map(({ path, reads }) => [path, reads]))
  requireHeader(header, list, new Set(sheet.keys()))
  requireRows(header, records, rowOf)
  return records.map((record) => {
    const person: PersonInput = {}
    for (const [at, path] of header.entries()) {
      const value = readCell(record[at] ?? '', sheet.get(path) ?? 'text')
      const [key, part] = path.split('.')
      if (part === undefined || !partsOf(list, String(key)).includes(path)) person[path] = value
      else person[String(key)] = { ...(person[String(key)] as object), [part]: value }
    }
    return withoutEmpty(person, list)
  })
}

/** Leaves out an empty id, which names nobody, and what the service assigns; clears objects that have no part. */
function withoutEmpty(person: PersonInput, list: ListId): PersonInput {
  const entries = Object.entries(person).map(([key, value]) => {
    const isCleared =
      key !== 'name' &&
      partsOf(list, key).length > 0 &&
      Object.values(Object(value)).every((part) => part === null)
    return [key, isCleared ? null : value] as const
  })
  return Object.fromEntries(
    entries.filter(([key, value]) => !ASSIGNED.includes(key) && (key !== 'id' || value !== null)),
  )
}

// For reading alone: a sheet may be edited and sent again, when they have moved on.
const ASSIGNED = ['created_at', 'updated_at', 'membership_status']

function requireHeader(header: string[], list: ListId, known: Set<string>): void {
  const faults: Faults = {}
  for (const [at, path] of header.entries()) {
    const parts = partsOf(list, String(path.split('.')[0]))
    const missing = path.startsWith('name.') ? [] : parts.filter((part) => !header.includes(part))
    if (!known.has(path)) faults[`row 1, ${path}`] = ['is no column of this list']
    else if (header.indexOf(path) !== at) faults[`row 1, ${path}`] = ['stands there twice']
    else if (parts.includes(path) && missing.length > 0)
      faults[`row 1, ${path}`] = [`goes together with ${missing.join(', ')}; give all of them or none`]
  }
  if (header.length === 0) faults['row 1'] = ['must name the columns']
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

function requireRows(header: string[], records: string[][], rowOf: (at: number) => number): void {
  if (records.length > MOST_PERSONS)
    throw invalid({
      [`row ${rowOf(MOST_PERSONS)}`]: [`is one too many: a sheet has at most ${MOST_PERSONS} persons`],
    })
  const faults: Faults = {}
  for (const [at, { length }] of records.entries())
    if (length !== header.length)
      faults[`row ${rowOf(at)}`] = [`has ${length} cells where the first row has ${header.length}`]
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const byRow = (faults: Faults, rowOf: (at: number) => number): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, messages]) => {
      const [, at, field] = /^data\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
      if (at === undefined) return [path, messages]
      return [[`row ${rowOf(Number(at))}`, ...(field === undefined ? [] : [field])].join(', '), messages]
    }),
  )
