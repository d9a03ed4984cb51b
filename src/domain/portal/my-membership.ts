import { membershipStatus, parseFixedFields } from '../persons/person'
import { endOfYear } from '../shared/dates'
import { DomainError } from '../shared/errors'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { type PortalField, portalFields } from './settings'

/** What a membership card says; `validUntil` is YYYY-MM-DD. */
export type Membership = { session: PortalSession; number: string; validUntil: string }

/** Gets the membership of the principal's person. One trip. Throws `not_found` where {@link cardNumber} gives none. */
export async function viewMyMembership(principal: PortalPrincipal): Promise<Membership> {
  const session = await loadPortalSession(principal, () => ({}))
  const number = cardNumber(session, portalFields(session.workspace, session.context.columns))
  if (number === undefined) throw new DomainError('not_found', 'This person has no membership card.')
  return { session, number, validUntil: validUntil(session) }
}

/** The number on the card of a person: none for former members, nor where the portal hides it or the person has none. */
export function cardNumber({ person, context }: PortalSession, fields: PortalField[]): string | undefined {
  const { membership_number } = parseFixedFields(person)
  const isShown = fields.some(({ key }) => key === 'membership_number')
  const isActive = membershipStatus(person, context.today) === 'active'
  return isShown && isActive && membership_number ? String(membership_number) : undefined
}

/** A card is valid until the year ends, or until the member leaves. */
function validUntil({ person, context }: PortalSession): string {
  const last = endOfYear(context.today)
  return person.leaveDate && person.leaveDate < last ? person.leaveDate : last
}
