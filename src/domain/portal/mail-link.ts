import { and, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { inList } from '../access/principal'
import type { SessionKind } from '../access/session-rights'
import { below } from './coverage'
import { storeLink } from './links'
import { MAX_MEMBERS, membersFrom, openedBy, selectMembers } from './members'
import { OFFERS_PORTAL, OPEN_PORTAL } from './settings'

/** A link to mail: to which address as it is stored, for which workspace, and the first names of whom it covers. */
export type LinkToMail = {
  workspace: WorkspaceRow
  to: string
  names: string[]
  token: string
  expiresAt: string
}

/** To whom a mail says that the membership ended on a date (YYYY-MM-DD). */
export type FormerMember = { workspace: WorkspaceRow; to: string; endedOn: string }

async function findFormer(
  db: Db,
  workspace: WorkspaceRow,
  email: string,
): Promise<FormerMember | 'no_members'> {
  const id = sql`${workspace.id}`
  const { former } = await trip(db, {
    former: sql<{ to: string; endedOn: string }>`
      WITH RECURSIVE ${below(id)}
      SELECT email AS "to", leave_date AS endedOn
      FROM (SELECT ${id} AS id UNION ALL SELECT below.id FROM below CROSS JOIN workspaces AS home
          WHERE home.id = below.id AND ${OFFERS_PORTAL}) AS covered
        CROSS JOIN persons
      WHERE ${inList(sql`covered.id`, 'members')} AND area = 'regular' AND lower(email) = lower(${email})
        AND email IS NOT NULL AND leave_date IS NOT NULL AND leave_reason IS NOT 'deceased'
      ORDER BY leave_date DESC LIMIT 1`,
  })
  return former[0] ? { workspace, ...former[0] } : 'no_members'
}

/** What a link is made of; `by` names the members that share an email address, or one of them. */
export type NewLinkToMail = {
  links: KVNamespace
  now: Date
  workspaceId: string
  by: { key: 'email' | 'person_id'; value: string }
  kind: SessionKind
}

/**
 * Creates a login link for the current members that share an email address, with those who are none and pay for others, or
 * for a person by its id, in a workspace and in those whose portal it manages. Returns `no_members` or `too_many_members` (over 500) where there is no link.
 * Returns a {@link FormerMember} for an address of former members alone. One trip and one put; two trips without a
 * link.
 */
export async function createLinkToMail(
  db: Db,
  { links, now, workspaceId, by, kind }: NewLinkToMail,
): Promise<LinkToMail | FormerMember | 'no_members' | 'too_many_members'> {
  const rows = await trip(db, {
    workspaces: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), OPEN_PORTAL)),
    members: selectMembers(sql`${workspaceId}`, { ...by, now, withPayers: true }),
  })
  const [workspace] = rows.workspaces
  if (!workspace) return 'no_members'
  const matches = membersFrom(rows.members, workspace, now)
  const members = by.key === 'email' ? openedBy(matches) : matches
  const to = members[0]?.isDeceased ? null : members[0]?.email
  if (!to) return by.key === 'email' ? findFormer(db, workspace, by.value) : 'no_members'
  if (rows.members.length > MAX_MEMBERS) return 'too_many_members'
  const names = members.map(({ name }) => name)
  return { workspace, to, names, ...(await storeLink(links, { now, workspaceId, members, kind })) }
}
