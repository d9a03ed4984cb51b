import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import type { Principal } from '../access/principal'
import { type ListContext, queryList, writableList } from '../custom-columns/query-list'
import { daysFrom } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import { gzipInParts } from '../shared/gzip'
import { sha256 } from '../shared/hash'
import { newId } from '../shared/ids'
import { languageOf } from '../shared/language'
import { inTurns } from '../shared/turns'
import { type ColumnProposal, propose } from './columns'
import { KEPT_DAYS, MAX_DRAFTS, MAX_FILE_NAME, type TableHead } from './import'
import { type Remembered, recall, selectRemembered } from './mappings'
import { planRows } from './plan'
import { DEFAULT_OPTIONS, type ImportOptions, type ImportSettings } from './planned'
import { readTable, type Table } from './read/table'
import { keyParts, type PartKind, packRows, writeParts } from './store'

type Upload = { list: string; fileName: string; file: Uint8Array<ArrayBuffer> }

/**
 * Makes a draft of a file of persons: reads its table and proposes what each column becomes, as the last file with the same
 * headers was mapped. Two trips. Returns its id. Throws what `requireList` throws, and `invalid` for a file that cannot be
 * read and for too many drafts.
 */
export async function uploadImport(principal: Principal, { list, fileName, file }: Upload): Promise<string> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const workspace = tx.workspace()
    const { credential, context, rows } = await queryList(tx, list, 'write', {
      drafts: countDrafts(workspace),
      mappings: selectRemembered(workspace, sql`${list}`),
    })
    if ((rows.drafts[0]?.count ?? 0) >= MAX_DRAFTS)
      throw refusedAt('file', { code: 'too_many_drafts', max: MAX_DRAFTS })
    const table = readTable(file, {})
    const { columns, settings, hasKnownHeaders } = beginningOf(table, context, rows.mappings)
    const head = headOf(table, { digest: sha256(file), options: {}, hasKnownHeaders })
    const id = newId('imp', tx.now)
    const now = tx.now.toISOString()
    const workspaceToWrite = writableList(tx, context)
    const locale = languageOf(credential.workspace.locale)
    const parts = await tableParts(table, settings, columns, { ...context, locale })
    return tx.finish(JSON.stringify({ id }), {
      // Other files may have been uploaded since the drafts were counted.
      hasRoom: failUnless(sql`(${countDrafts(workspaceToWrite)}) < ${MAX_DRAFTS}`),
      created: sql`
        INSERT INTO imports (workspace_id, id, list_id, state, file_name, head, settings, created_at, updated_at, expires_at)
        SELECT ${workspaceToWrite}, ${id}, ${context.list}, 'draft', ${fileName.slice(0, MAX_FILE_NAME)},
          ${JSON.stringify(head)}, ${JSON.stringify(settings)}, ${now}, ${now},
          ${daysFrom(tx.now, KEPT_DAYS).toISOString()}`,
      file: writeParts(workspaceToWrite, id, 'file', await gzipInParts(file)),
      parts: parts.flatMap(([kind, texts]) => writeParts(workspaceToWrite, id, kind, texts)),
    })
  }).then((result) => JSON.parse(result).id)
}

const countDrafts = (workspace: Sql) => sql<{ count: number }>`
  SELECT count(*) AS count FROM imports WHERE workspace_id = ${workspace} AND state = 'draft'`

/**
 * What the columns of a table have, and the settings that it begins with: by its headers as they were mapped the last time, else
 * as they and its cells look. What deletes or leaves out more than usual is chosen for each file anew.
 */
export function beginningOf(table: Table, context: ListContext, remembered: Remembered[]): Beginning {
  const before = recall(table.headers, remembered)
  const { columns, mapping, order } = propose(table, context, before.targets)
  const options: ImportOptions = {
    ...DEFAULT_OPTIONS,
    ...before.options,
    empty: 'keep',
    missing: 'leave',
    leaveOut: 'cells',
    order,
  }
  return {
    columns,
    settings: { mapping, options, answers: {}, edits: {} },
    hasKnownHeaders: before.options !== undefined,
  }
}

/** `hasKnownHeaders` says that a file with the same headers was imported before. */
type Beginning = { columns: ColumnProposal[]; settings: ImportSettings; hasKnownHeaders: boolean }

/** The targets that persons of a file are united by, or known by, and that name others. The values of all others would be held for nothing. */
const TELL_PERSONS_APART =
  /^(?:id|external_id|membership_number|payer_id|guardian_id|birthdate|email|name\b.*|address\..*)$/

/** What is stored of a table in parts: what its columns have, its rows, and the keys of its persons. */
export async function tableParts(
  { headers, rows, delimiter, totals }: Table,
  settings: ImportSettings,
  columns: ColumnProposal[],
  context: ListContext & { locale: 'de' | 'en' },
): Promise<[PartKind, string[]][]> {
  const mapping = Object.fromEntries(
    Object.entries(settings.mapping).filter(([, target]) => TELL_PERSONS_APART.test(target)),
  )
  const { persons } = await inTurns(
    planRows(rows, headers, { ...settings, mapping }, { ...context, delimiter, totals }),
  )
  return [
    ['columns', [JSON.stringify(columns)]],
    ['rows', await packRows(rows)],
    ['keys', keyParts(persons)],
  ]
}

export const headOf = (
  { rows, ...head }: Table,
  others: Pick<TableHead, 'digest' | 'options' | 'hasKnownHeaders'>,
): TableHead => ({
  ...head,
  ...others,
  rowCount: rows.length,
})
