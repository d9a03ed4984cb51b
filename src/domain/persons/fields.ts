import { isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import type { ListId } from '../access/lists'
import { arrayOf, date, email, singleLine } from '../shared/text'

/** An own key of the caller, free of what a path segment can not carry. */
export const externalId = singleLine(255)
  .refine((id) => !id.startsWith('per_'), { error: 'must not begin with per_' })
  .refine((id) => id !== '.' && id !== '..', { error: 'must not be a dot segment: URLs swallow it' })

const personName = z.strictObject({
  first_name: singleLine(255).nullable().optional(),
  last_name: singleLine(255).nullable().optional(),
})

const phoneNumber = z.strictObject({ label: singleLine(64).nullable().default(null), number: singleLine(64) })

const address = z.strictObject({
  street: singleLine(255).nullable().default(null),
  postcode: singleLine(32).nullable().default(null),
  city: singleLine(255).nullable().default(null),
  country_code: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { error: 'must be two letters (ISO 3166-1), as DE' })
    .toUpperCase()
    .nullable()
    .default(null),
})

const bankAccount = z.strictObject({
  iban: singleLine(34).refine(isValidIBAN, { error: 'must be a valid IBAN in capitals without spaces' }),
  bic: singleLine(11)
    .refine(isValidBIC, { error: 'must be a valid BIC in capitals without spaces' })
    .nullable()
    .default(null),
  signatory: singleLine(255).nullable().default(null),
})

const sepaMandate = z.strictObject({
  reference: singleLine(35),
  signature_date: date.nullable().default(null),
})

const common = {
  external_id: externalId,
  name: personName,
  email,
  birthdate: date,
  phone_numbers: arrayOf(phoneNumber, 20),
  address,
  bank_account: bankAccount,
  sepa_mandate: sepaMandate,
  payment_method: z.enum(['bank_transfer', 'direct_debit', 'cash']),
}

/** The writable fields of each list beside its custom columns, by the keys of the contract. */
export const FIELDS = {
  members: { ...common, membership_number: singleLine(64), join_date: date, leave_date: date },
  contacts: common,
} satisfies Record<ListId, z.ZodRawShape>

/** The fields that the service assigns. */
export const READ_ONLY: Record<ListId, readonly string[]> = {
  members: ['id', 'created_at', 'updated_at', 'membership_status'],
  contacts: ['id', 'created_at', 'updated_at'],
}

/** The fields that an index finds: to set one writes its entry anew, even where the value stays. */
export const INDEXED = ['external_id', 'email', 'membership_number']

/** Whether a key is taken by a field of the list, or by the option that creates share the object with. */
export const isFieldOf = (list: ListId, key: string): boolean =>
  Object.hasOwn(FIELDS[list], key) || READ_ONLY[list].includes(key) || key === 'creation_behaviour'

/** The fields of a list of which a person needs at least one, so that it can be told from others. */
export const identifyingOf = (list: ListId): string[] =>
  ['name', 'email', 'membership_number', 'external_id'].filter((key) => Object.hasOwn(FIELDS[list], key))
