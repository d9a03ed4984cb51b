import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { act } from '../../access/act'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { type Event, type EventRow, toApi } from '../../events/event'
import { selectHistory } from '../../events/history'
import { insertEvents } from '../../events/record'
import { type Issue, refusedAt } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { requireNoErrors } from '../../shared/validation'
import { TO_BANK } from '../lines/bank-line'
import { takeLinesFromDays } from './bank-days'

/** The import of a file: how many lines it brought, of how many something was done, and whether a later one knows some. */
export type ImportFacts = {
  sha256: string
  account_id: string
  lines: number
  touched: number
  isContinued: number
}

/**
 * Undoes the import of the file that a statement is from: its statements, the lines that they brought and the file itself
 * are deleted. Returns an account that had some, and the number of lines. Two trips. Throws `permission_missing`, `not_found`,
 * and `invalid` if it was undone before, one of the lines was ever confirmed or ignored, or a later import of the account
 * counts lines among its known ones.
 */
export async function undoImport(
  principal: Principal,
  { id }: { id: string },
): Promise<{ accountId: string; lines: number }> {
  return act(principal, TO_BANK, async (tx) => {
    const { facts } = await openImport(tx, { id })
    if (!facts) throw refusedAt('statement_id', { code: 'import_undone' })
    requireNoErrors(issues(facts))
    const { sha256, account_id, lines } = facts
    const workspace = tx.writable()
    await tx.write({
      untouched: failUnless(sql`(
        SELECT sha256 IS NOT NULL AND touched = 0 AND NOT isContinued FROM (${selectFacts(workspace, sha256)}))`),
      recorded: insertEvents(
        tx.actor,
        workspace,
        { action: 'statement.import_undone', subject: 'statement' },
        sql`
          SELECT statements.id, accounts.name, json_object('from_on', json_array(from_on, NULL), 'to_on', json_array(to_on, NULL),
            'new_lines', json_array(new_lines, NULL), 'sha256', json_array(sha256, NULL))
          FROM statements CROSS JOIN accounts
          WHERE statements.workspace_id = ${TENANT} AND sha256 = ${sha256}
            AND accounts.workspace_id = ${TENANT} AND accounts.id = statements.account_id`,
      ),
      days: takeLinesFromDays(workspace, sha256),
      lines: sql`
        WITH ${workspaceCte(workspace)}
        DELETE FROM bank_lines WHERE workspace_id = ${TENANT} AND statement_id IN (
          SELECT id FROM statements WHERE workspace_id = ${TENANT} AND sha256 = ${sha256})`,
      statements: sql`DELETE FROM statements WHERE workspace_id = ${workspace} AND sha256 = ${sha256}`,
      files: sql`DELETE FROM statement_files WHERE workspace_id = ${workspace} AND sha256 = ${sha256}`,
    })
    return { accountId: account_id, lines }
  })
}

/** What an undo of an import would meet, or the event that undid it before. */
export type OpenedImport = { facts: ImportFacts; undone?: undefined } | { facts?: undefined; undone: Event }

/**
 * Gets what an undo of the import of a statement would meet, or by whom it was undone. One trip. Throws
 * `permission_missing` and `not_found`.
 */
export async function openImport(principal: Principal, { id }: { id: string }): Promise<OpenedImport> {
  const workspace = principal.workspace()
  const file = sql`(SELECT sha256 FROM statements WHERE workspace_id = ${workspace} AND id = ${id})`
  const { rows } = await query(
    principal,
    { facts: selectFacts(workspace, file), events: selectHistory<EventRow>(workspace, id, MAX_EVENTS) },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const [facts] = rows.facts
  if (facts?.sha256) return { facts }
  const undone = rows.events.find(({ action }) => action === 'statement.import_undone')
  if (undone) return { undone: toApi(undone) }
  throw new DomainError('not_found', 'There is no such statement.')
}

/** How many events of a statement are looked through. Its import, downloads and the undo are all that it has. */
const MAX_EVENTS = 30

// A line that nothing was done with has its first revision. Ids of statements are in the order of imports.
const selectFacts = (workspace: Sql, sha256: Sql | string): Sql<ImportFacts> => sql<ImportFacts>`
  SELECT max(statements.sha256) AS sha256, min(statements.account_id) AS account_id, coalesce(sum(brought), 0) AS lines, coalesce(sum(touched), 0) AS touched,
    EXISTS (
      SELECT 1 FROM statements AS own CROSS JOIN statements AS later
      WHERE own.workspace_id = ${workspace} AND own.sha256 = ${sha256} AND own.new_lines > 0
        AND later.workspace_id = ${workspace} AND later.account_id = own.account_id AND later.id > own.id
        AND later.sha256 <> own.sha256 AND later.known_lines > 0) AS isContinued
  FROM (
    SELECT statements.sha256, statements.account_id, (
      SELECT count(*) FROM bank_lines INDEXED BY bank_lines_of_statement
      WHERE workspace_id = ${workspace} AND statement_id = statements.id) AS brought, (
      SELECT count(*) FROM bank_lines INDEXED BY bank_lines_of_statement
      WHERE workspace_id = ${workspace} AND statement_id = statements.id AND revision > 1) AS touched
    FROM statements WHERE workspace_id = ${workspace} AND sha256 = ${sha256}
  ) AS statements`

function* issues({ touched, isContinued }: Pick<ImportFacts, 'touched' | 'isContinued'>): Iterable<Issue> {
  if (touched > 0) yield [['statement_id'], { code: 'import_touched' }]
  if (isContinued) yield [['statement_id'], { code: 'import_continued' }]
}
