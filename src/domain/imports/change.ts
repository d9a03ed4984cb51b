import * as z from 'zod'
import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { contextFrom, type ListContext, writableList } from '../custom-columns/query-list'
import type { Precondition } from '../persons/precondition'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { unzipParts } from '../shared/gzip'
import { languageOf } from '../shared/language'
import { validate } from '../shared/validation'
import { propose } from './columns'
import { fromRow, MAX_EDITS, type StoredImport } from './import'
import { planRows } from './plan'
import type { ImportOptions, ImportSettings } from './planned'
import { compute, type PreparedImport, requireImport, selectAll } from './prepare'
import { DELIMITERS, ENCODINGS, type ReadOptions, readTable } from './read/table'
import { asReadSql, keyParts, rowsIn, selectParts, writeParts } from './store'
import { isKeyTarget, maySeveralHave, parseTarget } from './targets'
import { headOf, tableParts } from './upload'

const INDEX = z.string().regex(/^\d{1,3}$/, { error: 'must be the number of a column, from 0' })

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
        missing: z.union([z.literal('leave'), z.strictObject({ leave_date: z.iso.date() })]),
        skip_totals: z.boolean(),
        leave_out: z
          .enum(['cells', 'rows'])
          .describe('What a text that cannot be read leaves out: its cell, or the person with all rows'),
        order: z.record(INDEX, z.enum(['dmy', 'mdy'])),
      })
      .partial()
      .optional(),
    answers: z.record(z.string().max(300), z.string().max(255).nullable()).optional(),
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
 * has the `revision`, and `invalid`.
 */
export async function changeImport(
  principal: Principal,
  { id, body, revision, precondition }: Change,
): Promise<PreparedImport> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { credential, rows } = await query(
      tx,
      { ...selectAll(tx.workspace(), id), file: selectParts(tx.workspace(), id, 'file') },
      (credential, { imports }) => requireImport(credential, imports, 'write'),
    )
    const stored = fromRow(only(rows.imports))
    requireDraft(stored, precondition?.(String(stored.revision)) === false ? -1 : revision)
    const context = contextFrom(tx, credential, stored.listId, rows.columns)
    const change = validate(importChange, body, (given) => changeIssues(given, stored, context))
    const read = readAnew(change, stored)
    const locale = languageOf(credential.workspace.locale)
    const workspace = writableList(tx, context)
    const table = read && readTable(await unzipParts(rows.file.map(({ content }) => content)), read)
    const head = table ? headOf(table, stored.head.digest, read) : stored.head
    const settings = table
      ? { ...stored.settings, mapping: propose(table, context).mapping, answers: {}, edits: {} }
      : changedSettings(stored.settings, change)
    const planContext = { ...context, locale, delimiter: head.delimiter, totals: head.totals }
    const { revised, ...after } = await tx.write({
      revised: sql<{ revision: number }>`
        UPDATE imports SET head = ${JSON.stringify(head)}, settings = ${JSON.stringify(settings)},
          revision = revision + 1, updated_at = ${tx.now.toISOString()}
        WHERE ${asReadSql(workspace, stored)} RETURNING revision`,
      ...(table
        ? tableParts(workspace, id, table, settings, { ...context, locale })
        : {
            rows: [],
            keys: writeParts(
              workspace,
              id,
              'keys',
              keyParts(planRows(rowsIn(rows.parts), head.headers, settings, planContext).persons),
            ),
          }),
      ...selectAll(tx.workspace(), id),
    })
    only(revised)
    return compute(tx, credential, fromRow(only(after.imports)), after, '')
  })
}

/** Throws `changed_meanwhile` unless an import is a draft, with the revision if one is given. */
export function requireDraft({ state, revision }: StoredImport, expected?: number): void {
  if (state === 'draft' && (expected === undefined || revision === expected)) return
  throw new DomainError('changed_meanwhile', 'The import was changed or run in the meantime. Read it again.')
}

/** How the file is to be read now; undefined if that stays. */
function readAnew(change: ImportChange, { head }: StoredImport): ReadOptions | undefined {
  const { encoding, delimiter, sheet, header_row, repair_encoding } = change
  const given = [encoding, delimiter, sheet, header_row, repair_encoding]
  if (given.every((option) => option === undefined)) return undefined
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

function* changeIssues(
  given: Record<string, unknown>,
  { head, settings, listId }: StoredImport,
  { columns }: ListContext,
): Iterable<Issue> {
  const { data } = importChange.safeParse(given)
  if (!data) return
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
  for (const cell of Object.keys(data.edits ?? {})) {
    const target = mapping[cell.split('.')[1] ?? '']
    // Persons are known by these cells, so that another text would be another person.
    if (target !== undefined && isKeyTarget(target)) yield [['edits', cell], { code: 'key_column' }]
  }
}
