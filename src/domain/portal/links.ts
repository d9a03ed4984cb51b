import { randomBytes } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../../db/client'
import { prepared } from '../../db/query'
import { workspaces } from '../../db/schema'
import {
  ask,
  BY_ID,
  type Caller,
  type Credential,
  notSubscribed,
  ofList,
  requirePermission,
  type Tenant,
} from '../access/admission'
import { listsOf } from '../access/lists'
import { sha256 } from '../access/tokens'
import { membershipStatus, type PersonRow } from '../persons/store/json'
import { earliestDate, todayIn } from '../shared/dates'
import { DomainError, invalid } from '../shared/errors'
import { exactlyOneOf } from '../shared/exactly-one'
import { email, singleLine } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import { below } from './coverage'
import { OFFERS_PORTAL, OPEN_PORTAL } from './settings'

/** How long a link opens the portal, in seconds, by the way it reaches the member (the contract's validity table). */
const LINK_SECONDS = { api: 43_200, entry_page: 43_200, mail: 1_209_600 }

/** A way in which a link reaches a member. */
export type Channel = keyof typeof LINK_SECONDS

/**
 * What KV stores of a link: the workspace whose portal it opens, and the persons by their workspace. `former_ids` are
 * those who may be former members: they were when the link was made, and it named them by another key than `email`.
 * The database decides on use whether the link opens anything.
 */
export type Link = {
  workspace_id: string
  person_ids: Record<string, string[]>
  former_ids: string[]
  expires_at: string
}

/** How many members one link can cover. */
export const MOST_MEMBERS = 500

const KEYS = ['person_id', 'person_external_id', 'email', 'membership_number'] as const
type Key = (typeof KEYS)[number]

/** The body that names the member or members of a session by exactly one identifier. */
export const newSession = z
  .strictObject({
    person_id: singleLine(255).nullish(),
    person_external_id: singleLine(255).nullish(),
    email: email
      .nullish()
      .describe('Former members are skipped; a shared address gives a session for all its members'),
    membership_number: singleLine(64).nullish(),
  })
  .meta({
    oneOf: exactlyOneOf(KEYS),
    examples: [{ person_external_id: 'm-1001' }, { email: 'familie.bergmann@example.org' }],
  })

/**
 * Makes a login link for the members that an identifier names, in the caller's workspace and in those whose portal it
 * manages, valid for 12 hours, and stores its hash in KV. One trip and one put. Returns the token and the ids of the
 * members. Former members are included unless `email` names them. Throws `invalid` for more than 500 members, and where
 * an `external_id` or a `membership_number` names strangers, as both are unique within a workspace alone; and refusals as
 * the contract says for the endpoint.
 */
export async function createLink(
  caller: Caller,
  links: KVNamespace,
  body: unknown,
): Promise<{ token: string; personIds: string[] }> {
  const asked = newSession.safeParse(body)
  const key = KEYS.find((key) => isGiven(asked.data?.[key]))
  const { credential, rows } = await ask(caller, {
    members: key ? [membersBy(caller, asked.data?.[key], key)] : [],
  })
  requirePortal(credential)
  validate(newSession, body, exactlyOneKey)
  const members = membersIn(rows.members, credential.workspace, caller.now, key === 'email')
  if (key && rows.members.length > MOST_MEMBERS) throw invalid({ [key]: [TOO_MANY_MEMBERS] })
  if (members.length === 0) throw new DomainError('not_found', 'No member has this identifier.')
  if (key && key !== 'email' && new Set(members.map(({ workspaceId }) => workspaceId)).size > 1)
    throw invalid({ [key]: ['names members of several workspaces; name one of them by person_id'] })
  const { token } = await storeLink(caller, links, credential.workspace.id, members, 'api')
  return { token, personIds: members.map(({ id }) => id) }
}

const TOO_MANY_MEMBERS = `names more than ${MOST_MEMBERS} members; name one of them by person_id`

/**
 * Makes a login link for the current members that share an e-mail address, in a workspace and in those whose portal it
 * manages, to be sent in a mail of this channel. Returns it with the address as it is stored; `no_members` or
 * `too_many_members` (over 500) where there is no link. One trip, and one put.
 */
export async function createLinkToMail(
  db: Db,
  links: KVNamespace,
  now: Date,
  { workspaceId, email, channel }: { workspaceId: string; email: string; channel: Channel },
) {
  const tenant = { db, now, workspace: BY_ID, values: { workspace: workspaceId } }
  const rows = await trip(tenant, {
    workspaces: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), OPEN_PORTAL)),
    members: membersBy(tenant, email, 'email'),
  })
  const [workspace] = rows.workspaces
  if (!workspace) return 'no_members'
  const members = membersIn(rows.members, workspace, now, true)
  const to = members[0]?.email
  if (!to) return 'no_members'
  if (rows.members.length > MOST_MEMBERS) return 'too_many_members'
  return { workspace, to, ...(await storeLink(tenant, links, workspaceId, members, channel)) }
}

/** Finds what a token was made for; undefined where it never was, or has run out. */
export async function readLink(links: KVNamespace, now: Date, token: string): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const link = await links.get<Link>(await sha256(token), 'json')
  // Links that an earlier version stored have no `former_ids`.
  return link?.former_ids && link.expires_at > now.toISOString() ? link : undefined
}

/** Refuses a caller who may not create sessions, and a workspace without a portal of its own. One trip. */
export async function admitToPortal(caller: Caller): Promise<void> {
  const { credential } = await ask(caller, {})
  requirePortal(credential)
}

// In the order of the design: the subscription, the key, the portal.
function requirePortal(credential: Credential): void {
  const { subscriptionVariant, portalEnabled, portalManagedBy } = credential.workspace
  if (!listsOf(subscriptionVariant).includes('members')) throw notSubscribed('members')
  requirePermission(credential, 'member_portal_sessions:create')
  if (!portalEnabled)
    throw new DomainError('portal_disabled', 'The member portal of this workspace is switched off.')
  if (portalManagedBy === 'superordinate')
    throw new DomainError(
      'portal_managed_elsewhere',
      'The member portal belongs to the superordinate workspace.',
    )
}

async function storeLink(
  { now }: Tenant,
  links: KVNamespace,
  workspaceId: string,
  members: Member[],
  channel: Channel,
) {
  const seconds = LINK_SECONDS[channel]
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString()
  const link: Link = {
    workspace_id: workspaceId,
    person_ids: idsByWorkspace(members),
    former_ids: members.filter(({ isFormer }) => isFormer).map(({ id }) => id),
    expires_at: expiresAt,
  }
  await links.put(await sha256(token), JSON.stringify(link), { expirationTtl: seconds })
  return { token, expiresAt }
}

function idsByWorkspace(members: Member[]): Record<string, string[]> {
  const groups = Map.groupBy(members, ({ workspaceId }) => workspaceId)
  return Object.fromEntries(
    [...groups].map(([workspaceId, group]) => [workspaceId, group.map(({ id }) => id)]),
  )
}

type Member = Row & { isFormer: boolean }

/** The members found, by id: all of them, or those who are not former. */
function membersIn(rows: Row[], own: { timezone: string }, now: Date, isCurrentOnly: boolean): Member[] {
  return rows
    .map((row) => {
      const today = todayIn(row.timezone ?? own.timezone, now)
      return { ...row, isFormer: membershipStatus(row, today) === 'former' }
    })
    .filter(({ isFormer }) => !(isCurrentOnly && isFormer))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

const value = sql.placeholder('value')

const IDENTIFIED: Record<Key, SQL> = {
  person_id: sql`persons.id = ${value}`,
  person_external_id: sql`external_id = ${value}`,
  email: sql`lower(email) = lower(${value}) AND email IS NOT NULL
    AND (leave_date IS NULL OR leave_date >= ${sql.placeholder('earliest')})`,
  membership_number: sql`membership_number = ${value}`,
}

type Row = Pick<PersonRow, 'id' | 'area' | 'leaveDate'> & {
  email: string | null
  workspaceId: string
  /** Null for a member of the tenant itself. */
  timezone: string | null
}

const membersBy = (tenant: Tenant, value: unknown, key: Key) =>
  members(tenant, { value, earliest: earliestDate(tenant.now) }, key)

const members = prepared<Row, Key>((workspace, key) => {
  const read = sql`SELECT persons.id, area, leave_date AS "leaveDate", email, workspace_id AS "workspaceId"`
  const isNamed = sql`area = 'regular' AND ${IDENTIFIED[key]}`
  return sql`
    WITH RECURSIVE ${below(workspace)}
    ${read}, NULL AS timezone FROM persons WHERE ${ofList(workspace, 'members')} AND ${isNamed}
    UNION ALL
    ${read}, timezone FROM below CROSS JOIN workspaces AS home CROSS JOIN persons
    WHERE home.id = below.id AND ${OFFERS_PORTAL} AND ${ofList(sql`home.id`, 'members')} AND ${isNamed}
    LIMIT ${sql.raw(String(MOST_MEMBERS + 1))}`
})

function* exactlyOneKey(body: Record<string, unknown>) {
  const given = KEYS.filter((key) => isGiven(body[key]))
  if (given.length === 0) yield [[], `must have exactly one of ${KEYS.join(', ')}`] as const
  if (given.length > 1)
    for (const key of given) yield [[key], `must be the only one of ${KEYS.join(', ')}`] as const
}
