import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { sandboxMails } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { newId } from '../shared/ids'
import { instant } from '../shared/text'

/** How many mails of a sandbox are kept. */
export const MAX_KEPT = 200

/** A mail of a sandbox, which was not sent, as the API shows it. */
export const sandboxMail = z
  .object({
    id: z.string(),
    at: instant.describe('When it would have been sent'),
    to: z.string(),
    subject: z.string(),
    text: z.string().describe('With the links of the mail'),
  })
  .meta({ id: 'SandboxMail' })
export type SandboxMail = z.infer<typeof sandboxMail>

type Row = typeof sandboxMails.$inferSelect

/** Keeps a mail of a sandbox in place of sending it, and the last {@link MAX_KEPT} of all. One trip. */
export async function keepSandboxMail(
  db: Db,
  workspaceId: string,
  { to, subject, text }: Pick<SandboxMail, 'to' | 'subject' | 'text'>,
  now: Date,
): Promise<void> {
  await trip(db, {
    kept: sql`
      INSERT INTO sandbox_mails (workspace_id, id, at, recipient, subject, text)
      SELECT id, ${newId('sbm', now)}, ${now.toISOString()}, ${to}, ${subject}, ${text}
      FROM workspaces WHERE id = ${workspaceId} AND is_sandbox`,
    swept: sql`
      DELETE FROM sandbox_mails WHERE workspace_id = ${workspaceId} AND id <= (
        SELECT id FROM sandbox_mails WHERE workspace_id = ${workspaceId} ORDER BY id DESC LIMIT 1 OFFSET ${MAX_KEPT})`,
  })
}

/**
 * Lists the mails of a sandbox that were not sent since the last night, the newest first; none of another workspace, whose mails are
 * sent. One trip. Throws `permission_missing`.
 */
export async function listSandboxMails(principal: Principal): Promise<SandboxMail[]> {
  const { rows } = await query(principal, { mails: selectMails(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'mails:read'),
  )
  return rows.mails.map(({ id, at, recipient, subject, text }) => ({ id, at, to: recipient, subject, text }))
}

const selectMails = (workspace: Sql): Sql<Row> => sql<Row>`
  SELECT ${allColumns(sandboxMails)} FROM sandbox_mails WHERE workspace_id = ${workspace}
  ORDER BY id DESC LIMIT ${MAX_KEPT}`
