import { and, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { type Channel, storeLink } from './links'
import { MAX_MEMBERS, membersFrom, selectMembers } from './members'
import { OPEN_PORTAL } from './settings'

/** A link to mail: to which address as it is stored, for which workspace, and the first names of whom it covers. */
export type LinkToMail = {
  workspace: WorkspaceRow
  to: string
  names: string[]
  token: string
  expiresAt: string
}

/**
 * Creates a login link for the current members that share an email address, in a workspace and in those whose portal it
 * manages. Gives `no_members` or `too_many_members` (over 500) where there is no link. One trip and one put.
 */
export async function createLinkToMail(
  db: Db,
  {
    links,
    now,
    workspaceId,
    email,
    channel,
  }: { links: KVNamespace; now: Date; workspaceId: string; email: string; channel: Channel },
): Promise<LinkToMail | 'no_members' | 'too_many_members'> {
  const rows = await trip(db, {
    workspaces: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), OPEN_PORTAL)),
    members: selectMembers(sql`${workspaceId}`, { key: 'email', value: email, now }),
  })
  const [workspace] = rows.workspaces
  if (!workspace) return 'no_members'
  const members = membersFrom(rows.members, workspace, now).filter(({ isFormer }) => !isFormer)
  const to = members[0]?.email
  if (!to) return 'no_members'
  if (rows.members.length > MAX_MEMBERS) return 'too_many_members'
  const names = members.map(({ name }) => name)
  return { workspace, to, names, ...(await storeLink(links, { now, workspaceId, members, channel })) }
}
