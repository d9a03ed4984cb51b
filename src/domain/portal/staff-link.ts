import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { requireFreshProof } from '../access/fresh-proof'
import type { ListId } from '../access/lists'
import { inList, type Need, TENANT } from '../access/principal'
import { query } from '../access/query'
import { insertEvents } from '../events/record'
import { PAYS } from '../persons/payers/pays'
import { DISPLAY_NAME } from '../persons/person'
import { SUBJECT } from '../persons/subject'
import { DomainError } from '../shared/errors'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { requirePortal } from './create-link'
import { LINK_SECONDS, storeLink } from './links'
import { type Member, membersFrom, selectMembers } from './members'
import { idOrSlugOf } from './settings'

/** A link that staff have mailed to a member; the consumer of the queue makes it, so that only the mail has it. */
export type StaffLinkRequest = { workspace_id: string; person_id: string; requested_at: string }

/**
 * Has a login link mailed to a member of the workspace or a contact who pays for others, and records that. Returns no request
 * for one without an address, and for who has died. One trip. Throws what {@link requirePortal} and `requireList` throw, `proof_required`, and
 * `not_found`.
 */
export async function mailPortalLink(
  principal: StaffPrincipal,
  asked: Asked,
): Promise<{ to: string; request: StaffLinkRequest } | undefined> {
  const { workspaceId, member } = await recordLink(principal, asked, 'staff_mail')
  if (!member.email || member.isDeceased) return undefined
  const requested_at = principal.now.toISOString()
  return { to: member.email, request: { workspace_id: workspaceId, person_id: member.id, requested_at } }
}

/**
 * Creates a login link for such a person, to show it to staff, and records that. Who opens it acts on behalf of the person. One trip and one put. Throws as {@link mailPortalLink}.
 */
export async function showPortalLink(
  principal: StaffPrincipal,
  { links, ...asked }: Asked & { links: KVNamespace },
): Promise<{ token: string; idOrSlug: string }> {
  const { workspaceId, member } = await recordLink(principal, asked, 'staff_shown')
  const { workspace, staff } = principal.current()
  const { token } = await storeLink(links, {
    now: principal.now,
    workspaceId,
    members: [member],
    kind: 'staff_shown',
    staffId: staff.id,
  })
  return { token, idOrSlug: idOrSlugOf(workspace) }
}

type Asked = { list: ListId; personId: string }

const TO_CREATE: Need = {
  permission: 'member_portal_sessions:create',
  freshProof: needsProof('create_portal_link'),
}

async function recordLink(
  principal: StaffPrincipal,
  asked: Asked,
  kind: 'staff_mail' | 'staff_shown',
): Promise<{ workspaceId: string; member: Member }> {
  const { now } = principal
  const { credential, rows } = await query(
    principal,
    {
      recorded: insertLinkEvent(principal, asked, kind),
      members: selectMembers(principal.workspace(), {
        key: 'person_id',
        value: asked.personId,
        now,
        withPayers: asked.list === 'contacts',
      }),
    },
    (credential) => {
      requirePortal(credential)
      requireList(credential, asked.list, 'read')
      if (TO_CREATE.freshProof) requireFreshProof(credential, now)
    },
  )
  const { workspace } = credential
  const [member] = membersFrom(rows.members, workspace, now)
  if (member?.workspaceId !== workspace.id || member.list !== asked.list)
    throw new DomainError('not_found', 'The workspace has no such person who may have a link.')
  return { workspaceId: workspace.id, member }
}

const ACTIONS = {
  staff_mail: 'person.portal_link_mailed',
  staff_shown: 'person.portal_link_created',
} as const

// Finds no person where the credential may not create links, the workspace has no portal of its own, or no mail can be sent.
function insertLinkEvent(
  { actor, now, ...principal }: StaffPrincipal,
  { list, personId }: Asked,
  kind: keyof typeof ACTIONS,
) {
  const expiresAt = new Date(now.getTime() + LINK_SECONDS[kind] * 1000).toISOString()
  return insertEvents(
    actor,
    principal.writableWorkspace(TO_CREATE),
    { action: ACTIONS[kind], subject: SUBJECT[list] },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, json_object('expires_at', json_array(NULL, ${expiresAt}))
      FROM persons JOIN workspaces ON workspaces.id = ${TENANT}
      WHERE ${inList(TENANT, list)} AND area = 'regular' AND persons.id = ${personId}
        AND (persons.list_id = 'members' OR ${PAYS})
        AND portal_enabled = 1 AND portal_managed_by = 'workspace'
        ${kind === 'staff_mail' ? sql`AND email IS NOT NULL AND leave_reason IS NOT 'deceased'` : sql``}`,
  )
}
