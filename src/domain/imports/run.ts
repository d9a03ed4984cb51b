import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { requirePermission } from '../access/authorize'
import { storeResult } from '../access/idempotency'
import type { ListId } from '../access/lists'
import type { Permission } from '../access/permissions'
import { inList, type Principal } from '../access/principal'
import { dropCachedColumns, writableList } from '../custom-columns/query-list'
import { insertEvents } from '../events/record'
import { nameKey } from '../persons/name-key'
import { writePlan } from '../persons/synchronize'
import { daysFrom } from '../shared/dates'
import { throwIssues } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { isKey } from './decide'
import { isOpen, KEPT_DAYS, type RunCounts } from './import'
import { headersHash, toRemember } from './mappings'
import { columnsIssues, writeColumns } from './new-columns'
import { type PreparedImport, prepareImport } from './prepare'
import type { TableRows } from './read/table-rows'
import {
  asReadSql,
  deleteParts,
  packRows,
  rowsOfGaps,
  withoutHeaders,
  withoutTexts,
  writeParts,
  writtenKeyParts,
} from './store'

export const runInput = z
  .strictObject({ mark: z.string().min(1).max(255).describe('The `mark` of the import as it was read') })
  .meta({ examples: [{ mark: 'f'.repeat(64) }] })

/** What became of a run: it was done, or what is to be confirmed now, since it would do something else. */
export type RunOutcome =
  | { outcome: 'done'; counts: RunCounts; batchId: string }
  | { outcome: 'changed'; prepared: PreparedImport }

/**
 * Writes what an import would do, if that is what was shown, which the mark tells. Its rows stay for 14 days, with what was
 * left out. Two trips. Throws what `prepareImport` throws, `invalid`, and `changed_meanwhile` for an import that was run before.
 */
export async function runImport(
  principal: Principal,
  { id, body }: { id: string; body: unknown },
): Promise<RunOutcome> {
  try {
    const stored = await act(principal, CHECKED_BY_READS, async (tx) => {
      // The plan and the statements are all that is held while they are written.
      const { result, plan, write, dropsColumnsOf } = await prepareRun(tx, { id, body })
      await writePlan(tx, plan, write)
      if (dropsColumnsOf) dropCachedColumns(dropsColumnsOf)
      return result
    })
    return { outcome: 'done', ...JSON.parse(stored) }
  } catch (error) {
    if (error instanceof Changed) return { outcome: 'changed', prepared: error.prepared }
    throw error
  }
}

class Changed extends Error {
  constructor(readonly prepared: PreparedImport) {
    super()
  }
}

/** Throws `changed_meanwhile` unless an import is a draft or has accounts that wait. */
function requireRunnable({ stored }: PreparedImport): void {
  if (isOpen(stored)) return
  throw new DomainError('changed_meanwhile', 'The import was run already.')
}

/** What a run takes: once persons are imported, staff write only accounts. Keys write them as persons. */
const permissionOf = ({ stored, context, credential }: PreparedImport): Permission =>
  stored.state === 'draft' || isKey(credential) ? `${context.list}:write` : 'bank_accounts:write'

/** What a run writes. Throws {@link Changed} under another mark. */
async function prepareRun(principal: Principal, { id, body }: { id: string; body: unknown }) {
  const prepared = await prepareImport(principal, { id, isPreview: false })
  const { mark } = validate(runInput, body)
  requireRunnable(prepared)
  const permission = permissionOf(prepared)
  requirePermission(prepared.credential, permission)
  if (prepared.mark !== mark) throw new Changed(prepared)
  const { stored, context, columns, plan, gaps, counts } = prepared
  throwIssues(columnsIssues(columns))
  const result = JSON.stringify({ counts, batchId: principal.actor.batchId })
  const isFirst = stored.state === 'draft'
  const workspace = writableList(principal, context, permission)
  const total = isFirst ? counts : { ...stored.counts, accountsWaiting: counts.accountsWaiting }
  const waits = counts.accountsWaiting > 0
  const write = {
    permission,
    before: [
      failUnless(sql`EXISTS (SELECT 1 FROM imports WHERE ${asReadSql(workspace, stored)})`),
      ...failUnlessNew(workspace, context.list, prepared),
    ],
    after: [
      ...recordRun(principal, workspace, prepared),
      ...(isFirst ? writeParts(workspace, id, 'gaps', jsonArrays(gaps)) : []),
      ...(waits ? nameWritten(workspace, prepared) : await closeParts(workspace, prepared)),
      ...(isFirst ? [rememberMapping(workspace, principal, prepared)] : []),
      sql`
        UPDATE imports SET state = 'imported', settings = ${waits ? sql`settings` : withoutTexts},
          head = ${waits || (total?.gaps ?? 0) > 0 ? sql`head` : withoutHeaders},
          counts = ${JSON.stringify(total)}, revision = revision + 1, updated_at = ${principal.now.toISOString()},
          ${isFirst ? sql`batch_id` : sql`accounts_batch_id`} = ${principal.actor.batchId},
          expires_at = ${daysFrom(principal.now, KEPT_DAYS).toISOString()}
        WHERE ${asReadSql(workspace, stored)}`,
      ...storeResult(principal, result),
      ...(isFirst ? writeColumns(principal, context, columns) : []),
    ],
  }
  const changesColumns = columns.added.length + columns.changed.length > 0
  return { result, plan, write, dropsColumnsOf: changesColumns ? context : undefined }
}

/** Fails as a conflict if another request has added somebody meanwhile whom the file has as new: by number, or name and birthdate. */
function failUnlessNew(workspace: Sql, list: ListId, { outcomes }: PreparedImport): Sql[] {
  const added = outcomes.flatMap(({ becomes, person }) => {
    if (becomes !== 'new') return []
    const { first_name, last_name } = Object(JSON.parse(person.input).name)
    return [[person.keys.number, nameKey(last_name ?? ''), nameKey(first_name ?? ''), person.keys.birthdate]]
  })
  const failIfAdded = (index: Sql, condition: Sql) => (keys: string) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${keys}) AS added CROSS JOIN persons INDEXED BY ${index}
      WHERE ${inList(workspace, list)} AND ${condition})`)
  return [
    ...jsonArrays(added.flatMap(([number]) => number ?? [])).map(
      failIfAdded(
        sql.raw('persons_by_membership_number'),
        sql`persons.membership_number IS NOT NULL AND persons.membership_number = added.value`,
      ),
    ),
    ...jsonArrays(added.filter(([, last, first, born]) => born && (last || first))).map(
      failIfAdded(
        sql.raw('persons_by_name'),
        sql`area IN ('regular', 'applications') AND persons.last_name_key = added.value ->> 1
          AND persons.first_name_key = added.value ->> 2 AND persons.birthdate = added.value ->> 3`,
      ),
    ),
  ]
}

/** The keys name the persons that were written, so that those who have no key of their own are known while accounts wait. */
function nameWritten(workspace: Sql, { stored: { id }, outcomes, plan }: PreparedImport): Sql[] {
  const written = outcomes.filter(({ becomes }) => becomes === 'new' || becomes === 'known')
  return writeParts(
    workspace,
    id,
    'keys',
    writtenKeyParts(
      written.map(({ person: { rows } }, index) => ({
        id: String(plan.persons[index]?.id),
        row: rows[0] ?? 0,
      })),
    ),
  )
}

/** Of the file, the rows stay of which something was left out. */
const closeParts = async (
  workspace: Sql,
  { stored: { id }, gaps, fileRows }: PreparedImport,
): Promise<Sql[]> => [
  deleteParts(workspace, id, ['file', 'columns', 'keys']),
  ...writeParts(workspace, id, 'rows', await packRows(rowsOfGaps(gaps, fileRows))),
]

const recordRun = (principal: Principal, workspace: Sql, { stored, counts }: PreparedImport): Sql[] => [
  insertEvents(
    principal.actor,
    workspace,
    { action: 'import.run', subject: 'import' },
    sql`
      SELECT ${stored.id}, NULL, ${JSON.stringify({
        list: [null, stored.listId],
        created: [null, counts.created],
        updated: [null, counts.updated],
        ...(stored.settings.answers.mandate_without_date === 'join_date' && {
          mandates_signed_on: [null, 'join_date'],
        }),
      })}`,
  ),
]

/** The columns that have a text. Empty ones are ignored, but may have texts in the next file. */
function filledColumns(rows: TableRows): Set<number> {
  const filled = new Set<number>()
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell !== '') filled.add(column)
  return filled
}

/** The statement that keeps how the columns were mapped, for the next file with the same headers. */
const rememberMapping = (
  workspace: Sql,
  { now }: Principal,
  { stored, columns, fileRows }: PreparedImport,
): Sql => {
  const { mapping, options } = stored.settings
  const filled = filledColumns(fileRows)
  // What was a new column is one of the list from now on.
  const targets = Object.fromEntries(
    Object.entries(mapping)
      .filter(([column]) => filled.has(Number(column)))
      .map(([column, target]) => [column, columns.keys.get(Number(column)) ?? target]),
  )
  return sql`
    INSERT INTO import_mappings (workspace_id, list_id, headers_hash, settings, used_at)
    SELECT ${workspace}, ${stored.listId}, ${headersHash(stored.head.headers)},
      ${JSON.stringify({ ...toRemember(stored.head.headers, targets), options })}, ${now.toISOString()}
    WHERE TRUE
    ON CONFLICT DO UPDATE SET settings = excluded.settings, used_at = excluded.used_at`
}
