import { randomBytes } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../db/client'
import { prepared } from '../db/query'
import { workspaces } from '../db/schema'
import {
  ask,
  BY_ID,
  type Caller,
  type Credential,
  notSubscribed,
  ofList,
  requirePermission,
  type Tenant,
} from './admission'
import { sha256 } from './credentials'
import { dateIn } from './dates'
import { exactlyOneOf } from './exactly-one'
import { listsOf } from './lists'
import { membershipStatus, type PersonRow } from './persons/rows'
import { OPEN_PORTAL } from './portal/settings'
import { Refusal } from './refusal'
import { email, line } from './text'
import { isGiven, validate } from './validation'

/** How long a link opens the portal, in seconds, by the way it reaches the member (the contract's validity table). */
const LINK_SECONDS = { api: 43_200, entry_page: 43_200, mail: 1_209_600 }

/** A way in which a link reaches a member. */
export type Channel = keyof typeof LINK_SECONDS

/** What KV keeps of a link. It only carries: whether the link opens anything is decided where it is used. */
export type Link = { workspace_id: string; person_ids: string[]; expires_at: string }

const KEYS = ['person_id', 'person_external_id', 'email', 'membership_number'] as const
type Key = (typeof KEYS)[number]

/** The body that names the member or members of a session by exactly one identifier. */
export const newSession = z
  .strictObject({
    person_id: line(255).nullish(),
    person_external_id: line(255).nullish(),
    email: email
      .nullish()
      .describe('Former members are skipped; a shared address gives a session for all its members'),
    membership_number: line(64).nullish(),
  })
  .meta({
    oneOf: exactlyOneOf(KEYS),
    examples: [{ person_external_id: 'm-1001' }, { email: 'familie.bergmann@example.org' }],
  })

/**
 * Makes a login link for the members that an identifier names, valid for 12 hours, and keeps its hash in KV. One trip
 * and one put. Gives the token and the ids of the members. Refuses as the contract says for the endpoint.
 */
export async function createLink(
  caller: Caller,
  links: KVNamespace,
  body: unknown,
): Promise<{ token: string; personIds: string[] }> {
  const asked = newSession.safeParse(body)
  const key = KEYS.find((key) => isGiven(asked.data?.[key]))
  const { credential, rows } = await ask(caller, {
    members: key ? [membersBy(caller, { value: asked.data?.[key] }, key)] : [],
  })
  requirePortal(credential)
  validate(newSession, body, exactlyOneKey)
  const today = dateIn(credential.workspace.timezone, caller.now)
  const members = rows.members.filter(
    (member) => key !== 'email' || membershipStatus(member, today) !== 'former',
  )
  const personIds = members.map(({ id }) => id)
  if (personIds.length === 0) throw new Refusal('not_found', 'No member has this identifier.')
  const { token } = await keep(caller, links, credential.workspace.id, personIds, 'api')
  return { token, personIds }
}

/**
 * Makes a login link for the current members of a workspace that share an e-mail address, to be sent to them in a
 * mail of this channel, and gives it with the address as it is stored. Undefined where there is nobody to send it to.
 * One trip, and one put.
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
    members: membersBy(tenant, { value: email }, 'email'),
  })
  const [workspace] = rows.workspaces
  if (!workspace) return undefined
  const today = dateIn(workspace.timezone, now)
  const members = rows.members.filter((member) => membershipStatus(member, today) === 'active')
  const to = members[0]?.email
  if (!to) return undefined
  const personIds = members.map(({ id }) => id)
  return { workspace, to, ...(await keep(tenant, links, workspaceId, personIds, channel)) }
}

/** Finds what a token was made for; undefined where it never was, or has run out. */
export async function readLink(links: KVNamespace, now: Date, token: string): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const link = await links.get<Link>(await sha256(token), 'json')
  return link && link.expires_at > now.toISOString() ? link : undefined
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
    throw new Refusal('portal_disabled', 'The member portal of this workspace is switched off.')
  if (portalManagedBy === 'superordinate')
    throw new Refusal('portal_managed_elsewhere', 'The member portal belongs to the superordinate workspace.')
}

async function keep(
  { now }: Tenant,
  links: KVNamespace,
  workspaceId: string,
  personIds: string[],
  channel: Channel,
) {
  const seconds = LINK_SECONDS[channel]
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString()
  const link: Link = { workspace_id: workspaceId, person_ids: personIds, expires_at: expiresAt }
  await links.put(await sha256(token), JSON.stringify(link), { expirationTtl: seconds })
  return { token, expiresAt }
}

const value = sql.placeholder('value')

const IDENTIFIED: Record<Key, SQL> = {
  person_id: sql`id = ${value}`,
  person_external_id: sql`external_id = ${value}`,
  email: sql`lower(email) = lower(${value}) AND email IS NOT NULL`,
  membership_number: sql`membership_number = ${value}`,
}

type Row = Pick<PersonRow, 'id' | 'area' | 'leaveDate'> & { email: string | null }

const membersBy = prepared<Row, Key>(
  (workspace, key) => sql`
    SELECT id, area, leave_date AS "leaveDate", email FROM persons
    WHERE ${ofList(workspace, 'members')} AND area = 'regular' AND ${IDENTIFIED[key]} ORDER BY id`,
)

function* exactlyOneKey(body: Record<string, unknown>) {
  const given = KEYS.filter((key) => isGiven(body[key]))
  if (given.length === 0) yield [[], `must have exactly one of ${KEYS.join(', ')}`] as const
  if (given.length > 1)
    for (const key of given) yield [[key], `must be the only one of ${KEYS.join(', ')}`] as const
}
