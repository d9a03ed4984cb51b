import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { recordEvents } from '../events/record'
import { lastRestoreOf, type Restore } from '../shared/restores'
import type { StaffPrincipal } from '../staff/principal'
import { type MailRow, TO_SEND } from './mail'
import { type Range, type Sending, selectRanges } from './recipients'
import { OF_HELD } from './steer'

/** How many held mails one act decides on. */
const MAX_DECIDED = 100

/** A mail that is held since a restore. */
export type HeldMail = Pick<MailRow, 'id' | 'subject' | 'occasion' | 'waiting' | 'createdAt'>

/** The mails that are held, the oldest first, and the last restore. */
export type HeldMails = { mails: HeldMail[]; restore: Restore | undefined }

/** Counts the mails that are held. A statement for the trip of the caller. */
export const countHeldMails = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM mails INDEXED BY mails_held WHERE workspace_id = ${workspace} AND held_for IS NOT NULL`

const selectHeld = (workspace: Sql): Sql<HeldMail> => sql<HeldMail>`
  SELECT id, subject, occasion, waiting, created_at AS createdAt FROM mails INDEXED BY mails_held
  WHERE workspace_id = ${workspace} AND held_for IS NOT NULL ORDER BY id LIMIT ${MAX_DECIDED}`

/** Reads the mails that are held since a restore, the first hundred. One trip. Throws `permission_missing`. */
export async function viewHeldMails(principal: StaffPrincipal): Promise<HeldMails> {
  const { credential, rows } = await query(
    principal,
    { held: selectHeld(principal.workspace()) },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  return { mails: rows.held, restore: lastRestoreOf(credential.workspace) }
}

/**
 * Releases or drops these of the mails that are held, and returns what the queue is to be told; of one that is not held any more,
 * nothing. Two trips. Throws `permission_missing`.
 */
export async function decideHeld(
  principal: StaffPrincipal,
  { ids, decision }: { ids: string[]; decision: keyof typeof OF_HELD },
): Promise<{ count: number; sendings: Sending[] }> {
  return act(principal, TO_SEND, async (tx) => {
    const { credential, held } = await tx.read({ held: selectHeld(tx.workspace()) })
    const chosen = held.filter(({ id }) => ids.includes(id))
    const workspace = tx.writable()
    const isReleased = decision === 'continue'
    const rows: Record<string, unknown[]> = await tx.write({
      recorded: recordEvents(
        tx.actor,
        workspace,
        { action: OF_HELD[decision], subject: 'mail' },
        chosen.map(({ id, subject, waiting }) => ({
          id,
          name: subject,
          changes: { waiting: [waiting, waiting] },
        })),
      ),
      decided: sql`
        UPDATE mails SET state = ${isReleased ? 'sending' : 'stopped'}, held_for = NULL, revision = revision + 1,
          updated_at = ${NOW}
        WHERE workspace_id = ${workspace} AND held_for IS NOT NULL
          AND id IN (SELECT value FROM json_each(${JSON.stringify(chosen.map(({ id }) => id))}))`,
      ...Object.fromEntries(
        isReleased ? chosen.map(({ id }) => [`ranges ${id}`, selectRanges(workspace, id)]) : [],
      ),
    })
    const workspaceId = credential.workspace.id
    const sendings = isReleased
      ? chosen.map(({ id }) => ({ workspaceId, mailId: id, ranges: (rows[`ranges ${id}`] ?? []) as Range[] }))
      : []
    return { count: chosen.length, sendings }
  })
}
