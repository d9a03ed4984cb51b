import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { requirePermission, requireSubscribed } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { query } from '../access/query'
import { type Issue, refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { exactlyOneOf } from '../shared/exactly-one'
import { email, exactLine, singleLine } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import { storeLink } from './links'
import { MAX_MEMBERS, MEMBER_KEYS, membersFrom, selectMembers } from './members'
import { idOrSlugOf } from './settings'

/** The body that names the member or members of a session by exactly one identifier. */
export const newSession = z
  .strictObject({
    person_id: singleLine(255).nullish(),
    person_external_id: exactLine(255).nullish(),
    email: email
      .nullish()
      .describe('Former members are skipped; a shared address gives a session for all its members'),
    membership_number: singleLine(64).nullish(),
  })
  .meta({
    oneOf: exactlyOneOf(MEMBER_KEYS),
    examples: [{ person_external_id: 'm-1001' }, { email: 'familie.bergmann@example.org' }],
  })

/** A credential that tells whether its workspace has a portal. */
export type LinkCredential = Credential & {
  workspace: Pick<WorkspaceRow, 'portalEnabled' | 'portalManagedBy' | 'portalSlug'>
}

/**
 * Creates a login link, valid for 12 hours, for the members that an identifier names in the principal's workspace and in
 * those whose portal it manages; `email` skips former members. One trip and one put. Throws what {@link requirePortal}
 * throws, `not_found`, and `invalid` for over 500 members, and for members of several workspaces except by `email`.
 */
export async function createPortalLink(
  principal: Principal<LinkCredential>,
  { links, body }: { links: KVNamespace; body: unknown },
): Promise<{ token: string; personIds: string[]; idOrSlug: string }> {
  const { now } = principal
  const given = newSession.safeParse(body).data
  const key = MEMBER_KEYS.find((name) => isGiven(given?.[name]))
  const value = key && given?.[key]
  const { credential, rows } = await query(
    principal,
    { members: key && value ? [selectMembers(principal.workspace(), { key, value, now })] : [] },
    requirePortal,
  )
  validate(newSession, body, exactlyOneKey)
  const { workspace } = credential
  const matches = membersFrom(rows.members, workspace, now)
  const members = key === 'email' ? matches.filter(({ isFormer }) => !isFormer) : matches
  if (key && matches.length > MAX_MEMBERS)
    throw refusedAt(key, { code: 'too_many_members', max: MAX_MEMBERS })
  if (members.length === 0) throw new DomainError('not_found', 'No member has this identifier.')
  if (key && key !== 'email' && new Set(members.map(({ workspaceId }) => workspaceId)).size > 1)
    throw refusedAt(key, { code: 'members_of_several_workspaces' })
  const { token } = await storeLink(links, { now, workspaceId: workspace.id, members, kind: 'api' })
  return { token, personIds: members.map(({ id }) => id), idOrSlug: idOrSlugOf(workspace) }
}

/**
 * Throws, in this order, `list_not_subscribed`, `permission_missing`, `portal_disabled`, and `portal_managed_elsewhere`
 * for a workspace without a portal of its own.
 */
export function requirePortal(credential: LinkCredential): void {
  const { portalEnabled, portalManagedBy } = credential.workspace
  requireSubscribed(credential, 'members')
  requirePermission(credential, 'member_portal_sessions:create')
  if (!portalEnabled)
    throw new DomainError('portal_disabled', 'The member portal of this workspace is switched off.')
  if (portalManagedBy === 'superordinate')
    throw new DomainError(
      'portal_managed_elsewhere',
      'The member portal belongs to the superordinate workspace.',
    )
}

function* exactlyOneKey(body: Record<string, unknown>): Iterable<Issue> {
  const given = MEMBER_KEYS.filter((key) => isGiven(body[key]))
  if (given.length === 0) yield [[], { code: 'not_exactly_one', keys: MEMBER_KEYS }]
  if (given.length > 1)
    for (const key of given) yield [[key], { code: 'not_the_only_one', keys: MEMBER_KEYS }]
}
