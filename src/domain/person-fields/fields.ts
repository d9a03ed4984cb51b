import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isValidBIC, isValidIBAN } from 'ibantools'
import * as z from 'zod'
import { mandates, persons } from '../../db/schema'
import { arrayOf, code, date, email, exactLine, nameLine, singleLine } from '../shared/text'

/** An own key of the caller, free of what a path segment cannot carry. */
const externalId = exactLine(255)
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
    .trim()
    // Checked for its form alone.
    .regex(/^[A-Za-z]{2}$/, { error: 'must be two letters (ISO 3166-1), as DE' })
    .toUpperCase()
    .nullable()
    .default(null),
})

const bankAccount = z.strictObject({
  iban: code(34).refine(isValidIBAN, { error: 'must be a valid IBAN' }),
  bic: code(11).refine(isValidBIC, { error: 'must be a valid BIC' }).nullable().default(null),
  signatory: singleLine(255).nullable().default(null),
})

const sepaMandate = z.strictObject({
  // Banks compare it as it is.
  reference: nameLine(35),
  signature_date: date.nullable().default(null),
  last_used_on: date
    .nullable()
    .optional()
    .describe(
      'When it was last used to collect, before this service did. If left out, it stays while `reference` is the same',
    ),
})

const personId = exactLine(64).refine((id) => id.startsWith('per_'), {
  error: 'must be the `id` of a person, which begins with per_',
})

/** Why memberships end. */
export const LEAVE_REASONS = ['left', 'deceased', 'excluded', 'moved'] as const
export type LeaveReason = (typeof LEAVE_REASONS)[number]

/** What members may do with a field of their own data. */
export type Access = 'hidden' | 'visible' | 'editable'

/**
 * How the portal shows a field. Equal orders keep the order of declaration. `access` holds in every workspace, existing ones
 * too, until its operator sets the field; `isEditable` says whether the operator may set it to `editable`.
 */
export type PortalDefault = {
  order: number
  access: Access
  isEditable: boolean
  /** The card on which members find the field; the one for what else there is where left out. */
  card?: PortalCard
  /** The part of the object that the portal leaves out. */
  hides?: string
}

/** The cards of a member's own data, in the order of the page. */
export const PORTAL_CARDS = ['contact', 'address', 'bank', 'consents', 'more', 'membership'] as const
export type PortalCard = (typeof PORTAL_CARDS)[number]

/** How a page asks for a field and shows it; text where a field says nothing. */
export type InputKind =
  | 'name'
  | 'email'
  | 'date'
  | 'sex'
  | 'phones'
  | 'address'
  | 'account'
  | 'mandate'
  | 'payment'
  | 'payer'
  | 'guardian'
  | 'leave_reason'
  | 'status'

/** A part of an object, and the part on which its value depends. */
export type KeptPart = { part: string; with: string }

/** A part of an object that no column holds. */
export type AssignedPart = { part: string; schema: z.ZodType; example: unknown; sql: string }

/** The groups of fields on pages of staff. */
export type FieldGroup = 'person' | 'membership' | 'payment'

/**
 * A field of a person. Everything that handles fields follows from this: the stored columns, what is selected and
 * written, validation, filters, CSV, the API reference and the pages. A custom column whose key a later field takes
 * keeps its values, under its `col_` id.
 */
export type PersonField = {
  schema: z.ZodType
  /** The column of the value, objects and arrays as JSON; or a column for each part of an object. */
  column: SQLiteColumn | Record<string, SQLiteColumn>
  /** The columns of the keys of the parts (`nameKey`), which every write of a part sets with it. */
  keyColumn?: Record<string, SQLiteColumn>
  /** The list that has the field; both where left out. */
  list?: 'members'
  /** The part of the object of which events keep the last four characters. */
  abridged?: string
  /** A part of the object that a write may leave out: it keeps its value while the part `with` stays the same. */
  kept?: KeptPart
  /** A part of the object that the service assigns, as SQL over a row of `persons`. What a write gives for it is ignored. */
  assigned?: AssignedPart
  /** Stored values that are no fields of the API, by their names. They are cleared when the value of this field changes. */
  linked?: Record<string, SQLiteColumn>
  /** The column of the day on which somebody else who was named here was deleted or died, until somebody decides. */
  lostOn?: SQLiteColumn
  /** A person needs at least one of these fields, to be told from others. */
  isIdentifying?: true
  /** Several persons may have the same value, which staff can set for many at once. */
  isShared?: true
  /** The index that finds persons by the value. Setting an indexed column rewrites its entry. */
  index?: string
  /** The name of the object in the API reference. */
  component?: string
  example: unknown
  input?: InputKind
  /** The group in which staff find the field; the last one, with the custom columns, where left out. */
  group?: FieldGroup
  /** Left out for what the portal never shows. */
  portal?: PortalDefault
}

const field = <const F extends PersonField>(declaration: F): F => declaration

/** The writable fields other than the custom columns, by their keys in the API and in its order. */
export const PERSON_FIELDS = {
  external_id: field({
    schema: externalId,
    column: persons.externalId,
    isIdentifying: true,
    index: 'persons_by_external_id',
    example: 'crm-1815',
  }),
  name: field({
    schema: personName,
    column: { first_name: persons.firstName, last_name: persons.lastName },
    keyColumn: { first_name: persons.firstNameKey, last_name: persons.lastNameKey },
    isIdentifying: true,
    component: 'Name',
    example: { first_name: 'Ada', last_name: 'Lovelace' },
    input: 'name',
    group: 'person',
    portal: { order: 1, access: 'visible', isEditable: true, card: 'contact' },
  }),
  email: field({
    schema: email,
    column: persons.email,
    isIdentifying: true,
    index: 'persons_by_email',
    example: 'ada@example.org',
    input: 'email',
    group: 'person',
    portal: { order: 3, access: 'visible', isEditable: true, card: 'contact' },
  }),
  birthdate: field({
    schema: date,
    column: persons.birthdate,
    example: '1985-12-10',
    input: 'date',
    group: 'person',
    portal: { order: 2, access: 'visible', isEditable: true, card: 'contact' },
  }),
  sex: field({
    schema: z.enum(['m', 'f', 'd', 'x']),
    column: persons.sex,
    isShared: true,
    example: 'f',
    input: 'sex',
    group: 'person',
    portal: { order: 2, access: 'hidden', isEditable: true, card: 'contact' },
  }),
  phone_numbers: field({
    schema: arrayOf(phoneNumber, 20),
    column: persons.phoneNumbers,
    component: 'PhoneNumber',
    example: [{ label: 'mobile', number: '+49 151 1815' }],
    input: 'phones',
    group: 'person',
    portal: { order: 4, access: 'visible', isEditable: true, card: 'contact' },
  }),
  address: field({
    schema: address,
    column: persons.address,
    component: 'Address',
    example: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
    input: 'address',
    group: 'person',
    portal: { order: 5, access: 'visible', isEditable: true, card: 'address' },
  }),
  bank_account: field({
    schema: bankAccount,
    column: persons.bankAccount,
    abridged: 'iban',
    component: 'BankAccount',
    example: { iban: 'DE89370400440532013000', bic: null, signatory: null },
    input: 'account',
    group: 'payment',
    portal: { order: 11, access: 'hidden', isEditable: true, card: 'bank' },
  }),
  sepa_mandate: field({
    schema: sepaMandate,
    column: persons.sepaMandate,
    kept: { part: 'last_used_on', with: 'reference' },
    assigned: {
      part: 'granted',
      schema: z
        .enum(mandates.granted.enumValues)
        .describe('Read-only: `online` if it was given in the portal or with an application'),
      example: 'paper',
      // A mandate that the same statement writes is not kept yet, and was not given online.
      sql: `coalesce((
        SELECT granted FROM mandates WHERE mandates.workspace_id = persons.workspace_id
          AND reference_key = lower(persons.sepa_mandate ->> 'reference')), 'paper')`,
    },
    component: 'SepaMandate',
    example: { reference: 'M-1815', signature_date: '2026-01-31', last_used_on: '2026-02-15' },
    input: 'mandate',
    group: 'payment',
    portal: { order: 12, access: 'hidden', isEditable: false, card: 'bank', hides: 'last_used_on' },
  }),
  payment_method: field({
    schema: z.enum(['bank_transfer', 'direct_debit', 'cash']),
    column: persons.paymentMethod,
    isShared: true,
    example: 'direct_debit',
    input: 'payment',
    group: 'payment',
    portal: { order: 10, access: 'hidden', isEditable: true, card: 'bank' },
  }),
  // The portal has no such field: what a payer sees of others is no value of one of them.
  payer_id: field({
    schema: personId,
    column: persons.payerId,
    lostOn: persons.payerLostOn,
    linked: { payer_agreed_on: persons.payerAgreedOn, hides_fees_from_payer: persons.hidesFeesFromPayer },
    index: 'persons_by_payer',
    example: null,
    input: 'payer',
    group: 'payment',
  }),
  membership_number: field({
    schema: singleLine(64),
    column: persons.membershipNumber,
    list: 'members',
    isIdentifying: true,
    index: 'persons_by_membership_number',
    example: '1815',
    group: 'membership',
    portal: { order: 6, access: 'visible', isEditable: false, card: 'membership' },
  }),
  join_date: field({
    schema: date,
    column: persons.joinDate,
    list: 'members',
    isShared: true,
    example: '2026-02-01',
    input: 'date',
    group: 'membership',
    portal: { order: 8, access: 'visible', isEditable: false, card: 'membership' },
  }),
  leave_date: field({
    schema: date,
    column: persons.leaveDate,
    list: 'members',
    example: null,
    input: 'date',
    group: 'membership',
    portal: { order: 9, access: 'hidden', isEditable: false, card: 'membership' },
  }),
  // The portal shows neither: staff note them, also of the deceased.
  leave_reason: field({
    schema: z
      .enum(LEAVE_REASONS)
      .describe(
        'Why the membership ends. `leave_date: null` clears it. Who is `deceased` gets no mail, is not collected from and pays for ' +
          'nobody; `leave_date` is the day',
      ),
    column: persons.leaveReason,
    list: 'members',
    example: null,
    input: 'leave_reason',
    group: 'membership',
  }),
  leave_note: field({
    schema: singleLine(500).describe('More about why the membership ends. `leave_date: null` clears it'),
    column: persons.leaveNote,
    list: 'members',
    example: null,
    group: 'membership',
  }),
  // The portal has no such field, as of the payer.
  guardian_id: field({
    schema: personId.describe(
      'Who acts for a member under 18: an adult member or contact. It ends by itself on the 18th birthday',
    ),
    column: persons.guardianId,
    lostOn: persons.guardianLostOn,
    list: 'members',
    index: 'persons_by_guardian',
    example: null,
    input: 'guardian',
    group: 'person',
  }),
}
export type FieldKey = keyof typeof PERSON_FIELDS

/** The fields that lists had from the beginning, so that no custom column has the key of one. */
export const FIRST_FIELDS: readonly string[] = [
  'external_id',
  'name',
  'email',
  'birthdate',
  'phone_numbers',
  'address',
  'bank_account',
  'sepa_mandate',
  'payment_method',
  'membership_number',
  'join_date',
  'leave_date',
] satisfies FieldKey[]

/** The fields that the portal can show, which need a label in every language. */
export type PortalFieldKey =
  | 'membership_status'
  | { [K in FieldKey]: (typeof PERSON_FIELDS)[K] extends { portal: PortalDefault } ? K : never }[FieldKey]

/** Whether a person pays by direct debit although there is no mandate for it. */
export const lacksMandate = (person: Record<string, unknown>): boolean =>
  person.payment_method === 'direct_debit' && !person.sepa_mandate

/** The key of why a membership ends. */
export const LEAVE_REASON = 'leave_reason' satisfies keyof typeof PERSON_FIELDS

/** The keys of what is known of the end of a membership, which go with the date. */
export const LEAVE_DETAILS: readonly string[] = [LEAVE_REASON, 'leave_note'] satisfies FieldKey[]

/** The key of who pays for a person. */
export const PAYER = 'payer_id' satisfies keyof typeof PERSON_FIELDS

/** The key by which writes name who pays for a person by the `external_id` of that one, in place of {@link PAYER}. */
export const PAYER_EXTERNAL_ID = 'payer_external_id'

/** The key of who acts for a member until it is 18. */
export const GUARDIAN = 'guardian_id' satisfies keyof typeof PERSON_FIELDS

/** The key by which writes name the guardian by the `external_id` of that one, in place of {@link GUARDIAN}. */
export const GUARDIAN_EXTERNAL_ID = 'guardian_external_id'

/** The fields in which a person names another one, each with the key that takes an `external_id` in place of the id. */
export const RELATIONS = { [PAYER]: PAYER_EXTERNAL_ID, [GUARDIAN]: GUARDIAN_EXTERNAL_ID } as const
export type Relation = keyof typeof RELATIONS
export const RELATION_KEYS = Object.keys(RELATIONS) as Relation[]

/** The key of how a person pays. */
export const PAYMENT_METHOD = 'payment_method' satisfies keyof typeof PERSON_FIELDS

/** Whether a person pays by direct debit although there is no account for it. */
export const lacksAccount = (person: Record<string, unknown>): boolean =>
  person.payment_method === 'direct_debit' && !Object(person.bank_account).iban

/** The key of the mandate of a person. */
export const MANDATE = 'sepa_mandate' satisfies keyof typeof PERSON_FIELDS

/** The reference of the mandate of a person; empty if there is none. */
export const mandateReferenceOf = (person: Record<string, unknown>): string =>
  String(Object(person.sepa_mandate).reference ?? '')

/** The membership status is computed, so that it has no column; the portal can show it. */
export const MEMBERSHIP_STATUS = {
  schema: z.enum(['applicant', 'active', 'former']),
  input: 'status' as const,
  portal: { order: 7, access: 'hidden' as const, isEditable: false, card: 'membership' as const },
}
