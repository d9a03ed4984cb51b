import { eq } from 'drizzle-orm'
import { type Db, retryOnConflict, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { validate } from '../shared/validation'
import { selectChecks, selectLineage, settingsIssues } from './checks'
import { storedSettings, workspaceChange } from './settings'
import { requireWorkspace, selectWorkspace, toApi, type Workspace } from './workspace'

/** Updates the settings of a workspace: absent keys stay. Two trips. Throws `not_found` and `invalid`. */
export async function updateWorkspace(
  db: Db,
  { now, id, body }: { now: Date; id: string; body: Record<string, unknown> },
): Promise<Workspace> {
  return retryOnConflict(async () => {
    const { workspace, ...checks } = await trip(db, {
      workspace: selectWorkspace(db, id),
      ...selectChecks(db, body, id),
    })
    const stored = requireWorkspace(workspace)
    const input = validate(workspaceChange, body, (given) => settingsIssues(given, stored, checks))
    const fields = input.member_portal?.fields
    const { written } = await trip(db, {
      // Two workspaces could come to be above each other at the same moment.
      lineage: failUnless(sql`${id} NOT IN (${selectLineage(input.superordinate_workspace_id ?? null)})`),
      updated: db
        .update(workspaces)
        .set({
          ...storedSettings(input),
          // Merged where it is stored, so that two changes of different fields at the same moment both stay.
          ...(fields && { portalFields: sql`json_patch(portal_fields, ${JSON.stringify(fields)})`.getSQL() }),
          updatedAt: now.toISOString(),
        })
        .where(eq(workspaces.id, id)),
      written: selectWorkspace(db, id),
    })
    return toApi(requireWorkspace(written))
  })
}
