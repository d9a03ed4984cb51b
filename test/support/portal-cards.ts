import { filledForm, type Session } from './portal'

export type Form = [name: string, value: string][]

/** The address of the form of a card. */
export const cardPath = (personId: string, card: string): string => `/portal/persons/${personId}/edit/${card}`

/** A form with other values in some of its inputs. */
export const withChanges = (form: Form, changes: Record<string, string>): Form => [
  ...form.filter(([name]) => !(name in changes)),
  ...Object.entries(changes),
]

/** Opens the form of a card and submits it with some inputs changed. */
export async function changeCard(
  session: Session,
  path: string,
  changes: Record<string, string>,
  headers = {},
) {
  const form = await filledForm((await session.get(path, headers)).text)
  return session.submit(path, withChanges(form, changes), headers)
}

/** What the page of a member's data says after a form led there; a second time where it is loaded again. */
export async function followed(session: Session, { headers }: { headers: Headers }) {
  const [done = ''] = (headers.get('Set-Cookie') ?? '').split(';')
  const page = await session.get(headers.get('Location') ?? '', { Cookie: `${session.cookie}; ${done}` })
  return page
}

/** The card on which a field is. */
export const cardOf = (key: string, consents: string[] = []): string => {
  if (consents.includes(key)) return 'consents'
  return CARDS[key] ?? 'more'
}

const CARDS: Record<string, string> = {
  name: 'contact',
  birthdate: 'contact',
  phone_numbers: 'contact',
  address: 'address',
  payment_method: 'bank',
  bank_account: 'bank',
}
