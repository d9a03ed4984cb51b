import { PORTAL_CARDS, type PortalCard } from '../../domain/person-fields/fields'
import type { JoinField } from '../../domain/portal/join/form'
import { declaredCard } from '../../domain/portal/settings'

/** The fields of an application by subject; custom columns come last. */
export function cardsOf<Field extends Pick<JoinField, 'key' | 'column'>>(
  fields: Field[],
): { card: PortalCard; fields: Field[] }[] {
  const cardOf = ({ key, column }: Field) => (column ? 'more' : declaredCard(key))
  return PORTAL_CARDS.map((card) => ({
    card,
    fields: fields.filter((field) => cardOf(field) === card),
  })).filter((group) => group.fields.length > 0)
}
