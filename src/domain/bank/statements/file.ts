import { and, asc } from 'drizzle-orm'
import { statementFiles } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { requireNeed, requirePermission } from '../../access/authorize'
import { type Need, type Principal, TENANT } from '../../access/principal'
import { query } from '../../access/query'
import { insertEvents } from '../../events/record'
import { DomainError } from '../../shared/errors'
import { unzipParts } from '../../shared/gzip'
import type { StaffPrincipal } from '../../staff/principal'
import { needsProof } from '../../staff/proofs'

/** An imported file as it was sent. */
export type StatementFile = { sha256: string; isZip: boolean; bytes: Buffer<ArrayBuffer> }

const TO_READ = 'bookkeeping:read'

/** What staff need to download a file, which holds whole IBANs. */
const TO_DOWNLOAD: Need = {
  permission: 'bank_accounts:read',
  freshProof: needsProof('download_statement_file'),
}

/** Gets the file that a statement is from. One trip. Throws `permission_missing` and `not_found`. */
export async function viewStatementFile(
  principal: Principal,
  { id }: { id: string },
): Promise<StatementFile> {
  const { rows } = await query(principal, { parts: selectParts(principal, id) }, (credential) =>
    requirePermission(credential, TO_READ),
  )
  return fileOf(rows.parts)
}

/**
 * Gives staff the file that a statement is from, and records that they downloaded it, since it holds whole IBANs. One trip.
 * Throws `permission_missing`, `proof_required` and `not_found`.
 */
export async function downloadStatement(
  principal: StaffPrincipal,
  { id }: { id: string },
): Promise<StatementFile> {
  const { rows } = await query(
    principal,
    {
      parts: selectParts(principal, id),
      recorded: insertEvents(
        principal.actor,
        principal.writableWorkspace(TO_DOWNLOAD),
        { action: 'statement.downloaded', subject: 'statement' },
        sql`
          SELECT statements.id, accounts.name, json_object('sha256', json_array(NULL, sha256))
          FROM statements CROSS JOIN accounts
          WHERE statements.workspace_id = ${TENANT} AND statements.id = ${id}
            AND accounts.workspace_id = ${TENANT} AND accounts.id = statements.account_id`,
      ),
    },
    (credential) => {
      requirePermission(credential, TO_READ)
      requireNeed(principal, TO_DOWNLOAD)(credential)
    },
  )
  return fileOf(rows.parts)
}

function selectParts({ db, ...principal }: Principal, id: string) {
  const workspace: Sql = principal.workspace()
  return db
    .select({ sha256: statementFiles.sha256, content: statementFiles.content })
    .from(statementFiles)
    .where(
      and(sql`workspace_id = ${workspace} AND sha256 = (
        SELECT sha256 FROM statements WHERE workspace_id = ${workspace} AND id = ${id})`),
    )
    .orderBy(asc(statementFiles.part))
}

async function fileOf(parts: { sha256: string; content: string }[]): Promise<StatementFile> {
  const [first] = parts
  if (!first) throw new DomainError('not_found', 'There is no such statement.')
  const bytes = await unzipParts(parts.map(({ content }) => content))
  return { sha256: first.sha256, isZip: bytes[0] === 0x50 && bytes[1] === 0x4b, bytes }
}
