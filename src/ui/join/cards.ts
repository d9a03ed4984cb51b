import type { JoinField } from '../../domain/portal/join/form'

const CARDS = ['person', 'contact', 'payment', 'more'] as const
type CardName = (typeof CARDS)[number]

const CARD_OF: Record<string, CardName> = {
  name: 'person',
  birthdate: 'person',
  email: 'contact',
  phone_numbers: 'contact',
  address: 'contact',
  payment_method: 'payment',
  bank_account: 'payment',
}

/** The fields of an application by subject; custom columns come last. */
export function cardsOf<Field extends Pick<JoinField, 'key' | 'column'>>(
  fields: Field[],
): { card: CardName; fields: Field[] }[] {
  return CARDS.map((card) => ({
    card,
    fields: fields.filter(({ key, column }) => (column ? 'more' : CARD_OF[key]) === card),
  })).filter((group) => group.fields.length > 0)
}
