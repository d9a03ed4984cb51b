import * as z from 'zod'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { type AccountFacts, selectBook } from '../../book/book-facts'
import { DomainError } from '../../shared/errors'
import { gzipInParts } from '../../shared/gzip'
import { sha256 } from '../../shared/hash'
import { requireNoErrors } from '../../shared/validation'
import { confirmNewLines } from '../confirm/certain'
import { TO_BANK } from '../lines/bank-line'
import { addLinesToDays } from './bank-days'
import { numberLines } from './fingerprint'
import { gap, gapsIn } from './gaps'
import { accountIssues, type PlacedStatement, placeStatements } from './place'
import { bankStatement } from './statement'
import {
  closeStatements,
  insertLines,
  linesToStore,
  openStatements,
  selectAround,
  selectOfFile,
} from './store'

/** What an import did. */
export const statementImport = z
  .object({
    statements: z.array(bankStatement).describe('The statements of the file'),
    lines_new: z.int(),
    lines_known: z.int().describe('Lines that an earlier statement had'),
    lines_skipped: z.int().describe('Entries that are not booked yet, empty, or older than the account'),
    gaps: z.array(gap).describe('Periods before, between and after these statements of which none tells'),
    confirmed: z.int().describe('Lines that confirmed themselves, where the workspace wants that'),
  })
  .meta({ id: 'StatementImport' })
export type StatementImport = z.infer<typeof statementImport>

/**
 * Imports a file of statements (camt.053 or camt.052, or a ZIP of them) to the accounts with their IBANs, all of it or
 * nothing. A line that is stored is not stored again, whatever file brings it. `accountId` must be a bank account if it is
 * given. Two trips, and one more for each 500 lines that confirm themselves. Throws `permission_missing`, `not_found`, and
 * `invalid` for a file that cannot be read and for accounts that are not there.
 */
export async function importStatements(
  principal: Principal,
  { accountId, file }: { accountId?: string; file: Uint8Array<ArrayBuffer> },
): Promise<StatementImport> {
  const upload = { file, digest: sha256(file) }
  const { confirmsCertain, ...imported } = await act(principal, TO_BANK, (tx) => store(tx, accountId, upload))
  const ids = imported.statements.map(({ id }) => id)
  const confirmed = confirmsCertain ? await confirmNewLines(principal, ids) : 0
  return { ...imported, confirmed }
}

type Upload = { file: Uint8Array<ArrayBuffer>; digest: string }

async function store(tx: Tx, accountId: string | undefined, { file, digest }: Upload) {
  const { accounts, confirmsCertain, isStored } = await load(tx, digest)
  if (accountId !== undefined) requireBankAccount(accounts, accountId)
  const { readStatements } = await import('../camt/read')
  const numbered = numberLines(readStatements(file).statements)
  requireNoErrors(accountIssues(numbered, accounts, accountId))
  const placed = placeStatements(numbered, accounts, tx.now)
  const workspace = tx.writable()
  const parts = isStored ? [] : await gzipInParts(file)
  // One batch, however many lines there are: a statement is whole, or it is not there.
  const lines = linesToStore(placed, tx.now)
  const { inserted, statements, around } = await tx.write({
    opened: openStatements(tx, workspace, { digest, parts, placed }),
    inserted: insertLines(workspace, digest, placed, lines),
    days: addLinesToDays(
      workspace,
      lines.map(({ id }) => id),
    ),
    closed: closeStatements(tx, workspace, digest, placed),
    statements: selectOfFile(workspace, digest, placed),
    around: selectAround(workspace, placed),
  })
  const lines_new = inserted.reduce((sum, { lines }) => sum + lines, 0)
  const gaps = [...Map.groupBy(around, ({ account_id }) => account_id).values()].flatMap(gapsIn)
  const sum = (count: (statement: PlacedStatement) => number) =>
    placed.reduce((total, statement) => total + count(statement), 0)
  return {
    statements,
    lines_new,
    lines_known: sum(({ lines }) => lines.length) - lines_new,
    lines_skipped: sum(({ skipped }) => skipped),
    gaps,
    confirmsCertain,
  }
}

async function load(tx: Tx, digest: string) {
  const workspace = tx.workspace()
  const rows = await tx.read({
    accounts: selectBook(workspace).bookAccounts,
    settings: sql<{ confirmsCertain: number }>`
      SELECT confirms_certain_lines AS confirmsCertain FROM workspaces WHERE id = ${workspace}`,
    files: sql`SELECT 1 FROM statement_files WHERE workspace_id = ${workspace} AND sha256 = ${digest} AND part = 0`,
  })
  return {
    accounts: rows.accounts,
    confirmsCertain: rows.settings[0]?.confirmsCertain === 1,
    isStored: rows.files.length > 0,
  }
}

function requireBankAccount(accounts: AccountFacts[], accountId: string): void {
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw new DomainError('not_found', 'There is no such account.')
  if (account.kind === 'cash') requireNoErrors([[['account_id'], { code: 'cash_has_no_statements' }]])
}
