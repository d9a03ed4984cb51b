import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { contextFrom, type ListContext, writableList } from '../custom-columns/query-list'
import { isAccountField } from '../person-fields/list-fields'
import type { Precondition } from '../persons/precondition'
import { type Issue, refusedAt, throwIssues } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { unzipParts } from '../shared/gzip'
import { languageOf } from '../shared/language'
import { atOnce, inTurns } from '../shared/turns'
import { validate } from '../shared/validation'
import { rightsOf } from './decide'
import {
  fromRow,
  MAX_ANSWERS,
  MAX_EDITS,
  MAX_SETTINGS_CHARACTERS,
  type StoredImport,
  type TableHead,
} from './import'
import { type Remembered, selectRemembered } from './mappings'
import { columnsAfter, columnsIssues, type PlannedColumns } from './new-columns'
import { planRows } from './plan'
import type { ImportOptions, ImportSettings } from './planned'
import { compute, type PreparedImport, requireImport, selectAll } from './prepare'
import { DELIMITERS, ENCODINGS, type ReadOptions, readTable } from './read/table'
import type { TableRows } from './read/table-rows'
import { asReadSql, keyParts, type Part, type PartKind, selectParts, unpackRows, writeParts } from './store'
import { isKeyTarget, maySeveralHave, parseTarget } from './targets'
import { beginningOf, headOf, tableParts } from './upload'

const INDEX = z.string().regex(/^\d{1,3}$/, { error: 'must be the number of a column, from 0' })

/** How many characters an answer has: `as:` and an allowed value fit. */
const MAX_ANSWER = 5100

/** The body that changes a draft; absent keys stay. Of `mapping`, `answers` and `edits`, `null` takes one back. */
export const importChange = z
  .strictObject({
    encoding: z.enum(ENCODINGS).optional(),
    delimiter: z.enum(DELIMITERS).optional(),
    sheet: z.string().max(255).optional(),
    header_row: z
      .int()
      .min(0)
      .max(20_000)
      .optional()
      .describe('The row with the headers, from 1; 0 if there is none'),
    repair_encoding: z.boolean().optional().describe('Repairs text that was converted twice, as `MÃ¼ller`'),
    mapping: z.record(INDEX, z.string().max(255).nullable()).optional(),
    options: z
      .strictObject({
        empty: z.union([z.literal('keep'), z.record(INDEX, z.enum(['keep', 'clear']))]),
        new: z.boolean(),
        known: z.boolean(),
        missing: z
          .union([z.literal('leave'), z.strictObject({ leave_date: z.iso.date() })])
          .describe(
            'Whether the membership of members whom the file does not name ends; with the name of a row it does not',
          ),
        skip_totals: z.boolean(),
        leave_out: z
          .enum(['cells', 'rows'])
          .describe('What a text that cannot be read leaves out: its cell, or the person with all rows'),
        order: z.record(INDEX, z.enum(['dmy', 'mdy'])),
      })
      .partial()
      .optional(),
    answers: z.record(z.string().max(300), z.string().max(MAX_ANSWER).nullable()).optional(),
    edits: z
      .record(
        z.string().regex(/^\d{1,6}\.\d{1,3}$/, { error: 'must be row.column' }),
        z.string().max(5000).nullable(),
      )
      .optional(),
  })
  .meta({ examples: [{ mapping: { '3': 'birthdate' }, answers: { two_digit_year: 'accept' } }] })
export type ImportChange = z.infer<typeof importChange>

type Change = {
  id: string
  body: Record<string, unknown>
  /** The revision that the draft must have, or what must hold for it. */
  revision?: number | undefined
  precondition?: Precondition | undefined
}

/**
 * Changes how the file of a draft is read, what its columns become, or what is decided about its cells, and returns what the
 * import would do then. Two trips. Throws `not_found`, what `requireList` throws, `changed_meanwhile` if the draft no longer
 * has the `revision`, and `invalid`, also for what is no draft.
 */
export async function changeImport(
  principal: Principal,
  { id, body, revision, precondition }: Change,
): Promise<PreparedImport> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { rowParts, ...others } = selectAll(tx.workspace(), id)
    const { credential, rows } = await query(
      tx,
      {
        ...others,
        rowParts,
        file: readsAnew(body) ? [selectParts(tx.workspace(), id, 'file')] : [],
        mappings: selectRemembered(tx.workspace(), listOf(tx.workspace(), id)),
      },
      (credential, { imports }) => requireImport(credential, imports, 'write'),
    )
    const stored = fromRow(only(rows.imports))
    requireDraft(stored, precondition?.(String(stored.revision)) === false ? -1 : revision)
    const context = contextFrom(tx, credential, stored.listId, rows.columns)
    const change = validate(importChange, body, (given) => changeIssues(given, stored, context))
    const workspace = writableList(tx, context)
    const locale = languageOf(credential.workspace.locale)
    const after = readsAnew(body)
      ? await readAgain(
          stored,
          change,
          { file: rows.file.flat(), mappings: rows.mappings },
          { ...context, locale },
        )
      : await decideAnew(stored, change, await unpackRows(rows.rowParts), { ...context, locale })
    if (!rightsOf(credential, stored).writesAccounts)
      throwIssues(accountIssues(stored.settings, after.settings, change))
    if (change.mapping ?? change.answers ?? change.edits)
      throwIssues(columnsIssues(columnsAfter(tx, context, after.columns)))
    const { revised, ...read } = await tx.write({
      revised: sql<{ revision: number }>`
        UPDATE imports SET head = ${JSON.stringify(after.head)}, settings = ${JSON.stringify(after.settings)},
          revision = revision + 1, updated_at = ${tx.now.toISOString()}
        WHERE ${asReadSql(workspace, stored)} RETURNING revision`,
      stored: after.kinds.flatMap(([kind, texts]) => writeParts(workspace, id, kind, texts)),
      ...others,
    })
    only(revised)
    return inTurns(
      compute(tx, credential, fromRow(only(read.imports)), { ...read, fileRows: after.fileRows }),
    )
  })
}

/** Throws `invalid` unless an import is a draft, and `changed_meanwhile` unless it has the revision, if one is given. */
export function requireDraft({ state, revision }: StoredImport, expected?: number): void {
  if (state !== 'draft') throw refusedAt('import_id', { code: 'import_state' })
  if (expected === undefined || revision === expected) return
  throw new DomainError('changed_meanwhile', 'The import was changed in the meantime. Read it again.')
}

/** A draft after a change: what is stored of it, its rows, and the parts that are written. */
type After = {
  head: TableHead
  settings: ImportSettings
  columns: PlannedColumns
  fileRows: TableRows
  kinds: [PartKind, string[]][]
}

/** Reads the file of a draft in another way. Its columns are then others, so that only what staff want of persons stays. */
async function readAgain(
  { head, settings }: StoredImport,
  change: ImportChange,
  { file, mappings }: { file: Part[]; mappings: Remembered[] },
  context: Context,
): Promise<After> {
  const options = readOptions(change, head)
  const table = readTable(await unzipParts(file.map(({ content }) => content)), options)
  const begun = beginningOf(table, context, mappings)
  const { new: addsNew, known, missing } = settings.options
  const kept = { ...begun.settings, options: { ...begun.settings.options, new: addsNew, known, missing } }
  const after = changedSettings(kept, change)
  return {
    head: headOf(table, { digest: head.digest, options, hasKnownHeaders: begun.hasKnownHeaders }),
    settings: after,
    // Without the words of their cells: a run counts those.
    columns: atOnce(planRows([], table.headers, after, context)),
    fileRows: table.rows,
    kinds: await tableParts(table, after, begun.columns, context),
  }
}

/** Decides otherwise about the rows of a draft. The keys of its persons follow. */
async function decideAnew(
  { head, settings }: StoredImport,
  change: ImportChange,
  fileRows: TableRows,
  context: Context,
): Promise<After> {
  const after = changedSettings(settings, change)
  const { delimiter, totals } = head
  const { persons, newColumns, addedValues } = await inTurns(
    planRows(fileRows, head.headers, after, { ...context, delimiter, totals }),
  )
  return {
    head,
    settings: after,
    columns: { newColumns, addedValues },
    fileRows,
    kinds: [['keys', keyParts(persons)]],
  }
}

type Context = ListContext & { locale: 'de' | 'en' }

const listOf = (workspace: Sql, id: string): Sql =>
  sql`(SELECT list_id FROM imports WHERE workspace_id = ${workspace} AND id = ${id})`

/** The keys of a change that say how the file is read. */
const READING = ['encoding', 'delimiter', 'sheet', 'header_row', 'repair_encoding']

const readsAnew = (body: Record<string, unknown>): boolean => READING.some((key) => body[key] !== undefined)

function readOptions(change: ImportChange, head: TableHead): ReadOptions {
  const { encoding, delimiter, sheet, header_row, repair_encoding } = change
  return {
    ...head.options,
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(sheet !== undefined && { sheet }),
    ...(header_row !== undefined && { headerRow: header_row }),
    ...(repair_encoding !== undefined && { repairsEncoding: repair_encoding }),
  }
}

function changedSettings(
  stored: ImportSettings,
  { mapping, options, answers, edits }: ImportChange,
): ImportSettings {
  const { skip_totals, leave_out, ...others } = options ?? {}
  return {
    mapping: merged(stored.mapping, mapping),
    options: {
      ...stored.options,
      ...others,
      ...(skip_totals !== undefined && { skipTotals: skip_totals }),
      ...(leave_out && { leaveOut: leave_out }),
    } as ImportOptions,
    answers: merged(stored.answers, answers),
    edits: merged(stored.edits, edits),
  }
}

/** Entries with others written over them; `null` takes one out. */
const merged = (
  stored: Record<string, string>,
  given: Record<string, string | null> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...given }).filter((entry): entry is [string, string] => entry[1] !== null),
  )

/** How only a file of one format is read. */
const ONLY_FOR = { csv: ['encoding', 'delimiter', 'repair_encoding'], xlsx: ['sheet'] } as const

function* changeIssues(
  given: Record<string, unknown>,
  { head, settings, listId }: StoredImport,
  { columns }: ListContext,
): Iterable<Issue> {
  const { data } = importChange.safeParse(given)
  if (!data) return
  // Reading a file anew resets what was decided, which an option that its format lacks must not.
  for (const key of ONLY_FOR[head.format === 'csv' ? 'xlsx' : 'csv'])
    if (data[key] !== undefined)
      yield [[key], { code: head.format === 'csv' ? 'table_only_xlsx' : 'table_only_csv' }]
  const mapping = merged(settings.mapping, data.mapping)
  const byTarget = Map.groupBy(Object.entries(mapping), ([, target]) => target)
  for (const [column, target] of Object.entries(data.mapping ?? {})) {
    if (target === null) continue
    if (Number(column) >= head.headers.length) yield [['mapping', column], { code: 'column_not_in_file' }]
    else if (!parseTarget(target, listId, columns)) yield [['mapping', column], { code: 'target_unknown' }]
    else if ((byTarget.get(target)?.length ?? 0) > 1 && !maySeveralHave(target, columns))
      yield [['mapping', column], { code: 'target_twice' }]
  }
  const edits = merged(settings.edits, data.edits)
  if (Object.keys(edits).length > MAX_EDITS) yield [['edits'], { code: 'too_many_edits', max: MAX_EDITS }]
  const after = changedSettings(settings, data)
  if (Object.keys(after.answers).length > MAX_ANSWERS)
    yield [['answers'], { code: 'too_many_answers', max: MAX_ANSWERS }]
  if (JSON.stringify(after).length > MAX_SETTINGS_CHARACTERS)
    yield [[], { code: 'decisions_too_long', max: MAX_SETTINGS_CHARACTERS }]
  for (const cell of Object.keys(data.edits ?? {})) {
    const target = mapping[cell.split('.')[1] ?? '']
    // Persons are known by these cells, so that another text would be another person.
    if (target !== undefined && isKeyTarget(target)) yield [['edits', cell], { code: 'key_column' }]
  }
}

/** The edits of cells with accounts and mandates, which a change gives another text or column, or takes back. */
function* accountIssues(
  before: ImportSettings,
  after: ImportSettings,
  { edits = {} }: ImportChange,
): Iterable<Issue> {
  for (const cell of new Set([...Object.keys(edits), ...Object.keys(after.edits)])) {
    const column = Number(cell.split('.')[1])
    const isAsBefore =
      after.edits[cell] === before.edits[cell] && after.mapping[column] === before.mapping[column]
    const [field = ''] = after.mapping[column]?.split('.') ?? []
    if (!isAsBefore && isAccountField(field)) yield [['edits', cell], { code: 'account_column' }]
  }
}
