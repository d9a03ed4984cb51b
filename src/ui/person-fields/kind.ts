import type { CustomColumn } from '../../domain/custom-columns/column'
import type { OwnField } from '../../domain/portal/settings'
import type { Texts, Tongue } from '../i18n/texts'

/** How a value is shown, asked for and read. */
export type Kind =
  | 'name'
  | 'phones'
  | 'address'
  | 'account'
  | 'mandate'
  | 'payment'
  | 'status'
  | 'text'
  | 'email'
  | 'url'
  | 'date'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'lines'

/** The kind of a field of one's own data. */
export function kindOf({ key, column }: OwnField): Kind {
  return column ? kindOfColumn(column) : (KINDS[key] ?? 'text')
}

/** The name of a field in a person's words. */
export const labelOf = ({ key, column }: OwnField, { t }: Tongue): string =>
  column?.name ?? t.fields[key] ?? key

/** What is wrong with the input of a name, in a person's words. */
export function faultIn(kind: Kind, name: string, t: Texts): string {
  const part = name.split('.').pop() ?? ''
  if (part === 'iban' || part === 'bic') return t.faults[part]
  switch (kind) {
    case 'name':
      return t.faults.text
    case 'phones':
      return t.faults.phone
    case 'email':
    case 'url':
    case 'date':
    case 'integer':
    case 'number':
      return t.faults[kind]
    case 'choice':
    case 'choices':
    case 'payment':
    case 'boolean':
      return t.faults.choice
    default:
      return t.faults.text
  }
}

const KINDS: Record<string, Kind> = {
  name: 'name',
  birthdate: 'date',
  email: 'email',
  phone_numbers: 'phones',
  address: 'address',
  membership_status: 'status',
  join_date: 'date',
  leave_date: 'date',
  payment_method: 'payment',
  bank_account: 'account',
  sepa_mandate: 'mandate',
}

function kindOfColumn({ type, allowed_values }: CustomColumn): Kind {
  if (type === 'string') return allowed_values ? 'choice' : 'text'
  if (type === 'array') return allowed_values ? 'choices' : 'lines'
  return type
}
