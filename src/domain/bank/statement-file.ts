import { and, asc } from 'drizzle-orm'
import { statementFiles } from '../../db/schema'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { unzipParts } from '../shared/gzip'

/** An imported file as it was sent. */
export type StatementFile = { sha256: string; isZip: boolean; bytes: Buffer<ArrayBuffer> }

/** Gets the file that a statement is from. One trip. Throws `permission_missing` and `not_found`. */
export async function getStatementFile(principal: Principal, { id }: { id: string }): Promise<StatementFile> {
  const { db } = principal
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      parts: db
        .select({ sha256: statementFiles.sha256, content: statementFiles.content })
        .from(statementFiles)
        .where(
          and(sql`workspace_id = ${workspace} AND sha256 = (
            SELECT sha256 FROM statements WHERE workspace_id = ${workspace} AND id = ${id})`),
        )
        .orderBy(asc(statementFiles.part)),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const [first] = rows.parts
  if (!first) throw new DomainError('not_found', 'There is no such statement.')
  const bytes = await unzipParts(rows.parts.map(({ content }) => content))
  return { sha256: first.sha256, isZip: bytes[0] === 0x50 && bytes[1] === 0x4b, bytes }
}
