import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import { failUnless } from '../../db/guard'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { selectChecks, selectLineage, settingsIssues } from './checks'
import { ownSettingsChange, storedSettings, workspaceChange } from './settings'
import { type SettingsPrincipal, toApi, type Workspace } from './workspace'

type Body = Record<string, unknown>

/**
 * Updates a workspace as the operator may: absent keys stay. Two trips. Throws `permission_missing`, `not_found` and
 * `invalid`.
 */
export async function updateWorkspace(
  principal: SettingsPrincipal,
  { body }: { body: Body },
): Promise<Workspace> {
  return update(principal, workspaceChange, body)
}

/**
 * Updates the settings that a workspace may change itself: absent keys stay. Two trips. Throws `permission_missing`,
 * `invalid`, and `portal_managed_elsewhere` for a portal that a superordinate workspace manages.
 */
export async function updateOwnSettings(
  principal: SettingsPrincipal,
  { body }: { body: Body },
): Promise<Workspace> {
  return update(principal, ownSettingsChange, body, ({ portalManagedBy }) => {
    if (body.member_portal !== undefined && portalManagedBy === 'superordinate')
      throw new DomainError('portal_managed_elsewhere', 'A superordinate workspace manages this portal.')
  })
}

async function update(
  principal: SettingsPrincipal,
  schema: z.ZodType<z.output<typeof workspaceChange>>,
  body: Body,
  requireOwn: (stored: WorkspaceRow) => void = () => {},
): Promise<Workspace> {
  const { db, now } = principal
  return retryOnConflict(async () => {
    const { credential, rows } = await query(
      principal,
      selectChecks(db, body, principal.workspace()),
      (credential) => requirePermission(credential, 'settings:write'),
    )
    const stored = credential.workspace
    requireOwn(stored)
    const input = validate(schema, body, (given) => settingsIssues(given, stored, rows))
    const fields = input.member_portal?.fields
    const { updated } = await trip(db, {
      // Two workspaces could come to be above each other at the same moment.
      lineage: failUnless(
        sql`${stored.id} NOT IN (${selectLineage(input.superordinate_workspace_id ?? null)})`,
      ),
      updated: db
        .update(workspaces)
        .set({
          ...storedSettings(input),
          // Merged where it is stored, so that two changes of different fields at the same moment both stay.
          ...(fields && { portalFields: sql`json_patch(portal_fields, ${JSON.stringify(fields)})`.getSQL() }),
          updatedAt: now.toISOString(),
        })
        .where(eq(workspaces.id, principal.writableWorkspace({ permission: 'settings:write' })))
        .returning(),
    })
    const [row] = updated
    if (!row) throw new WriteConflict()
    return toApi(row)
  })
}
