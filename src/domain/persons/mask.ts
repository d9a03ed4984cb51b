import { countrySpecs, isValidIBAN } from 'ibantools'
import { permits } from '../access/authorize'
import type { Permission } from '../access/permissions'
import type { Credential } from '../access/principal'
import { isObject } from '../shared/validation'
import type { Person } from './person'

/** An IBAN of which only the last four characters are to be seen. */
export const maskIban = (iban: string): string => `•••• ${iban.slice(-4)}`

/** Whether a credential may see whole IBANs: API keys, and staff with `bank_accounts:read`. */
export const showsIbans = (credential: Credential): boolean =>
  'key' in credential || permits(credential, 'bank_accounts:read')

/** The permissions with which a credential may filter persons: who sees whole IBANs may filter by them. */
export const permissionsToFilter = (credential: Credential): readonly Permission[] =>
  showsIbans(credential) ? [...credential.permissions, 'bank_accounts:read'] : credential.permissions

/** Whether a text is a masked IBAN, rather than one to store. */
export const isMaskedIban = (text: string): boolean => text.startsWith('••••')

/** A text with each valid IBAN in it masked, also if blanks, points or hyphens are in it. */
export function maskIbansIn(text: string): string {
  let masked = ''
  let end = 0
  for (const { index, 1: characters = '' } of text.matchAll(IBAN_LIKE)) {
    const found = index < end ? undefined : ibanAtStart(characters)
    if (!found) continue
    masked += text.slice(end, index) + maskIban(found.iban)
    end = index + found.length
  }
  return masked + text.slice(end)
}

// In a lookahead, since what stands before an IBAN may look like the beginning of one.
const IBAN_LIKE = /(?=([A-Z]{2}(?:[\s.-]?\d){2}(?:[\s.-]?[0-9A-Z]){11,30}))/gi

/** The IBAN with which a text begins, as long as its country has them, and how many characters it takes with its blanks. */
function ibanAtStart(text: string): { iban: string; length: number } | undefined {
  const chars = countrySpecs[text.slice(0, 2).toUpperCase()]?.chars ?? 0
  const [written = ''] = new RegExp(`^(?:[\\s.-]?[0-9A-Za-z]){${chars}}`).exec(text) ?? []
  const iban = written.replaceAll(/[\s.-]/g, '').toUpperCase()
  return isValidIBAN(iban) ? { iban, length: written.length } : undefined
}

/** A person as a page may show it: without `bank_accounts:read`, the IBAN masked. */
export function maskedFor(permissions: readonly Permission[], person: Person): Person {
  return permissions.includes('bank_accounts:read') ? person : withMaskedIban(person)
}

/** A person with the IBAN masked. */
export function withMaskedIban(person: Person): Person {
  const account = person.bank_account
  return isObject(account)
    ? { ...person, bank_account: { ...account, iban: maskIban(String(account.iban)) } }
    : person
}
