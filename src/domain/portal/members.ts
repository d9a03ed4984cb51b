import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { GENERATION } from '../persons/guards'
import { PAYS } from '../persons/payers/pays'
import { DISPLAY_NAME, membershipStatus, type PersonRow } from '../persons/person'
import { earliestDate, todayIn } from '../shared/dates'
import { below } from './coverage'
import { OFFERS_PORTAL } from './settings'

/** How many members one link can cover. */
export const MAX_MEMBERS = 500

/** What names members. */
export const MEMBER_KEYS = ['person_id', 'person_external_id', 'email', 'membership_number'] as const
export type MemberKey = (typeof MEMBER_KEYS)[number]

/** A member that a link can cover, or a contact who pays for others. */
export type Member = MemberRow & { isFormer: boolean }

type MemberRow = Pick<PersonRow, 'id' | 'area' | 'leaveDate'> & {
  list: ListId
  /** 1 for who pays for others, where payers are asked for. */
  pays: 0 | 1
  /** 1 for who has died, to whom no mail goes. */
  isDeceased: 0 | 1
  email: string | null
  workspaceId: string
  /** The first name, or else what identifies the member. */
  name: string
  /** See `portal_guards`; 0 for one without. */
  generation: number
  /** Null for a member of the workspace itself. */
  timezone: string | null
}

/**
 * The members that a value names, in a workspace and in those below whose portal it manages: one more than
 * {@link MAX_MEMBERS} at most. By `email`, without those whose leave date has passed in every time zone, or who have died. `withPayers` adds
 * contacts, and by `email` former members, who pay for others.
 */
export function selectMembers(
  workspace: Sql,
  { key, value, now, withPayers = false }: { key: MemberKey; value: string; now: Date; withPayers?: boolean },
): Sql<MemberRow> {
  const pays = withPayers ? PAYS : sql`0`
  const mayBeSql = sql`(persons.list_id = 'members' ${key === 'email' ? currentSql(now) : sql``} OR ${pays})`
  const namedSql = sql`area = 'regular' AND ${identifiedSql(key, value)} AND ${mayBeSql}`
  const lists = sql.raw(withPayers ? `'members', 'contacts'` : `'members'`)
  const select = sql`SELECT persons.id, area, leave_date AS leaveDate, email, workspace_id AS workspaceId,
    persons.list_id AS list, ${pays} AS pays, leave_reason IS 'deceased' AS isDeceased, coalesce(nullif(first_name, ''), ${DISPLAY_NAME}) AS name,
    ${GENERATION} AS generation`
  return sql<MemberRow>`
    WITH RECURSIVE ${below(workspace)}
    ${select}, NULL AS timezone FROM persons
    WHERE persons.workspace_id = ${workspace} AND persons.list_id IN (${lists}) AND ${namedSql}
    UNION ALL
    ${select}, timezone FROM below CROSS JOIN workspaces AS home CROSS JOIN persons
    WHERE home.id = below.id AND ${OFFERS_PORTAL} AND persons.workspace_id = home.id
      AND persons.list_id IN (${lists}) AND ${namedSql}
    LIMIT ${MAX_MEMBERS + 1}`
}

/** The members of the rows of {@link selectMembers}, in the order of their ids. */
export const membersFrom = (rows: MemberRow[], workspace: { timezone: string }, now: Date): Member[] =>
  rows
    .map((row) => {
      const today = todayIn(row.timezone ?? workspace.timezone, now)
      return { ...row, isFormer: membershipStatus(row, today) === 'former' }
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/** Those whom a link for an address opens: members, and payers, whose former membership it does not open. */
export const openedBy = (members: Member[]): Member[] =>
  members
    .filter(({ isFormer, pays }) => !isFormer || pays === 1)
    .map((member) => ({ ...member, isFormer: false }))

const currentSql = (now: Date): Sql => sql`AND (leave_date IS NULL OR leave_date >= ${earliestDate(now)})
  AND leave_reason IS NOT 'deceased'`

function identifiedSql(key: MemberKey, value: string): Sql {
  switch (key) {
    case 'person_id':
      return sql`persons.id = ${value}`
    case 'person_external_id':
      return sql`external_id = ${value}`
    case 'email':
      return sql`lower(email) = lower(${value}) AND email IS NOT NULL`
    case 'membership_number':
      return sql`membership_number = ${value}`
  }
}
