import { hasRightTo, type PortalRight, type RightsOf, type SessionKind } from '../access/session-rights'
import { hiddenPart } from '../person-fields/list-fields'
import { maskIban, withMaskedIban } from '../persons/mask'
import { type Person, type PersonRow, parseFixedFields } from '../persons/person'
import { isObject } from '../shared/validation'
import type { PortalField } from './settings'

/** The right that the change of a field takes; none for most. */
export function rightsToChange({ key, column }: PortalField): PortalRight[] {
  if (key === 'bank_account') return ['change_account']
  if (key === 'email') return ['change_email']
  return column?.type === 'boolean' ? ['decide_consents'] : []
}

/** The fields that a portal shows, those barred that a session may not change of its person. Nobody changes those of the dead. */
export const fieldsFor = (session: Session, fields: PortalField[]): PortalField[] =>
  fields.map((field) =>
    session.person.isDeceased
      ? { ...field, isEditable: false }
      : field.isEditable && !isAllowed(session, field)
        ? { ...field, isBarred: true }
        : field,
  )

/** A session, and which of its persons is asked for. */
type Session = { kind: SessionKind; person: RightsOf }

const isAllowed = ({ kind, person }: Session, field: PortalField): boolean =>
  rightsToChange(field).every((right) => hasRightTo(person, kind, right))

/** A person as a session shows it. */
export function personFor(session: Session, person: Person): Person {
  const values = Object.entries(person).map(([key, value]) => [key, valueFor(key, value)])
  const shown = Object.fromEntries(values) as Person
  return seesAccount(session) ? shown : withMaskedIban(shown)
}

/** A value of a field as the portal shows it: without the part that it hides. */
export function valueFor(key: string, value: unknown): unknown {
  const part = hiddenPart(key)
  if (part === undefined || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== part))
}

/** The IBAN of a person as a session shows it. */
export const ibanFor = <T extends string | null>(session: Session, iban: T): T | string =>
  iban === null || seesAccount(session) ? iban : maskIban(iban)

/** The IBAN of a debit as a session shows it: masked if someone it pays for keeps an account of its own, and to who is no member. */
export const ibanOfDebit = (
  session: Session & { person: PersonRow; isPayer: boolean },
  { paidFor, iban }: { paidFor: string | null; iban: string },
): string =>
  !session.isPayer && (paidFor === null || iban === ibanOf(session.person))
    ? ibanFor(session, iban)
    : maskIban(iban)

/** The IBAN that is stored of a person. */
export const ibanOf = (person: PersonRow): unknown => Object(parseFixedFields(person).bank_account).iban

const seesAccount = ({ kind, person }: Session): boolean => hasRightTo(person, kind, 'see_accounts')
