import { maskIban, withMaskedIban } from '../persons/mask'
import type { Person } from '../persons/person'
import { hasRight, type PortalRight, type SessionKind } from './session-rights'
import type { PortalField } from './settings'

/** The right that the change of a field takes; none for most. */
export function rightsToChange({ key, column }: PortalField): PortalRight[] {
  if (key === 'bank_account') return ['change_account']
  if (key === 'email') return ['change_email']
  return column?.type === 'boolean' ? ['decide_consents'] : []
}

/** The fields that a portal shows, those barred that a session may not change of its person. */
export const fieldsFor = ({ kind, person }: Session, fields: PortalField[]): PortalField[] =>
  fields.map((field) =>
    field.isEditable &&
    (!isAllowed(kind, field) || (field.key === 'bank_account' && person.accountRestsUntil))
      ? { ...field, isBarred: true }
      : field,
  )

type Session = { kind: SessionKind; person: { accountRestsUntil: string | null } }

const isAllowed = (kind: SessionKind, field: PortalField): boolean =>
  rightsToChange(field).every((right) => hasRight(kind, right))

/** A person as a session of a kind shows it. */
export const personFor = (kind: SessionKind, person: Person): Person =>
  hasRight(kind, 'see_accounts') ? person : withMaskedIban(person)

/** An IBAN as a session of a kind shows it. */
export const ibanFor = <T extends string | null>(kind: SessionKind, iban: T): T | string =>
  iban === null || hasRight(kind, 'see_accounts') ? iban : maskIban(iban)
