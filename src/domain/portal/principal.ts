import type { Db } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { memberSubject } from '../access/known-browsers'
import type { ListId, Variant } from '../access/lists'
import type { Credential, Need, Principal } from '../access/principal'
import { hasRightSql, rests, type SessionKind } from '../access/session-rights'
import {
  ADDRESS_CHANGED_AT,
  addressSettledSql,
  OF_GENERATION_SQL,
  REST_SECONDS,
  restingSince,
} from '../persons/guards'
import { PAYS } from '../persons/payers/pays'
import { DISPLAY_NAME, membershipStatus, PERSON_ROW, type PersonRow } from '../persons/person'
import { todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { currentMemberSql } from '../staff/principal'
import { rolesWith } from '../staff/roles'
import { portalOpenTo } from './coverage'
import { type GuardianFacts, guardianFacts, guardianSettledSql, namedAndWards } from './wards'

/**
 * Who asks with a portal session: the person that the request names by id, or the first of the session where it names
 * none. The workspace is the person's own, which may be below the one whose portal it is. With `opensPayers` it may be
 * someone who is no member and pays for others, for pages about money alone.
 */
export type PortalPrincipal = Principal<PortalCredential> & {
  personId: string | undefined
  opensPayers: boolean
}

/**
 * What a session opens: its persons that still are members, those that are not and pay for others, and the one that the
 * request is about.
 */
export type PortalCredential = Credential & {
  persons: PortalPerson[]
  payers: PortalPerson[]
  person: PortalPerson
  kind: SessionKind
  /** The name of the member of staff who acts for the member; null for the member. */
  staffName: string | null
  /** The workspace that the tenant filter gave in this trip. */
  filteredWorkspaceId: string
}

/** A person of a session, with the settings of its own workspace. */
export type PortalPerson = PersonRow & {
  list: ListId
  email: string | null
  /** 1 for who pays for somebody. */
  pays: 0 | 1
  /** What the link keeps of the person: its generation, or of a contact {@link madeForAddress}; null for neither. */
  madeFor: number | string | null
  workspaceId: string
  workspaceName: string
  locale: string
  timezone: string
  currency: string
  subscriptionVariant: Variant
  columnsVersion: number
  hasWebhooks: number
  restores: string
  /** 1 where the link was made for a former member. */
  mayBeFormer: number
  sessionKind: SessionKind
  staffName: string | null
  addressChangedAt: string | null
  /** 1 for who has died, whose data nobody changes here. */
  isDeceased: 0 | 1
  /** Until when (an instant) the account is closed, since the address is new, or that of the guardian; null otherwise. */
  accountRestsUntil: string | null
  /** Who acts for the person until it is 18. */
  guardian: Pick<GuardianFacts, 'id' | 'name' | 'email'> | null
  /** Whether the session opens the person for its guardian alone. */
  isWard: boolean
}

/** The address that confirms what is done for a person: its own, or that of the guardian by whom the session opens it. */
export const confirmingEmail = ({ isWard, guardian, email }: PortalPerson): string | null =>
  isWard ? (guardian?.email ?? null) : email

/** A person of a session as it is read. */
type PortalRow = Omit<PortalPerson, 'accountRestsUntil' | 'guardian' | 'isWard'> & {
  /** JSON of {@link GuardianFacts}. */
  guardian: string | null
  /** The guardian by whom the session opens the person; null for one whom it names. */
  openedBy: string | null
}

/** The principal behind the id of a session. */
export const portalPrincipal = (
  db: Db,
  {
    sessionId,
    personId,
    opensPayers = false,
    ...request
  }: ActingRequest & { sessionId: string; personId?: string | undefined; opensPayers?: boolean },
): PortalPrincipal => principalOfSession(db, sha256(sessionId), request, { personId, opensPayers })

/** The same principal, where its request names another person. */
export const withPerson = (
  { db, id, now, actor, opensPayers }: PortalPrincipal,
  personId: string,
): PortalPrincipal =>
  principalOfSession(db, id, { requestId: actor.requestId, now }, { personId, opensPayers })

type Opened = { personId: string | undefined; opensPayers: boolean }

function principalOfSession(
  db: Db,
  sessionHash: string,
  request: ActingRequest,
  opened: Opened,
): PortalPrincipal {
  const { now } = request
  const { personId, opensPayers } = opened
  const session = selectSession(sessionHash, now)
  return {
    db,
    now,
    id: sessionHash,
    personId,
    opensPayers,
    actor: actorOf(request, {
      kind: sql`iif((SELECT staff_id FROM ${session}) IS NULL, 'member', 'staff')`,
      door: 'portal',
      id: sql`coalesce((SELECT staff_id FROM ${session}), (
        SELECT named.value ->> 1 FROM ${personsOfSession(session, { now, opensPayers })} AND ${namedSql(personId)} LIMIT 1),
        ${personId ?? null})`,
      name: sql`coalesce(
        (SELECT name FROM ${session} AS session CROSS JOIN staff ON staff.id = session.staff_id),
        (SELECT coalesce(${GUARDIAN_NAME}, ${DISPLAY_NAME})
          FROM ${personsOfSession(session, { now, opensPayers })} AND ${namedSql(personId)} LIMIT 1))`,
    }),
    workspace: () => workspaceOfPerson(session, opened, now),
    writableWorkspace: (need) => workspaceOfPerson(session, opened, now, need),
    lookup: selectPersons(session, now, opensPayers),
    credential: (rows) => credentialFromRows(rows as PortalRow[], now, opened),
  }
}

/**
 * A session that has not ended, as a table: `portal`, the id of its workspace, `person_ids`, `former_ids`, `kind`, `staff_id`
 * and `generations`. One of staff ends when they may create no more links.
 */
export const selectSession = (sessionHash: string, now: Date): Sql => sql`(
  SELECT workspace_id AS portal, person_ids, former_ids, kind, staff_id, generations FROM portal_sessions
  WHERE session_hash = ${sessionHash} AND expires_at > ${now.toISOString()}
    AND (staff_id IS NULL OR EXISTS (
      SELECT 1 FROM memberships AS member
      WHERE member.workspace_id = portal_sessions.workspace_id AND member.staff_id = portal_sessions.staff_id
        AND role IN (SELECT value FROM json_each(${LINK_ROLES})) AND ${currentMemberSql(now)})))`

const LINK_ROLES = JSON.stringify(rolesWith('member_portal_sessions:create'))

/**
 * The persons of a session to whose workspaces its portal is open, and the minors whose guardians they are: what follows FROM. The
 * cross joins look them up one by one, in the order of the session. With `opensPayers` contacts are among them.
 */
export const personsOfSession = (
  session: Sql,
  { now, join = sql``, opensPayers = false }: { now: Date; join?: Sql; opensPayers?: boolean },
): Sql => sql`
  ${session} AS session CROSS JOIN json_each(session.person_ids) AS home
  CROSS JOIN json_each(${namedAndWards(now, MAY_BE_FORMER_SQL)}) AS named
  CROSS JOIN persons ${join}
  WHERE session.portal = ${portalOpenTo(sql`home.key`)}
    AND persons.workspace_id = home.key AND persons.list_id = ${opensPayers ? LIST_OF_NAMED : sql`'members'`}
    AND area = 'regular' AND persons.id = named.value ->> 0
    AND (named.value ->> 1 IS NOT NULL OR ${OF_GENERATION_SQL})`

// As `list_id IN (…)`, it would read a row more for each person.
const LIST_OF_NAMED = sql`iif(EXISTS (
  SELECT 1 FROM persons AS contact
  WHERE contact.workspace_id = home.key AND contact.list_id = 'contacts' AND contact.area = 'regular'
    AND contact.id = named.value ->> 0), 'contacts', 'members')`

/** The condition that a person of a session may be a former member. */
export const MAY_BE_FORMER_SQL = sql`persons.id IN (SELECT value FROM json_each(session.former_ids))`

type Openable = Pick<
  PortalPerson,
  'list' | 'mayBeFormer' | 'area' | 'leaveDate' | 'timezone' | 'pays' | 'email' | 'madeFor'
>

/** Whether a person of a session still is a member, or may be a former one. */
const isMember = (person: Openable, now: Date): boolean =>
  person.list === 'members' &&
  (person.mayBeFormer === 1 || membershipStatus(person, todayIn(person.timezone, now)) === 'active')

/** Whether a session opens a person: a member, or one who pays for others. */
export const isOpened = (person: Openable, now: Date): boolean =>
  isMember(person, now) || (person.pays === 1 && hasItsAddress(person))

/** What a link keeps of a contact, in place of a generation: it opens what the contact pays while that has this address. */
export const madeForAddress = (email: string | null): string => `address:${memberSubject(email ?? '')}`

const hasItsAddress = ({ list, email, madeFor }: Pick<Openable, 'list' | 'email' | 'madeFor'>): boolean =>
  list === 'members' || madeFor === madeForAddress(email)

// The settings of the portal and the kind of the session decide what members may do, so that no permission is needed.
function workspaceOfPerson(
  session: Sql,
  { personId, opensPayers }: Opened,
  now: Date,
  { columns, portalRights = [] }: Need = {},
): Sql {
  const rights = portalRights.map((right) => sql`AND ${hasRightSql(sql`session.kind`, right)}`)
  if (portalRights.length > 0) rights.push(sql`AND persons.leave_reason IS NOT 'deceased'`)
  if (portalRights.some(rests)) rights.push(sql`AND ${addressSettledSql(now)} AND ${guardianSettledSql(now)}`)
  const allowedSql = sql`AND ${namedSql(personId)} ${sql.join(rights, ' ')}`
  if (!columns)
    return sql`(SELECT workspace_id FROM ${personsOfSession(session, { now, opensPayers })} ${allowedSql} LIMIT 1)`
  return sql`(
    SELECT workspace_id FROM ${personsOfSession(session, { now, join: OWN_WORKSPACE, opensPayers })} ${allowedSql}
      AND own.id = ${columns.workspaceId} AND own.columns_version = ${columns.version} LIMIT 1)`
}

/** The name of the guardian by whom a session opens a person; NULL for one whom it names. */
const GUARDIAN_NAME = sql`(
  SELECT ${DISPLAY_NAME} FROM persons
  WHERE persons.workspace_id = home.key AND persons.list_id IN ('members', 'contacts') AND persons.area = 'regular'
    AND persons.id = named.value ->> 1)`

const namedSql = (personId: string | undefined): Sql =>
  sql`persons.id = coalesce(${personId ?? null}, persons.id)`

/** The persons of a session, in its order; see {@link isOpened}. */
export const selectPersons = (
  session: Sql,
  now: Date,
  opensPayers: boolean,
): Sql<PortalRow> => sql<PortalRow>`
  SELECT ${PERSON_ROW}, persons.list_id AS list, email, ${PAYS} AS pays, session.generations ->> persons.id AS madeFor,
    workspace_id AS workspaceId, own.name AS workspaceName, locale, timezone, currency,
    subscription_variant AS subscriptionVariant, columns_version AS columnsVersion, own.restores, own.has_webhooks AS hasWebhooks, ${MAY_BE_FORMER_SQL} AS mayBeFormer,
    session.kind AS sessionKind, ${ADDRESS_CHANGED_AT} AS addressChangedAt, persons.leave_reason IS 'deceased' AS isDeceased, (SELECT name FROM staff WHERE staff.id = session.staff_id) AS staffName,
    ${guardianFacts(MAY_BE_FORMER_SQL)} AS guardian, named.value ->> 1 AS openedBy
  FROM ${personsOfSession(session, { now, join: OWN_WORKSPACE, opensPayers })}`

const OWN_WORKSPACE = sql`CROSS JOIN workspaces AS own ON own.id = home.key`

function credentialFromRows(
  rows: PortalRow[],
  now: Date,
  { personId, opensPayers }: Opened,
): PortalCredential {
  const opened = rows.flatMap((row) => toPerson(row, now))
  const persons = opened.filter((person) => isMember(person, now))
  const payers = opensPayers ? opened.filter((person) => !persons.includes(person)) : []
  const [first] = [...persons, ...payers]
  if (!first) throw whyNotOpened(rows.filter(({ openedBy }) => openedBy === null))
  const person = [...persons, ...payers].find(({ id }) => id === (personId ?? first.id))
  if (!person) throw new DomainError('not_found', 'The session has no such person.')
  const { workspaceId, locale, timezone, subscriptionVariant, columnsVersion, restores } = person
  const hasWebhooks = Boolean(person.hasWebhooks)
  return {
    workspace: {
      id: workspaceId,
      locale,
      timezone,
      subscriptionVariant,
      columnsVersion,
      restores,
      hasWebhooks,
    },
    permissions: [],
    persons,
    payers,
    person,
    kind: person.sessionKind,
    staffName: person.staffName,
    filteredWorkspaceId: personId === undefined ? (rows[0]?.workspaceId ?? workspaceId) : workspaceId,
  }
}

/** A person that a session opens: nobody if it does not, or does not open the guardian by whom it would. */
function toPerson({ guardian, openedBy, ...row }: PortalRow, now: Date): PortalPerson[] {
  const facts: GuardianFacts | null = JSON.parse(guardian ?? 'null')
  const isWard = openedBy !== null
  const acting = isWard && facts ? { ...facts, area: 'regular' as const, timezone: row.timezone } : null
  if (!isOpened(row, now) || (isWard && !(acting && isOpened(acting, now)))) return []
  const rests = [row.addressChangedAt, acting?.addressChangedAt ?? null].map((changedAt) =>
    restOf(changedAt, now),
  )
  return [
    {
      ...row,
      accountRestsUntil:
        rests
          .filter((until) => until !== null)
          .sort()
          .at(-1) ?? null,
      guardian: facts && { id: facts.id, name: facts.name, email: facts.email },
      isWard,
    },
  ]
}

const restOf = (changedAt: string | null, now: Date): string | null =>
  changedAt !== null && changedAt > restingSince(now)
    ? new Date(Date.parse(changedAt) + REST_SECONDS * 1000).toISOString()
    : null

/** The error for a session all of whose persons are former members by now; `endedOn` is the last date (YYYY-MM-DD). */
export class MembershipEnded extends DomainError {
  constructor(readonly endedOn: string) {
    super('unauthenticated', 'The membership has ended.')
  }
}

/** The error for a session of contacts who pay for nobody any more. */
export class PaysForNobody extends DomainError {
  constructor() {
    super('unauthenticated', 'Nobody is left for whom this person pays.')
  }
}

/** Why a session or a link opens none of its persons. */
export function whyNotOpened(rows: Openable[]): DomainError {
  const members = rows.filter(({ list }) => list === 'members')
  if (members.length > 0) return new MembershipEnded(lastDay(members))
  return rows.some(hasItsAddress) ? new PaysForNobody() : sessionEnded()
}

const lastDay = (persons: { leaveDate: string | null }[]): string =>
  persons
    .map(({ leaveDate }) => leaveDate ?? '')
    .sort()
    .at(-1) ?? ''

/** The error for a session that has ended. */
export const sessionEnded = (): DomainError => new DomainError('unauthenticated', 'This session has ended.')
