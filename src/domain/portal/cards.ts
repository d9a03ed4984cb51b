import { barred } from '../access/session-rights'
import { PORTAL_CARDS, type PortalCard } from '../person-fields/fields'
import { DomainError } from '../shared/errors'
import { declaredCard, type PortalField } from './settings'

/** A subject of a member's data, which has a form of its own. */
export type DataCard = { name: PortalCard; fields: PortalField[] }

/** The fields that a portal shows, by subject. Cards without a field are left out. */
export const cardsOf = (fields: PortalField[]): DataCard[] =>
  PORTAL_CARDS.map((name) => ({ name, fields: fields.filter((field) => cardOf(field) === name) })).filter(
    ({ fields }) => fields.length > 0,
  )

/**
 * The fields of a card that members may change. Throws `not_found` if there is none, or no such card, and
 * `permission_missing` if the session is of a kind that may change none of them.
 */
export function editableFields(fields: PortalField[], card: string): PortalField[] {
  const own = fields.filter((field) => cardOf(field) === card)
  const editable = own.filter(isInForm)
  if (editable.length > 0) return editable
  if (own.some(({ key, isBarred }) => isBarred && key !== 'email')) throw barred()
  throw new DomainError('not_found', 'Members can change nothing here.')
}

/** Whether the form of its card has a field. A new email address has a form of its own, since it must be confirmed. */
export const isInForm = ({ key, isEditable, isBarred }: PortalField): boolean =>
  isEditable && !isBarred && key !== 'email'

function cardOf({ key, column, isEditable }: PortalField): PortalCard {
  // What members cannot decide is no consent.
  if (column) return column.type === 'boolean' && isEditable ? 'consents' : 'more'
  return declaredCard(key)
}
