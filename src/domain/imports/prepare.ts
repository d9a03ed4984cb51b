import { type Sql, sql } from '../../db/sql'
import { permits, requireList } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import type { ColumnRow } from '../custom-columns/column'
import { contextFrom, type ListContext } from '../custom-columns/query-list'
import { GUARDIAN, PAYER } from '../person-fields/fields'
import { MandateReferences } from '../persons/mandate-references'
import { withMaskedIban } from '../persons/mask'
import { nameKey } from '../persons/name-key'
import { listsOfPayers, type PayerRow } from '../persons/payers/facts'
import { PERSON_ROW, type Person, type PersonRow } from '../persons/person'
import { limitBytes, MAX_STORED_BYTES } from '../persons/store/lookups'
import type { ReferenceRow } from '../persons/store/mandate-references'
import { planItems } from '../persons/synchronize'
import type { PlannedChange, SynchronizePlan } from '../persons/synchronize-plan'
import { type PersonChange, toPersonChange } from '../persons/synchronize-preview'
import { daysFrom } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { newIds } from '../shared/ids'
import { languageOf } from '../shared/language'
import { inTurns } from '../shared/turns'
import { isObject } from '../shared/validation'
import type { ColumnProposal } from './columns'
import { type Decided, decide, isKey, itemIn, type Outcome, rightsOf } from './decide'
import { fromRow, type ImportRow, isOpen, type RunCounts, type StoredImport } from './import'
import { type ColumnsAfter, columnsAfter } from './new-columns'
import { planRows } from './plan'
import type { Gap, RowsPlan } from './planned'
import type { TableRows } from './read/table-rows'
import { giveRelations, type Nameable, type NamedTexts, selectNamedIn, selectPaid } from './relations'
import {
  importById,
  type Part,
  selectKnownTo,
  selectMandatesFor,
  selectParts,
  selectWritten,
  unpackRows,
} from './store'
import { IGNORE, type Target } from './targets'

/** A person that an import adds or changes, with the rows of the file that say so, and what they say of payer and guardian. */
export type ImportChange = PersonChange & { rows: number[]; named: NamedTexts }

/** An import, and what it would do now. */
export type PreparedImport = {
  credential: Credential
  stored: StoredImport
  /** The list with its columns as they are, and as the import leaves them. */
  context: ListContext
  columns: ColumnsAfter
  /** What the columns of the file have, and what they may become. */
  columnsOfFile: ColumnProposal[]
  rows: RowsPlan
  plan: SynchronizePlan
  outcomes: Outcome[]
  /** The texts that are left out, in the order of the rows. */
  gaps: Gap[]
  /** The first persons that change; those whose name has the words that were searched. */
  changes: ImportChange[]
  counts: RunCounts
  /** The API keys that deleted whom they omitted from the list in the last week, and would delete who is added. */
  replacingKeys: string[]
  /** Of the file, the decisions, and the persons and columns as they are: a run with another mark would do something else. */
  mark: string
  fileRows: TableRows
}

/** How many persons are shown. */
const MAX_SHOWN = 20

/**
 * Reads an import and computes what it would do now; the plan of a preview cannot be written. One trip, however many persons there are. Throws `not_found`, what
 * `requireList` throws, and `invalid` for an import without its rows and for persons that are too large together.
 */
export async function prepareImport(
  principal: Principal,
  { id, search = '', isPreview = true }: { id: string; search?: string; isPreview?: boolean },
): Promise<PreparedImport> {
  const { credential, rows } = await query(
    principal,
    selectAll(principal.workspace(), id),
    (credential, rows) => requireImport(credential, rows.imports),
  )
  const { imports, rowParts, ...others } = rows
  const stored = fromRow(imports[0] as ImportRow)
  const fileRows = await unpackRows(rowParts)
  return inTurns(compute(principal, credential, stored, { ...others, fileRows }, { search, isPreview }))
}

/** The statements that read an import with all that it needs. */
export const selectAll = (workspace: Sql, id: string) => ({
  imports: importById(workspace, id),
  columns: sql<ColumnRow>`
    SELECT custom_columns.id, type, custom_columns.name, allowed_values, external_id, position
    FROM imports CROSS JOIN custom_columns
    WHERE imports.workspace_id = ${workspace} AND imports.id = ${id}
      AND custom_columns.workspace_id = imports.workspace_id AND custom_columns.list_id = imports.list_id
    ORDER BY custom_columns.id`,
  columnParts: selectParts(workspace, id, 'columns'),
  rowParts: selectParts(workspace, id, 'rows'),
  known: selectKnownTo(workspace, id),
  regular: selectRegularToEnd(workspace, id),
  written: selectWritten(workspace, id),
  replacing: selectReplacingKeys(workspace, id),
  payers: selectNamedIn(workspace, id),
  dependants: selectPaid(workspace, id),
  mandates: selectMandatesFor(workspace, id),
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

/** The API keys of a workspace that delete whom they omit from the list of an import, with the last day on which they did. */
type ReplacingKey = { name: string; day: string }

const selectReplacingKeys = (workspace: Sql, id: string) => sql<ReplacingKey>`
  SELECT api_keys.name AS name, replaced_lists ->> list_id AS day FROM imports
  CROSS JOIN api_keys INDEXED BY api_keys_of_workspace ON api_keys.workspace_id = imports.workspace_id
  WHERE imports.workspace_id = ${workspace} AND imports.id = ${id} AND revoked_at IS NULL
    AND replaced_lists ->> list_id IS NOT NULL
  ORDER BY api_keys.id`

/** What the columns of a file have; of one that is no longer kept, only their headers. */
export const columnsIn = ({ head }: StoredImport, [part]: Part[]): ColumnProposal[] =>
  part
    ? JSON.parse(part.content)
    : head.headers.map((header, column) => ({ ...NOTHING_IN_COLUMN, column, header }))

const NOTHING_IN_COLUMN = {
  target: IGNORE,
  score: 1,
  proposed: null,
  source: 'empty' as const,
  filled: 0,
  distinct: 0,
  samples: [],
}

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

type Rows = {
  columns: ColumnRow[]
  columnParts: Part[]
  fileRows: TableRows
  known: PersonRow[]
  regular: PersonRow[]
  written: { id: string; row: number }[]
  replacing: ReplacingKey[]
  payers: Nameable[]
  dependants: PayerRow[]
  mandates: ReferenceRow[]
}

/** What an import would do, of what was read for it, a row or a person a step. */
export function* compute(
  principal: Principal,
  credential: Credential,
  stored: StoredImport,
  {
    columns: columnRows,
    columnParts,
    fileRows,
    known,
    regular,
    written,
    replacing,
    payers,
    dependants,
    mandates,
  }: Rows,
  { search = '', isPreview = true }: { search?: string; isPreview?: boolean } = {},
): Generator<void, PreparedImport> {
  const { settings, head } = stored
  const context = contextFrom(principal, credential, stored.listId, columnRows)
  const rows = yield* planRows(isOpen(stored) ? fileRows : [], head.headers, settings, {
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
  const idOfRow = new Map(written.map(({ row, id }) => [row, id]))
  for (const {
    keys,
    rows: [row = 0],
  } of rows.persons)
    keys.id = idOfRow.get(row) ?? keys.id
  const decided = yield* decide(rows.persons, persons, {
    stored,
    columns,
    may,
    references: new MandateReferences(mandates),
  })
  const ids = idsOfNew(principal, decided)
  const tied = giveRelations(decided, {
    payers,
    dependants,
    lists: listsOfPayers(credential),
    context: columns.context,
    persons,
    newIds: ids,
    columns: { [PAYER]: columnOf(stored, PAYER), [GUARDIAN]: columnOf(stored, GUARDIAN) },
  })
  const first: { change: PlannedChange; rows: number[]; named: NamedTexts }[] = []
  let isNew = 0
  const plan = yield* planItems(
    principal,
    { context: columns.context, persons, regularCount: undefined },
    {
      items: decided.keys,
      body: { data: decided.items },
      itemIn: (text) => itemIn(String(text), columns),
      newIds: ids,
    },
    {
      extentOf: () => 'differences',
      isPreview,
      onChange(change) {
        const id = change.stored?.id ?? String(ids[isNew])
        const rows = change.stored
          ? (decided.rowsById.get(change.stored.id) ?? [])
          : (decided.rowsOfNew[isNew++] ?? [])
        if (first.length < MAX_SHOWN && hasWords(change, search))
          first.push({ change, rows, named: tied.named.get(id) ?? {} })
      },
    },
  )
  const show =
    permits(credential, 'bank_accounts:read') || isKey(credential)
      ? (person: Person) => person
      : withMaskedIban
  const weekBefore = daysFrom(principal.now, -7).toISOString().slice(0, 10)
  const counts: RunCounts = {
    created: plan.added.length,
    updated: plan.changed.length - decided.ended,
    unchanged: decided.items.length - plan.added.length - plan.changed.length,
    ended: decided.ended,
    leftOut: decided.leftOut,
    gaps: rows.gaps.length + decided.gaps.length + tied.gaps.length,
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
    gaps: [...rows.gaps, ...decided.gaps, ...tied.gaps].sort((one, other) => one.row - other.row),
    changes: first.map(({ change, ...others }) => ({
      ...toPersonChange(change, columns.context, show),
      ...others,
    })),
    columnsOfFile: columnsIn(stored, columnParts),
    counts,
    replacingKeys: replacing.filter(({ day }) => day >= weekBefore).map(({ name }) => name),
    fileRows,
    mark: sha256(
      JSON.stringify([
        head.digest,
        settings,
        stored.state,
        counts,
        context.columnsVersion.version,
        plan.expected.texts,
        tied.mark,
        context.today,
      ]),
    ),
  }
}

const idsOfNew = ({ now }: Principal, { keys }: Decided): string[] =>
  newIds('per', now, keys.filter(({ id }) => id === undefined).length)

const columnOf = ({ settings }: StoredImport, target: Target): number | null => {
  const [column] = Object.entries(settings.mapping).find(([, one]) => one === target) ?? []
  return column === undefined ? null : Number(column)
}

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
