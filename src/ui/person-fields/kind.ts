import type { CustomColumn } from '../../domain/custom-columns/column'
import type { InputKind } from '../../domain/person-fields/fields'
import { inputKind } from '../../domain/person-fields/list-fields'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'

/** A field of a person: its key in the API, and its `column` if it is a custom column. */
export type PersonField = { key: string; column?: CustomColumn }

/** How a field is shown, edited and parsed. */
export type Kind =
  | InputKind
  | 'text'
  | 'url'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'lines'

export const kindOf = ({ key, column }: PersonField): Kind =>
  column ? columnKind(column) : (inputKind(key) ?? 'text')

/** The parts of a value that each have an input, in their order on the form. */
export const PARTS = {
  name: ['first_name', 'last_name'],
  address: ['street', 'postcode', 'city', 'country_code'],
  account: ['iban', 'bic', 'signatory'],
  mandate: ['reference', 'signature_date', 'last_used_on'],
} satisfies Partial<Record<Kind, string[]>>

/** The label of a field on a page: the name of a custom column, else the text in the language of the page. */
export const labelOf = ({ key, column }: PersonField, locale: Locale): string =>
  column?.name ?? formTexts(locale).fields[key] ?? key

function columnKind({ type, allowed_values }: CustomColumn): Kind {
  if (type === 'string') return allowed_values ? 'choice' : 'text'
  if (type === 'array') return allowed_values ? 'choices' : 'lines'
  return type
}
