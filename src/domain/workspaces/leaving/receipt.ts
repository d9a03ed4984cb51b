import * as z from 'zod'
import { type Db, trip } from '../../../db/client'
import { workspaceErasures } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { keyset } from '../../shared/keyset'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  NO_EPOCH,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../../shared/paging'
import { instant } from '../../shared/text'

/** What is kept of a workspace that was erased: nothing of a person. */
export const receipt = z
  .object({
    workspace_id: z.string(),
    copy_of: z.string().nullable().describe('The workspace of which it was a copy'),
    suspended_at: instant,
    started_at: instant,
    finished_at: instant.nullable().describe('Null while rows are left: repeat the request'),
    request_id: z.string().describe('The request that began it, or a run by the clock'),
    rows: z.record(z.string(), z.int()).describe('How many rows were deleted, by table'),
    backups: z
      .object({ deleted: z.int(), kept: z.int() })
      .nullable()
      .describe('Backups that were deleted, and those whose lock ends later; null without a bucket'),
    last_export: z
      .object({ at: instant, manifest_sha256: z.string() })
      .nullable()
      .describe('The last complete export, with the digest of its `manifest.json`'),
  })
  .meta({ id: 'WorkspaceErasure' })
export type Receipt = z.infer<typeof receipt>

export type ReceiptRow = typeof workspaceErasures.$inferSelect

const COLUMNS = allColumns(workspaceErasures)

/** Selects the last erasure of a workspace id. */
export const selectReceipt = (workspaceId: string): Sql<ReceiptRow> => sql<ReceiptRow>`
  SELECT ${COLUMNS} FROM workspace_erasures WHERE erased_id = ${workspaceId} ORDER BY started_at DESC LIMIT 1`

/** The receipt of a row. Throws `not_found` if there is none. */
export function receiptOf([row]: readonly ReceiptRow[]): Receipt {
  if (!row) throw new DomainError('not_found', 'No workspace of this id was erased.')
  return toApi(row)
}

const toApi = (row: ReceiptRow): Receipt => ({
  workspace_id: row.erasedId,
  copy_of: row.copyOf,
  suspended_at: row.suspendedAt,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  request_id: row.requestId,
  rows: JSON.parse(row.counts),
  backups: row.backupsDeleted === null ? null : { deleted: row.backupsDeleted, kept: row.backupsKept ?? 0 },
  last_export: row.lastExport === null ? null : JSON.parse(row.lastExport),
})

/** The query of a page of receipts. */
export const receiptsQuery = z.strictObject(pagingQuery)

const SCOPE = 'workspace_erasures'
const BY_TIME = keyset([workspaceErasures.startedAt, workspaceErasures.erasedId])

/** Lists a page of receipts, in the order in which the erasures began. One trip; the rows of the page. */
export async function listReceipts(
  db: Db,
  { query: { cursor, per_page } }: { query: z.infer<typeof receiptsQuery> },
): Promise<{ receipts: Receipt[]; perPage: number; cursors: Cursors }> {
  requireOwnCursor(cursor, SCOPE, NO_EPOCH)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const rows = await trip(db, {
    page: sql<ReceiptRow>`
      SELECT ${COLUMNS} FROM workspace_erasures
      WHERE ${BY_TIME.beyondSql(position)} ORDER BY ${BY_TIME.by(position)} LIMIT ${perPage + 1}`,
  })
  const page = cutPage(rows.page, {
    perPage,
    position,
    scope: SCOPE,
    epoch: NO_EPOCH,
    keyOf: ({ erasedId, startedAt }) => `${startedAt}.${erasedId}`,
  })
  return { receipts: page.rows.map(toApi), perPage, cursors: page.cursors }
}
