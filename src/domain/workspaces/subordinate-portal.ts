import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requireInUse } from '../access/in-use'
import type { Need, Principal } from '../access/principal'
import { portalManager } from '../portal/coverage'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { needsProof } from '../staff/proofs'
import { recordWorkspace } from './events'

/** The body that changes the portal of a workspace below. */
export const subordinatePortalChange = z.strictObject({ enabled: z.boolean() })

/**
 * Opens or closes the portal to the members of a workspace below, where the principal's workspace manages it. The event
 * is in the log of the workspace below. Two trips. Throws `permission_missing`, `not_found` for other workspaces, and `invalid`.
 */
export async function updateSubordinatePortal(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<void> {
  await changePortalBelow(principal, id, { permission: 'settings:write' }, () => ({
    portalEnabled: validate(subordinatePortalChange, body).enabled,
  }))
}

/** What {@link handBackPortal} needs. */
export const TO_HAND_BACK: Need = { permission: 'settings:write', freshProof: needsProof('hand_back_portal') }

/**
 * Hands the portal of a workspace below back to it. Only its owners can leave it to a workspace above again. Otherwise as
 * {@link updateSubordinatePortal}; throws `proof_required`, too.
 */
export async function handBackPortal(principal: Principal, { id }: { id: string }): Promise<void> {
  await changePortalBelow(principal, id, TO_HAND_BACK, () => ({
    portalManagedBy: 'workspace',
  }))
}

async function changePortalBelow(
  principal: Principal,
  id: string,
  need: Need,
  changeOf: () => Partial<WorkspaceRow>,
): Promise<void> {
  await act(principal, need, async (tx) => {
    const { db, actor, now } = tx
    const managedSql = (workspace: Sql) => sql`${portalManager(sql`${id}`)} = ${workspace}`
    const rows = await tx.read({
      stored: db
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.id, id), managedSql(tx.workspace()))),
    })
    const [stored] = rows.stored
    if (!stored) throw new DomainError('not_found', 'This workspace manages the portal of no such workspace.')
    requireInUse(stored)
    const settings = { ...changeOf(), updatedAt: now.toISOString() }
    await tx.write({
      unchanged: failUnless(sql`${managedSql(tx.writable())} AND EXISTS (
        SELECT 1 FROM workspaces WHERE id = ${id} AND updated_at = ${stored.updatedAt} AND suspended_at IS NULL)`),
      recorded: recordWorkspace(actor, sql`${id}`, 'workspace.updated', stored, { ...stored, ...settings }),
      updated: db.update(workspaces).set(settings).where(eq(workspaces.id, id)),
    })
  })
}
