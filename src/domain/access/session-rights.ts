import { portalSessions } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'

/**
 * By which way the link of a session came: mailed to the address that asked for it, mailed by staff, made by an API key for
 * the member, part of a bulk mail, or shown to a member of staff, who acts on behalf of the member.
 */
export type SessionKind = (typeof SESSION_KINDS)[number]
export const SESSION_KINDS = portalSessions.kind.enumValues

/** What only some sessions may do. All of them see and change the other data, and see fees. */
export const PORTAL_RIGHTS = [
  'see_accounts',
  'change_account',
  'change_email',
  'decide_consents',
  'resign',
] as const
export type PortalRight = (typeof PORTAL_RIGHTS)[number]

/**
 * What each kind of session may do. Bulk mails are forwarded, and their links hold for two weeks. Staff see no more of an
 * account than their role does, and decide nothing that only the member can decide.
 */
export const SESSION_RIGHTS: Record<SessionKind, readonly PortalRight[]> = {
  own_mail: PORTAL_RIGHTS,
  staff_mail: PORTAL_RIGHTS,
  api: PORTAL_RIGHTS,
  bulk_mail: ['decide_consents'],
  staff_shown: [],
}

/**
 * The rights that rest for a day after the address of a person with an account was changed, by whomever, unless the old
 * address agrees: a link to the new address shows no account to who set it, and no second change lets it agree to itself.
 */
const RESTING_RIGHTS: readonly PortalRight[] = ['see_accounts', 'change_account', 'change_email', 'resign']

/** Whether a right rests with a new address. */
export const rests = (right: PortalRight): boolean => RESTING_RIGHTS.includes(right)

/** Whether a session of a kind has a right. */
export const hasRight = (kind: SessionKind, right: PortalRight): boolean =>
  SESSION_RIGHTS[kind].includes(right)

/** What of a person of a session takes rights from it. */
export type RightsOf = { accountRestsUntil: string | null; isDeceased: 0 | 1 }

/** Whether a session of a kind has a right to one of its persons: none to one who has died. */
export const hasRightTo = (
  { accountRestsUntil, isDeceased }: RightsOf,
  kind: SessionKind,
  right: PortalRight,
): boolean => hasRight(kind, right) && !isDeceased && !(accountRestsUntil && rests(right))

/** The condition that a session has a right, by the SQL of its kind. */
export const hasRightSql = (kind: Sql, right: PortalRight): Sql =>
  sql`${kind} IN (SELECT value FROM json_each(${JSON.stringify(SESSION_KINDS.filter((one) => hasRight(one, right)))}))`

/** Throws `permission_missing` for a session without a right to one of its persons. */
export function requireRightTo(person: RightsOf, kind: SessionKind, right: PortalRight): void {
  if (!hasRightTo(person, kind, right)) throw barred()
}

/** Throws `permission_missing` for a session without a right. */
export function requireRight(kind: SessionKind, right: PortalRight): void {
  if (!hasRight(kind, right)) throw barred()
}

/** The error for what a session of its kind may not do. */
export const barred = (): DomainError =>
  new DomainError('permission_missing', 'A session that began with this link may not do this.')
