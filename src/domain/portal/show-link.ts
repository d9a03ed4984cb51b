import { sql } from '../../db/sql'
import { inList, TENANT } from '../access/principal'
import { insertEvents } from '../events/record'
import { DISPLAY_NAME } from '../persons/person'
import type { StaffPrincipal } from '../staff/principal'
import { createPortalLink } from './create-link'
import { LINK_SECONDS } from './links'

/**
 * Creates a login link for a member of the workspace, to show it to staff, and records that: the portal behind it may show
 * more than their role does. One trip and one put. Throws what {@link createPortalLink} throws.
 */
export async function showPortalLink(
  principal: StaffPrincipal,
  { links, personId }: { links: KVNamespace; personId: string },
): Promise<{ token: string; idOrSlug: string }> {
  const recorded = [recordShown(principal, personId)]
  const body = { person_id: personId }
  return createPortalLink(principal, { links, body, isOwnOnly: true, recorded })
}

// Finds no person where the credential may not create links, or the workspace has no portal of its own.
function recordShown({ actor, now, ...principal }: StaffPrincipal, personId: string) {
  const expiresAt = new Date(now.getTime() + LINK_SECONDS.api * 1000).toISOString()
  return insertEvents(
    actor,
    principal.writableWorkspace({ permission: 'member_portal_sessions:create' }),
    { action: 'person.portal_link_created', subject: 'member' },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, json_object('expires_at', json_array(NULL, ${expiresAt}))
      FROM persons JOIN workspaces ON workspaces.id = ${TENANT}
      WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND persons.id = ${personId}
        AND portal_enabled = 1 AND portal_managed_by = 'workspace'`,
  )
}
