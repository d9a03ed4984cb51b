import type { Person } from '../persons/person'
import type { PersonInput } from '../persons/schemas'
import { isObject } from '../shared/validation'

/**
 * What a file says of a person, with the parts of objects that it does not have filled in from what is stored, since writing
 * an address, an account or a mandate replaces it whole. Parts that belong to another account or mandate are not taken over. To arrays in
 * `addsTo`, values are added.
 */
export function completed(
  input: PersonInput,
  stored: Person | undefined,
  addsTo: readonly string[] = [],
): PersonInput {
  if (!stored) return input
  const { address, bank_account, sepa_mandate, phone_numbers } = input
  return {
    ...input,
    ...Object.fromEntries(
      addsTo.filter((key) => key in input).map((key) => [key, united(stored[key], input[key])]),
    ),
    ...(isObject(address) && { address: { ...Object(stored.address), ...address } }),
    ...(isObject(bank_account) && { bank_account: sameOrNew(bank_account, stored.bank_account, 'iban') }),
    ...(isObject(sepa_mandate) && {
      sepa_mandate: sameOrNew(sepa_mandate, stored.sepa_mandate, 'reference'),
    }),
    ...(Array.isArray(phone_numbers) && { phone_numbers: withOthers(phone_numbers, stored.phone_numbers) }),
  }
}

/** An object with the other parts of the stored one, if both are of the same account or mandate. */
function sameOrNew(given: Record<string, unknown>, stored: unknown, key: string): Record<string, unknown> {
  if (!isObject(stored)) return given
  return given[key] === undefined || given[key] === stored[key] ? { ...stored, ...given } : given
}

const united = (stored: unknown, given: unknown): unknown[] => [...new Set([stored ?? [], given].flat())]

/** The phone numbers of a file, and the stored ones with labels that the file does not have. */
function withOthers(given: unknown[], stored: unknown): unknown[] {
  const labels = new Set(given.map((phone) => Object(phone).label ?? null))
  const others = Array.isArray(stored)
    ? stored.filter((phone) => !labels.has(Object(phone).label ?? null))
    : []
  return [...given, ...others]
}
