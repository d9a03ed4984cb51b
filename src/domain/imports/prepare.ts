import { type Sql, sql } from '../../db/sql'
import { permits, requireList } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import type { ColumnRow } from '../custom-columns/column'
import { columnKey } from '../custom-columns/column'
import { contextFrom, type ListContext } from '../custom-columns/query-list'
import { isStored } from '../persons/diff'
import { type Known, knownPersons } from '../persons/known'
import { withMaskedIban } from '../persons/mask'
import { nameKey } from '../persons/name-key'
import { PERSON_ROW, type Person, type PersonRow } from '../persons/person'
import { type PersonInput, schemasFor } from '../persons/schemas'
import { limitBytes, MAX_STORED_BYTES } from '../persons/store/lookups'
import { planItems } from '../persons/synchronize'
import type { PlannedChange, SynchronizePlan } from '../persons/synchronize-plan'
import { type PersonChange, toPersonChange } from '../persons/synchronize-preview'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { languageOf } from '../shared/language'
import { isObject } from '../shared/validation'
import { completed } from './complete'
import { fromRow, type ImportRow, type RunCounts, type StoredImport } from './import'
import { type ColumnsAfter, columnsAfter } from './new-columns'
import { planRows } from './plan'
import type { Gap, PlannedPerson, RowsPlan } from './planned'
import { type Part, rowsIn, selectImports, selectKnownTo, selectParts } from './store'
import { parseTarget } from './targets'

/** A person that an import adds or changes, with the rows of the file that say so. */
export type ImportChange = PersonChange & { rows: number[] }

/** What becomes of a person of the file: the stored one that it is, if it is known, or why it is left out. */
export type Outcome = {
  person: PlannedPerson
  id: string | null
  becomes: 'new' | 'known' | 'left_out' | 'waits'
}

/** Whether an import has something left to write. */
export const isOpen = ({ state, counts }: StoredImport): boolean =>
  state === 'draft' || (state === 'imported' && (counts?.accountsWaiting ?? 0) > 0)

/** An import, and what it would do now. */
export type PreparedImport = {
  credential: Credential
  stored: StoredImport
  /** The list with its columns as they are, and as the import leaves them. */
  context: ListContext
  columns: ColumnsAfter
  rows: RowsPlan
  plan: SynchronizePlan
  outcomes: Outcome[]
  /** The texts that are left out, in the order of the rows. */
  gaps: Gap[]
  /** The first persons that change; those whose name has the words that were searched. */
  changes: ImportChange[]
  counts: RunCounts
  /** Of the file, the decisions, and the persons and columns as they are: a run with another mark would do something else. */
  mark: string
  /** The rows of the file. */
  parts: Part[]
}

/** How many persons are shown. */
const MAX_SHOWN = 100

/** The fields that wait in an import of staff who may not write them. */
const ACCOUNT_FIELDS = ['bank_account', 'sepa_mandate']

/**
 * Reads an import and computes what it would do now. One trip, however many persons there are. Throws `not_found`, what
 * `requireList` throws, and `invalid` for an import without its rows and for persons that are too large together.
 */
export async function prepareImport(
  principal: Principal,
  { id, search = '' }: { id: string; search?: string },
): Promise<PreparedImport> {
  const { credential, rows } = await query(
    principal,
    selectAll(principal.workspace(), id),
    (credential, rows) => requireImport(credential, rows.imports),
  )
  const stored = fromRow(rows.imports[0] as ImportRow)
  return compute(principal, credential, stored, rows, search)
}

/** The statements that read an import with all that it needs. */
export const selectAll = (workspace: Sql, id: string) => ({
  imports: selectImports(workspace, sql`imports.id = ${id}`),
  columns: sql<ColumnRow>`
    SELECT custom_columns.id, type, custom_columns.name, allowed_values, external_id, position
    FROM imports CROSS JOIN custom_columns
    WHERE imports.workspace_id = ${workspace} AND imports.id = ${id}
      AND custom_columns.workspace_id = imports.workspace_id AND custom_columns.list_id = imports.list_id
    ORDER BY custom_columns.id`,
  parts: selectParts(workspace, id, 'rows'),
  known: selectKnownTo(workspace, id),
  regular: selectRegularToEnd(workspace, id),
})

/** The regular members whose membership an import may end: all of the list, if it ends those whom the file does not name. */
const selectRegularToEnd = (workspace: Sql, id: string) =>
  limitBytes(
    sql<PersonRow>`
      SELECT ${PERSON_ROW} FROM (
        WITH ${workspaceCte(workspace)} SELECT workspace_id, list_id FROM imports
        WHERE workspace_id = ${TENANT} AND id = ${id} AND list_id = 'members'
          AND settings ->> '$.options.missing.leave_date' IS NOT NULL) AS ending
      CROSS JOIN persons
      WHERE persons.workspace_id = ending.workspace_id AND persons.list_id = ending.list_id
        AND persons.area = 'regular' AND persons.leave_date IS NULL`,
    MAX_STORED_BYTES,
  )

/** Throws `not_found` for an import that is not there, and what `requireList` throws for its list. */
export function requireImport(
  credential: Credential,
  imports: { listId: string }[],
  action: 'write' | 'edit' = 'edit',
): void {
  const [found] = imports
  if (!found) throw new DomainError('not_found', 'There is no such import.')
  requireList(credential, found.listId, action)
}

type Rows = { columns: ColumnRow[]; parts: Part[]; known: PersonRow[]; regular: PersonRow[] }

/** What an import would do, of what was read for it. */
export function compute(
  principal: Principal,
  credential: Credential,
  stored: StoredImport,
  { columns: columnRows, parts, known, regular }: Rows,
  search: string,
): PreparedImport {
  const { settings, head } = stored
  const context = contextFrom(principal, credential, stored.listId, columnRows)
  const rows = planRows(isOpen(stored) ? rowsIn(parts) : [], head.headers, settings, {
    list: stored.listId,
    columns: context.columns,
    today: context.today,
    locale: languageOf(credential.workspace.locale),
    delimiter: head.delimiter,
    totals: head.totals,
  })
  const may = rightsOf(credential, stored)
  const columns = columnsAfter(
    principal,
    context,
    may.writesPersons ? rows : { ...rows, newColumns: [], addedValues: [] },
  )
  const persons = [...new Map([...known, ...regular].map((row) => [row.id, row])).values()]
  const decided = decide(rows.persons, persons, { stored, columns, may })
  const body = { data: decided.items }
  const first: { change: PlannedChange; rows: number[] }[] = []
  let isNew = 0
  const plan = planItems(
    principal,
    { context: columns.context, persons, regularCount: undefined },
    { items: decided.items, body },
    {
      extentOf: () => 'differences',
      onChange(change) {
        const rows = change.stored
          ? (decided.rowsById.get(change.stored.id) ?? [])
          : (decided.rowsOfNew[isNew++] ?? [])
        if (first.length < MAX_SHOWN && hasWords(change, search)) first.push({ change, rows })
      },
    },
  )
  const show =
    permits(credential, 'bank_accounts:read') || isKey(credential)
      ? (person: Person) => person
      : withMaskedIban
  const counts: RunCounts = {
    created: plan.added.length,
    updated: plan.changed.length - decided.ended,
    unchanged: decided.items.length - plan.added.length - plan.changed.length,
    ended: decided.ended,
    leftOut: decided.leftOut,
    gaps: rows.gaps.length + decided.gaps.length,
    accountsWaiting: decided.accountsWaiting,
  }
  return {
    credential,
    stored,
    context,
    columns,
    rows,
    plan,
    outcomes: decided.outcomes,
    gaps: [...rows.gaps, ...decided.gaps].sort((one, other) => one.row - other.row),
    changes: first.map(({ change, rows }) => ({ ...toPersonChange(change, columns.context, show), rows })),
    counts,
    parts,
    mark: sha256(
      JSON.stringify([
        head.digest,
        settings,
        stored.state,
        counts,
        context.columnsVersion.version,
        plan.expected.texts,
        context.today,
      ]),
    ),
  }
}

export const isKey = (credential: Credential): boolean => !('session' in credential)

/** What who asks may write of an import. An API key that writes persons writes their accounts too, as the contract has it. */
type Rights = { writesPersons: boolean; writesAccounts: boolean }

function rightsOf(credential: Credential, { listId, state }: StoredImport): Rights {
  return {
    // Once persons are imported, only their accounts are left to write.
    writesPersons: state === 'draft' && permits(credential, `${listId}:write`),
    writesAccounts: isKey(credential) || permits(credential, 'bank_accounts:write'),
  }
}

type Decided = {
  outcomes: Outcome[]
  items: PersonInput[]
  rowsById: Map<string, number[]>
  rowsOfNew: number[][]
  gaps: Gap[]
  leftOut: number
  ended: number
  accountsWaiting: number
}

/** What is written of each person of the file: over the stored one that it names, or as a new one; or why it is left out. */
function decide(
  planned: PlannedPerson[],
  rows: PersonRow[],
  { stored, columns, may }: { stored: StoredImport; columns: ColumnsAfter; may: Rights },
): Decided {
  const { options } = stored.settings
  const knownBy = knownPersons(rows, columns.context)
  const decided: Decided = {
    outcomes: [],
    items: [],
    rowsById: new Map(),
    rowsOfNew: [],
    gaps: [],
    leftOut: 0,
    ended: 0,
    accountsWaiting: 0,
  }
  const named = new Set<string>()
  const addsTo = arraysAddedTo(stored, columns.context)
  for (const person of planned) {
    const known = knownBy(person.keys)
    const refusal = refusalOf(known, named, options)
    if (refusal) {
      decided.leftOut += 1
      decided.outcomes.push({ person, id: null, becomes: 'left_out' })
      if (refusal !== 'not_wanted') decided.gaps.push(gapOf(person, refusal))
      continue
    }
    const target = known && 'person' in known ? known.person : undefined
    if (target) named.add(target.id)
    const becomes = target ? 'known' : may.writesPersons ? 'new' : 'waits'
    decided.outcomes.push({ person, id: target?.id ?? null, becomes })
    if (becomes === 'waits') continue
    const input = completed(withNewColumns(person.input, columns.keys), target, addsTo)
    if (!may.writesAccounts && hasNewAccount(input, target)) decided.accountsWaiting += 1
    const written = writable(input, may)
    const { item, gaps } = accepted(written, person, columns.context)
    decided.gaps.push(...gaps)
    if (target) decided.rowsById.set(target.id, person.rows)
    else decided.rowsOfNew.push(person.rows)
    decided.items.push(target ? { ...item, id: target.id } : item)
  }
  if (options.missing !== 'leave' && may.writesPersons)
    for (const row of rows)
      if (row.area === 'regular' && row.leaveDate === null && !named.has(row.id)) {
        decided.items.push({ id: row.id, leave_date: options.missing.leave_date })
        decided.ended += 1
      }
  return decided
}

/** The columns of which the file has single values alone, so that others stay. */
const arraysAddedTo = ({ settings, listId }: StoredImport, { columns }: ListContext): string[] =>
  Object.values(settings.mapping).flatMap((target) => {
    const parsed = parseTarget(target, listId, columns)
    return parsed?.kind === 'value' ? [columnKey(parsed.column)] : []
  })

/** Whether a person of the file has an account or a mandate that is not stored. */
const hasNewAccount = (input: PersonInput, stored: Person | undefined): boolean =>
  ACCOUNT_FIELDS.some((key) => input[key] && !(stored && isStored({ [key]: input[key] }, stored)))

function refusalOf(
  known: Known | undefined,
  named: Set<string>,
  options: StoredImport['settings']['options'],
): 'known_several' | 'number_of_another' | 'id_unknown' | 'known_twice' | 'not_wanted' | undefined {
  if (!known) return options.new ? undefined : 'not_wanted'
  if ('refused' in known) return known.refused
  if (named.has(known.person.id)) return 'known_twice'
  return options.known ? undefined : 'not_wanted'
}

const gapOf = ({ rows, keys }: PlannedPerson, code: Gap['code']): Gap => ({
  row: rows[0] ?? 0,
  column: null,
  cell: [keys.number, keys.name].filter(Boolean).join(' '),
  code,
})

/** The values of new columns under the keys that these get. */
function withNewColumns(input: PersonInput, keys: Map<number, string>): PersonInput {
  if (keys.size === 0) return input
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const [, column] = /^new:(\d+)$/.exec(key) ?? []
      return [column === undefined ? key : (keys.get(Number(column)) ?? key), value]
    }),
  )
}

function writable(input: PersonInput, { writesPersons, writesAccounts }: Rights): PersonInput {
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => (ACCOUNT_FIELDS.includes(key) ? writesAccounts : writesPersons)),
  )
}

/** What the list takes of an item. Readers give what it takes, so that little is ever left out here. */
function accepted(
  item: PersonInput,
  { rows }: PlannedPerson,
  context: ListContext,
): { item: PersonInput; gaps: Gap[] } {
  const { success, error } = schemasFor(context).person.safeParse(item)
  if (success) return { item, gaps: [] }
  const refused = new Set(error.issues.map(({ path }) => String(path[0])))
  return {
    item: Object.fromEntries(Object.entries(item).filter(([key]) => !refused.has(key))),
    gaps: [...refused].map((key) => ({
      row: rows[0] ?? 0,
      column: null,
      cell: textOf(item[key]),
      code: 'value_refused',
      params: { field: key },
    })),
  }
}

const textOf = (value: unknown): string =>
  isObject(value) ? Object.values(value).filter(Boolean).join(', ') : String(value ?? '')

function hasWords({ input, stored }: PlannedChange, search: string): boolean {
  if (search === '') return true
  const name = nameKey(
    [input, stored ?? {}]
      .flatMap((person) => (isObject(person.name) ? Object.values(person.name) : []))
      .join(' '),
  )
  return nameKey(search)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
