import { memberSubject } from '../access/known-browsers'
import type { SessionKind } from '../access/session-rights'
import { sha256 } from '../shared/hash'
import { newToken } from '../shared/token'
import type { Member } from './members'
import { madeForAddress } from './principal'

/** How long links are valid, by the kind of session that they open. */
export const LINK_SECONDS: Record<SessionKind, number> = {
  own_mail: 43_200,
  staff_mail: 43_200,
  api: 43_200,
  staff_shown: 43_200,
  bulk_mail: 1_209_600,
}

/**
 * What KV stores of a link: the workspace whose portal it opens, and the persons by their workspace. `former_ids` are
 * those that may be former members: they were when the link was made, and it named them by another key than `email`.
 * The database decides on use whether the link opens anything. `address` is the hash of the address that the link was
 * mailed to, which its browser is known by afterwards; absent for other links, and in those of an earlier version.
 * `staff_id` is who acts for the member, of a link that was shown to them. `generations` are those of the persons, as
 * `portal_guards` had them, and of contacts, who have none, {@link madeForAddress}.
 */
export type Link = {
  workspace_id: string
  person_ids: Record<string, string[]>
  former_ids: string[]
  address?: string | undefined
  kind: SessionKind
  staff_id: string | null
  generations: Record<string, number | string>
  expires_at: string
}

/**
 * Makes a link to the portal of a workspace and stores it under the hash of its token. One put. KV cannot list links,
 * so one opens a portal that was switched off and on again while it is valid.
 */
export async function storeLink(
  links: KVNamespace,
  {
    now,
    workspaceId,
    members,
    kind,
    staffId = null,
  }: { now: Date; workspaceId: string; members: Member[]; kind: SessionKind; staffId?: string | null },
): Promise<{ token: string; expiresAt: string }> {
  const seconds = LINK_SECONDS[kind]
  const token = newToken()
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString()
  const link: Link = {
    workspace_id: workspaceId,
    person_ids: idsByWorkspace(members),
    former_ids: members.filter(({ isFormer }) => isFormer).map(({ id }) => id),
    address: kind === 'api' || kind === 'staff_shown' ? undefined : mailedTo(members),
    kind,
    staff_id: staffId,
    generations: Object.fromEntries(
      members.flatMap(({ id, list, email, generation }): [string, number | string][] => {
        if (list === 'contacts') return [[id, madeForAddress(email)]]
        return generation > 0 ? [[id, generation]] : []
      }),
    ),
    expires_at: expiresAt,
  }
  await links.put(sha256(token), JSON.stringify(link), { expirationTtl: seconds })
  return { token, expiresAt }
}

/** The link of a token; undefined if there never was one, or it has expired. One read of KV. */
export async function readLink(
  links: KVNamespace,
  { now, token }: { now: Date; token: string },
): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const link = await links.get<Link>(sha256(token), 'json')
  // Links that an earlier version stored have no `former_ids`, or no kind.
  if (!link?.former_ids || link.expires_at <= now.toISOString()) return undefined
  return { ...UNKNOWN_WAY, ...link }
}

const UNKNOWN_WAY = { kind: 'bulk_mail' as const, staff_id: null, generations: {} }

const mailedTo = ([member]: Member[]) => (member?.email ? memberSubject(member.email) : undefined)

function idsByWorkspace(members: Member[]): Record<string, string[]> {
  const groups = Map.groupBy(members, ({ workspaceId }) => workspaceId)
  return Object.fromEntries(
    [...groups].map(([workspaceId, group]) => [workspaceId, group.map(({ id }) => id)]),
  )
}
