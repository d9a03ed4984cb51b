import { trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { type Counter, hourOf, increment, isOver, sweepCounts, withinLimitSql } from '../access/hourly-limits'
import { MAILS_PER_HOUR } from '../access/mail-requests'
import { inList, type Need, TENANT, workspaceCte } from '../access/principal'
import { requireRightTo } from '../access/session-rights'
import { insertEvents } from '../events/record'
import { keepOldAddress } from '../persons/old-addresses'
import { DISPLAY_NAME, parseFixedFields } from '../persons/person'
import { refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { email as emailSchema } from '../shared/text'
import { newToken } from '../shared/token'
import { CHANGE_SECONDS, sweepEmailChanges } from './email-changes'
import { familyOf, type MyEmail, type MyPerson, viewMyEmail } from './my-data'
import { type PortalPerson, type PortalPrincipal, withPerson } from './principal'
import type { EmailNotice } from './reverse-email'
import { canChangeEmail } from './settings'

/** How often a person's address can be changed in an hour: each time, the old one gets a notice. */
export const CHANGES_PER_HOUR = 5

/** A mail that asks a new address to confirm itself. */
export type EmailConfirmation = {
  /** The workspace whose portal it is. */
  workspace_id: string
  email: string
  persons: { workspace_id: string; person_id: string }[]
  requested_at: string
}

/** What a change of address came to, and the mails that it takes. `email` is null if the address has had its mails. */
export type EmailChange = {
  data: MyEmail
  outcome: 'unchanged' | 'too_many' | 'waiting'
  email: string
  confirmation?: EmailConfirmation | undefined
  /** A mail for each stored address, which is told. */
  notices: EmailNotice[]
}

/**
 * Stores a new address of the principal's person, and of others of the session, which waits a day until it is
 * confirmed; the stored one stays until then. Counted by caller, person and address. Two trips. Throws `not_found` if
 * members cannot change their address, and `invalid` for what is no address. It never tells whether an address
 * belongs to others already.
 */
export async function changeEmail(
  principal: PortalPrincipal,
  { typed, alsoFor, caller }: { typed: string; alsoFor: string[]; caller: string },
): Promise<EmailChange> {
  const data = await viewMyEmail(principal)
  requireEditableEmail(data)
  const email = emailSchema.safeParse(typed.trim()).data
  if (!email) throw refusedAt('email', { code: typed.trim() === '' ? 'email_empty' : 'email_invalid' })
  return requestChange(principal, { data, email, alsoFor, caller })
}

/**
 * Has the mail to the new address of the principal's person sent again, for all that wait for the same address. The stored
 * addresses are not told again. Trips and errors as {@link changeEmail} has them.
 */
export async function resendEmail(
  principal: PortalPrincipal,
  { caller }: { caller: string },
): Promise<EmailChange> {
  const data = await viewMyEmail(principal)
  requireEditableEmail(data)
  const { pendingEmail: email, mailStates } = data
  if (!email) return { data, email: '', outcome: 'unchanged', notices: [] }
  const alsoFor = mailStates.filter((other) => other.pendingEmail === email).map(({ id }) => id)
  return { ...(await requestChange(principal, { data, email, alsoFor, caller })), notices: [] }
}

type Requested = { data: MyEmail; email: string; alsoFor: string[]; caller: string }

async function requestChange(
  principal: PortalPrincipal,
  { data, email, alsoFor, caller }: Requested,
): Promise<EmailChange> {
  const { session } = data
  const chosen = [
    session.person,
    ...familyOf(session).filter(({ id, accountRestsUntil }) => alsoFor.includes(id) && !accountRestsUntil),
  ]
  const changed = chosen.filter((person) => storedEmail(person) !== email)
  const found = { data, email, notices: [] }
  if (changed.length === 0) return { ...found, outcome: 'unchanged' }
  return { ...found, ...(await storeChanges(principal, { email, persons: changed, caller, data })) }
}

type Store = { email: string; persons: PortalPerson[]; caller: string; data: MyEmail }

async function storeChanges(principal: PortalPrincipal, { email, persons, caller, data }: Store) {
  const { db, now } = principal
  const hour = hourOf(now)
  const callerHash = sha256(`email caller ${caller}`)
  const addressHash = sha256(`address ${email.toLowerCase()}`)
  const byCaller = { hour, subject: callerHash, max: MAILS_PER_HOUR.caller }
  const byAddress = { hour, subject: addressHash, max: MAILS_PER_HOUR.callerAndAddress }
  const byPerson = { hour, subject: `email of ${data.session.person.id}`, max: CHANGES_PER_HOUR }
  const takenSql = sql`${withinLimitSql(byCaller)} AND ${withinLimitSql(byPerson)}`
  // The token that confirms is made when the mail is written, and replaces this one, which nobody knows.
  const tokenHash = sha256(newToken())
  const { callerCounts, personCounts, addressCounts } = await trip(db, {
    swept: [...sweepEmailChanges(now), sweepCounts(db, now)],
    callerCounts: increment(byCaller, sql`TRUE`),
    personCounts: increment(byPerson, withinLimitSql(byCaller)),
    addressCounts: increment(byAddress, takenSql),
    changes: persons.flatMap((person) =>
      storeChange(withPerson(principal, person.id), {
        person,
        email,
        tokenHash,
        takenSql,
        byAddress,
      }),
    ),
  })
  if (isOver(callerCounts, byCaller) || isOver(personCounts, byPerson))
    return { outcome: 'too_many' as const }
  const confirmation: EmailConfirmation = {
    workspace_id: data.session.workspace.id,
    email,
    persons: persons.map(({ id, workspaceId }) => ({ workspace_id: workspaceId, person_id: id })),
    requested_at: now.toISOString(),
  }
  return {
    outcome: 'waiting' as const,
    notices: noticesOf(confirmation, persons),
    confirmation: isOver(addressCounts, byAddress) ? undefined : confirmation,
  }
}

/** A notice for each stored address, about the persons who have it. */
function noticesOf(
  { workspace_id, email, requested_at }: EmailConfirmation,
  persons: PortalPerson[],
): EmailNotice[] {
  return [...Map.groupBy(persons, storedEmail)].flatMap(([to, group]) => {
    if (to === null) return []
    const named = group.map(({ id, workspaceId }) => ({ workspace_id: workspaceId, person_id: id }))
    return [{ workspace_id, to, new_email: email, persons: named, requested_at }]
  })
}

type Change = {
  person: PortalPerson
  email: string
  tokenHash: string
  /** The condition that the request is within its limits. */
  takenSql: Sql
  byAddress: Counter
}

function storeChange(
  { actor, now, ...principal }: PortalPrincipal,
  { person, email, tokenHash, takenSql, byAddress }: Change,
): Sql[] {
  const workspace = principal.writableWorkspace(TO_CHANGE)
  const expiresAt = new Date(now.getTime() + CHANGE_SECONDS * 1000).toISOString()
  const asSeenSql = sql`
    ${inList(TENANT, 'members')} AND area = 'regular' AND persons.id = ${person.id}
      AND email IS ${storedEmail(person)} AND ${takenSql}`
  // The link of the last mail stays if the address gets no other.
  return [
    insertEvents(
      actor,
      workspace,
      { action: 'person.email_change_requested', subject: 'member' },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object('pending_email', json_array(NULL, ${email}))
        FROM persons WHERE ${asSeenSql}`,
    ),
    keepOldAddress(workspace, {
      condition: sql`persons.id = ${person.id} AND email IS ${storedEmail(person)} AND ${takenSql}`,
      requestedAt: now,
      tokenHash: sha256(newToken()),
    }),
    sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO email_changes (workspace_id, person_id, email, replaces, token_hash, requested_at, expires_at)
      SELECT workspace_id, persons.id, ${email}, email, ${tokenHash}, ${now.toISOString()}, ${expiresAt}
      FROM persons WHERE ${asSeenSql}
      ON CONFLICT DO UPDATE SET email = excluded.email, replaces = excluded.replaces,
        token_hash = excluded.token_hash, requested_at = excluded.requested_at, expires_at = excluded.expires_at
      WHERE ${withinLimitSql(byAddress)} OR email_changes.email IS NOT excluded.email
        OR email_changes.replaces IS NOT excluded.replaces`,
  ]
}

/** Withdraws the new address of the principal's person, with an event. Two trips. Throws `not_found`. */
export async function withdrawEmail(principal: PortalPrincipal): Promise<void> {
  const { pendingEmail, session } = await viewMyEmail(principal)
  requireRightTo(session.person, session.kind, 'change_email')
  if (!pendingEmail) return
  const { db, actor } = principal
  const workspace = principal.writableWorkspace(TO_CHANGE)
  const { id } = session.person
  const waiting = sql`(
    SELECT waiting.email FROM email_changes AS waiting WHERE waiting.workspace_id = ${TENANT} AND person_id = ${id})`
  await trip(db, {
    recorded: insertEvents(
      actor,
      workspace,
      { action: 'person.email_change_withdrawn', subject: 'member' },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object('pending_email', json_array(${waiting}, NULL))
        FROM persons
        WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND persons.id = ${id} AND ${waiting} IS NOT NULL`,
    ),
    deleted: sql`
      DELETE FROM email_changes WHERE workspace_id = ${workspace} AND person_id = ${id}`,
  })
}

/** The address of a person as it is stored. */
export const storedEmail = (person: PortalPerson): string | null => {
  const { email } = parseFixedFields(person)
  return typeof email === 'string' ? email : null
}

const TO_CHANGE: Need = { portalRights: ['change_email'] }

/**
 * Throws `not_found` if members cannot change their address, and `permission_missing` if the session is of a kind
 * that may not, or the address is new itself.
 */
export function requireEditableEmail({ session, fields }: MyPerson): void {
  if (fields.some(({ key, isEditable }) => key === 'email' && isEditable))
    requireRightTo(session.person, session.kind, 'change_email')
  if (!canChangeEmail(fields)) throw new DomainError('not_found', 'Members cannot change their address here.')
}
