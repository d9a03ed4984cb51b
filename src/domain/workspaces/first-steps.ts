import { eq } from 'drizzle-orm'
import { workspaces } from '../../db/schema'
import { act, only } from '../access/act'
import type { Need } from '../access/principal'
import { recordEvents } from '../events/record'
import type { StaffPrincipal } from '../staff/principal'

const NEED: Need = { permission: 'settings:write' }

/**
 * Hides what is left to set up from the home of all staff of a workspace, or shows it again. Two trips; one if nothing
 * changes. Throws `permission_missing`.
 */
export async function hideFirstSteps(
  principal: StaffPrincipal,
  { hides }: { hides: boolean },
): Promise<void> {
  await act(principal, NEED, async (tx) => {
    const { credential } = await tx.read({})
    const { id, name, hidesFirstSteps } = credential.workspace
    if (hidesFirstSteps === hides) return
    const workspace = tx.writable()
    const changes = { hides_first_steps: [hidesFirstSteps, hides] as [boolean, boolean] }
    const { updated } = await tx.write({
      recorded: recordEvents(tx.actor, workspace, { action: 'workspace.updated', subject: 'workspace' }, [
        { id, name, changes },
      ]),
      updated: tx.db
        .update(workspaces)
        .set({ hidesFirstSteps: hides })
        .where(eq(workspaces.id, workspace))
        .returning({ id: workspaces.id }),
    })
    only(updated)
  })
}
