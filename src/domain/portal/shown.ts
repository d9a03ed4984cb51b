import { hasRightTo, type PortalRight, type SessionKind } from '../access/session-rights'
import { maskIban, withMaskedIban } from '../persons/mask'
import type { Person } from '../persons/person'
import type { PortalField } from './settings'

/** The right that the change of a field takes; none for most. */
export function rightsToChange({ key, column }: PortalField): PortalRight[] {
  if (key === 'bank_account') return ['change_account']
  if (key === 'email') return ['change_email']
  return column?.type === 'boolean' ? ['decide_consents'] : []
}

/** The fields that a portal shows, those barred that a session may not change of its person. */
export const fieldsFor = (session: Session, fields: PortalField[]): PortalField[] =>
  fields.map((field) =>
    field.isEditable && !isAllowed(session, field) ? { ...field, isBarred: true } : field,
  )

/** A session, and which of its persons is asked for. */
type Session = { kind: SessionKind; person: { accountRestsUntil: string | null } }

const isAllowed = ({ kind, person }: Session, field: PortalField): boolean =>
  rightsToChange(field).every((right) => hasRightTo(person, kind, right))

/** A person as a session shows it. */
export const personFor = (session: Session, person: Person): Person =>
  seesAccount(session) ? person : withMaskedIban(person)

/** The IBAN of a person as a session shows it. */
export const ibanFor = <T extends string | null>(session: Session, iban: T): T | string =>
  iban === null || seesAccount(session) ? iban : maskIban(iban)

const seesAccount = ({ kind, person }: Session): boolean => hasRightTo(person, kind, 'see_accounts')
