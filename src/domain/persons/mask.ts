import type { Permission } from '../access/permissions'
import { isObject } from '../shared/validation'
import type { Person } from './person'

/** An IBAN of which only the last four characters are to be seen. */
export const maskIban = (iban: string): string => `•••• ${iban.slice(-4)}`

/** Whether a text is a masked IBAN, rather than one to store. */
export const isMaskedIban = (text: string): boolean => text.startsWith('••••')

/** A person as a page may show it: without `bank_accounts:read`, the IBAN masked. */
export function maskedFor(permissions: readonly Permission[], person: Person): Person {
  const account = person.bank_account
  if (permissions.includes('bank_accounts:read') || !isObject(account)) return person
  return { ...person, bank_account: { ...account, iban: maskIban(String(account.iban)) } }
}
