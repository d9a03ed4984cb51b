import { type CustomColumn, columnKey } from '../custom-columns/column'

type Placeholder = { german: string; isPersonal: boolean }

/** The placeholders of every mail by their English key: their German synonym, and whether their value depends on who reads the mail. */
export const PLACEHOLDERS = {
  first_name: { german: 'vorname', isPersonal: true },
  last_name: { german: 'nachname', isPersonal: true },
  name: { german: 'name', isPersonal: true },
  salutation: { german: 'anrede', isPersonal: true },
  membership_number: { german: 'mitgliedsnummer', isPersonal: true },
  association: { german: 'verein', isPersonal: false },
  open_amount: { german: 'offener_betrag', isPersonal: true },
  fees: { german: 'beitraege', isPersonal: true },
  iban_ending: { german: 'iban_ende', isPersonal: true },
  debit_date: { german: 'einzug_am', isPersonal: true },
  debit_amount: { german: 'einzug_betrag', isPersonal: true },
  mandate_reference: { german: 'mandatsreferenz', isPersonal: true },
  portal_link: { german: 'portal_link', isPersonal: false },
} as const satisfies Record<string, Placeholder>
export type PlaceholderKey = keyof typeof PLACEHOLDERS

/** The values of a mail by canonical key, as plain text, perhaps of several lines. Columns are under their {@link columnPlaceholder}. */
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

/** Whether what a mail says depends on who reads it. The link into the portal does not: it covers all who share an address. */
export const isPersonal = (mail: { subject: string; body: string }): boolean =>
  placeholdersOf(mail).some((key) => !isBuiltIn(key) || PLACEHOLDERS[key].isPersonal)

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

/** The key among `keys` that a placeholder names, in the case it is written or in any other; undefined where none is. */
export function namedKey(written: string, keys: readonly string[]): string | undefined {
  const key = canonicalKey(written)
  if (keys.includes(key)) return key
  const lower = key.toLowerCase()
  return keys.find((candidate) => candidate.toLowerCase() === lower)
}
