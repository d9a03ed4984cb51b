import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { persons } from '../db/schema'
import { ask, type Caller, type Credential, notSubscribed, requirePermission } from './admission'
import { sha256 } from './credentials'
import { dateIn } from './dates'
import { listsOf } from './lists'
import { ofList } from './persons/find'
import { membershipStatus } from './persons/rows'
import { Refusal } from './refusal'
import { email, line } from './text'
import { judged, validate } from './validation'

/** How long a link opens the portal, in seconds, by the way it reaches the member (the contract's validity table). */
export const LINK_SECONDS = { api: 43_200, entry_page: 43_200, mail: 1_209_600 }

const KEYS = ['person_id', 'person_external_id', 'email', 'membership_number'] as const
type Key = (typeof KEYS)[number]

/** The body that names the member or members of a session by exactly one identifier. */
export const newSession = judged(
  z.strictObject({
    person_id: line(255).optional(),
    person_external_id: line(255).optional(),
    email: email
      .optional()
      .describe('Former members are skipped; a shared address gives a session for all its members'),
    membership_number: line(64).optional(),
  }),
  exactlyOneKey,
).meta({ examples: [{ email: 'ada@example.org' }, { person_external_id: 'crm-1815' }] })

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
  const key = KEYS.find((key) => asked.data?.[key] !== undefined)
  const { credential, rows } = await ask(caller, {
    members: key ? [membersWhere(caller, identifiedBy(key, String(asked.data?.[key])))] : [],
  })
  requirePortal(credential)
  validate(newSession, body)
  const today = dateIn(credential.workspace.timezone, caller.now)
  const members = rows.members.filter(
    (member) => key !== 'email' || membershipStatus(member, today) !== 'former',
  )
  const personIds = members.map(({ id }) => id)
  if (personIds.length === 0) throw new Refusal('not_found', 'No member has this identifier.')
  return { token: await keep(caller, links, credential.workspace.id, personIds, LINK_SECONDS.api), personIds }
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
  caller: Caller,
  links: KVNamespace,
  workspaceId: string,
  personIds: string[],
  seconds: number,
) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(caller.now.getTime() + seconds * 1000).toISOString()
  const link = { workspace_id: workspaceId, person_ids: personIds, expires_at: expiresAt }
  await links.put(await sha256(token), JSON.stringify(link), { expirationTtl: seconds })
  return token
}

function identifiedBy(key: Key, value: string): SQL {
  switch (key) {
    case 'person_id':
      return eq(persons.id, value)
    case 'person_external_id':
      return eq(persons.externalId, value)
    case 'email':
      return sql`lower(${persons.email}) = lower(${value}) AND ${persons.email} IS NOT NULL`
    case 'membership_number':
      return eq(persons.membershipNumber, value)
  }
}

const membersWhere = (caller: Caller, which: SQL) =>
  caller.db
    .select({ id: persons.id, area: persons.area, leaveDate: persons.leaveDate })
    .from(persons)
    .where(sql`${ofList(caller, 'members')} AND ${persons.area} = 'regular' AND ${which}`)
    .orderBy(persons.id)

function* exactlyOneKey(body: Record<string, unknown>) {
  const given = KEYS.filter((key) => body[key] !== undefined)
  if (given.length === 0) yield [[], `must have exactly one of ${KEYS.join(', ')}`] as const
  if (given.length > 1)
    for (const key of given) yield [[key], `must be the only one of ${KEYS.join(', ')}`] as const
}
