import { memberSubject } from '../access/known-browsers'
import { sha256 } from '../shared/hash'
import { newToken } from '../shared/token'
import type { Member } from './members'

/** How long links are valid, by the channel that they go through. */
export const LINK_SECONDS = { api: 43_200, entry_page: 43_200, mail: 1_209_600 }

/** The way in which a link reaches a member. */
export type Channel = keyof typeof LINK_SECONDS

/**
 * What KV stores of a link: the workspace whose portal it opens, and the persons by their workspace. `former_ids` are
 * those that may be former members: they were when the link was made, and it named them by another key than `email`.
 * The database decides on use whether the link opens anything. `address` is the hash of the address that the link was
 * mailed to, which its browser is known by afterwards; absent for links of the API, and in those of an earlier version.
 */
export type Link = {
  workspace_id: string
  person_ids: Record<string, string[]>
  former_ids: string[]
  address?: string | undefined
  expires_at: string
}

/** Makes a link to the portal of a workspace and stores it under the hash of its token. One put. */
export async function storeLink(
  links: KVNamespace,
  {
    now,
    workspaceId,
    members,
    channel,
  }: { now: Date; workspaceId: string; members: Member[]; channel: Channel },
): Promise<{ token: string; expiresAt: string }> {
  const seconds = LINK_SECONDS[channel]
  const token = newToken()
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString()
  const link: Link = {
    workspace_id: workspaceId,
    person_ids: idsByWorkspace(members),
    former_ids: members.filter(({ isFormer }) => isFormer).map(({ id }) => id),
    address: channel === 'api' ? undefined : mailedTo(members),
    expires_at: expiresAt,
  }
  await links.put(sha256(token), JSON.stringify(link), { expirationTtl: seconds })
  return { token, expiresAt }
}

/** The link of a token; undefined where there never was one, or it has expired. */
export async function readLink(
  links: KVNamespace,
  { now, token }: { now: Date; token: string },
): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const link = await links.get<Link>(sha256(token), 'json')
  // Links that an earlier version stored have no `former_ids`.
  return link?.former_ids && link.expires_at > now.toISOString() ? link : undefined
}

const mailedTo = ([member]: Member[]) => (member?.email ? memberSubject(member.email) : undefined)

function idsByWorkspace(members: Member[]): Record<string, string[]> {
  const groups = Map.groupBy(members, ({ workspaceId }) => workspaceId)
  return Object.fromEntries(
    [...groups].map(([workspaceId, group]) => [workspaceId, group.map(({ id }) => id)]),
  )
}
