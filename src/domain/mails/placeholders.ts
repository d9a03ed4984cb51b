import { type CustomColumn, columnKey } from '../custom-columns/column'

/** What the value of a placeholder depends on: the person, their name alone, or nothing of who reads the mail. */
type Placeholder = { german: string; of: 'person' | 'name' | 'all' }

/**
 * The placeholders of every mail by their English key: their German synonym, and what their value depends on.
 * `transfer` says what to transfer, so that texts keep no account that may change. `fee_note` says how and when the fees of the
 * reader are paid, in mails that are about no fee themselves.
 */
export const PLACEHOLDERS = {
  first_name: { german: 'vorname', of: 'name' },
  last_name: { german: 'nachname', of: 'name' },
  name: { german: 'name', of: 'name' },
  salutation: { german: 'anrede', of: 'name' },
  membership_number: { german: 'mitgliedsnummer', of: 'person' },
  association: { german: 'verein', of: 'all' },
  open_amount: { german: 'offener_betrag', of: 'person' },
  fees: { german: 'beitraege', of: 'person' },
  fee_parts: { german: 'zusammensetzung', of: 'person' },
  transfer: { german: 'ueberweisung', of: 'person' },
  fee_note: { german: 'beitragshinweis', of: 'person' },
  iban_ending: { german: 'iban_ende', of: 'person' },
  debit_date: { german: 'einzug_am', of: 'person' },
  debit_amount: { german: 'einzug_betrag', of: 'person' },
  mandate_reference: { german: 'mandatsreferenz', of: 'person' },
  portal_link: { german: 'portal_link', of: 'all' },
} as const satisfies Record<string, Placeholder>
export type PlaceholderKey = keyof typeof PLACEHOLDERS

/**
 * The values of a mail by canonical key, as plain text, perhaps of several lines. Columns are under their {@link
 * columnPlaceholder}.
 */
export type PlaceholderValues = Record<string, string>

/** A placeholder in a text: `{{ key }}`, in one line. */
export const PLACEHOLDER = /\{\{([^{}\r\n]*)\}\}/g

/** The placeholders in a text, each once: canonical keys of those that every mail has, others as they are written. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, written = '']) => canonicalKey(written))),
]

/** The placeholders in a mail; see {@link placeholdersIn}. */
export const placeholdersOf = ({ subject, body }: { subject: string; body: string }): string[] =>
  placeholdersIn(`${subject}\n${body}`)

/**
 * Whether a mail says more of a person than their name, so that each person of an address needs one of their own. The link
 * into the portal covers all who share an address.
 */
export const isPersonal = (mail: { subject: string; body: string }): boolean =>
  placeholdersOf(mail).some((key) => !isBuiltIn(key) || PLACEHOLDERS[key].of === 'person')

/** Whether what a mail says depends on who reads it. */
export const dependsOnReader = (mail: { subject: string; body: string }): boolean =>
  isPersonal(mail) || placeholdersOf(mail).some(isName)

/** Whether a placeholder stands for a name, or for those of all who share a mail. */
export const isName = (key: string): boolean => isBuiltIn(key) && PLACEHOLDERS[key].of === 'name'

/** The English key of a placeholder that every mail has, by its key or synonym in any case; any other one as it is written. */
export function canonicalKey(written: string): string {
  const key = written.trim()
  const lower = key.toLowerCase()
  return isBuiltIn(lower) ? lower : (BY_SYNONYM.get(lower) ?? key)
}

const isBuiltIn = (key: string): key is PlaceholderKey => Object.hasOwn(PLACEHOLDERS, key)

const BY_SYNONYM = new Map<string, string>(
  Object.entries(PLACEHOLDERS).map(([key, { german }]) => [german, key]),
)

/**
 * The key under which a mail names a custom column: that of its values on persons, or its id where every mail has a
 * placeholder of that key or a placeholder could not hold it.
 */
export function columnPlaceholder(column: CustomColumn): string {
  const key = columnKey(column)
  return isBuiltIn(canonicalKey(key)) || /[{}]|^\s|\s$/.test(key) ? column.id : key
}

/** The key among `keys` that a placeholder names, in the case it is written or in any other; undefined if none is. */
export function namedKey(written: string, keys: readonly string[]): string | undefined {
  const key = canonicalKey(written)
  if (keys.includes(key)) return key
  const lower = key.toLowerCase()
  return keys.find((candidate) => candidate.toLowerCase() === lower)
}
