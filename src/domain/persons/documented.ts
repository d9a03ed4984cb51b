import { z } from 'zod'
import { instant } from '../shared/text'
import { FIELDS } from './fields'
import { creationBehaviour, MOST_PERSONS } from './schemas'

// Without a type: generated clients make an index signature of it, which fields that are objects would contradict.
const customValue = z
  .unknown()
  .describe('A custom column under its key: a text, a number, a boolean, a list of texts or `null`')

const ADA = {
  external_id: 'crm-1815',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  phone_numbers: [{ label: 'mobile', number: '+49 151 1815' }],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: null, signatory: null },
  sepa_mandate: { reference: 'M-1815', signature_date: '2026-01-31' },
  payment_method: 'direct_debit',
}

const ASSIGNED = {
  id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

const shownFields = {
  id: z.string(),
  ...shown({ ...FIELDS.members, ...namedParts('') }),
  name: z
    .object({ first_name: z.string().nullable(), last_name: z.string().nullable() })
    .meta({ id: 'Name' }),
}
const stamps = { created_at: instant, updated_at: instant }
const membershipStatus = z.enum(['applicant', 'active', 'former'])

const writtenFields = written({
  ...FIELDS.members,
  name: FIELDS.members.name.meta({ id: 'NameInput' }),
  ...namedParts('Input'),
})

const echo = <S extends z.ZodType>(field: S) =>
  field.optional().describe('Read-only: left out, or sent as it was read')

/** A person as the API shows it: all fields of the list, `null` where unset, and its custom columns. */
export const person = z.union([
  z
    .object({ ...shownFields, membership_status: membershipStatus, ...stamps })
    .catchall(customValue)
    .meta({
      id: 'Member',
      examples: [
        {
          ...ASSIGNED,
          ...ADA,
          membership_number: '1815',
          join_date: '2026-02-01',
          leave_date: null,
          membership_status: 'active',
          shirt_size: 'M',
        },
      ],
    }),
  z
    .object({ ...shownFields, ...stamps })
    .omit({ membership_number: true, join_date: true, leave_date: true })
    .catchall(customValue)
    .meta({ id: 'Contact', examples: [{ ...ASSIGNED, ...ADA }] }),
])

/** A person as it is written, for the description: validation goes by the columns of the list. */
export const writtenPerson = z
  .object({
    id: z
      .string()
      .optional()
      .describe(
        'Read-only. Names the person in a synchronisation; elsewhere left out, or sent as it was read',
      ),
    ...writtenFields,
    membership_status: echo(membershipStatus),
    created_at: echo(instant),
    updated_at: echo(instant),
  })
  .catchall(customValue)
  .meta({
    id: 'PersonInput',
    description:
      'Any fields of the list. Absent keys stay, `null` clears. A custom column goes under its `external_id` or its `col_` id. ' +
      'Read-only fields may be sent as they were read. `membership_number`, `join_date` and `leave_date` are for members.',
    examples: [{ email: 'ingrid.vogt@example.com', address: ADA.address, shirt_size: 'L' }],
  })

/** A person as it is created, for the description. */
export const writtenNewPerson = z
  .object({ ...writtenFields, creation_behaviour: creationBehaviour('members') })
  .catchall(customValue)
  .meta({ id: 'NewPersonInput', examples: [{ ...ADA, creation_behaviour: 'default' }] })

/** A synchronisation as it is sent, for the description. */
export const writtenSynchronisation = z
  .object({
    delete_omitted: z
      .boolean()
      .nullish()
      .describe('Also deletes the persons of the regular area that `data` does not name'),
    data: z
      .array(writtenPerson)
      .max(MOST_PERSONS)
      .describe('Named by `id`, else by `external_id`; who has neither, or a new `external_id`, is created'),
  })
  .meta({
    examples: [
      {
        delete_omitted: false,
        data: [
          { external_id: 'm-1001', email: 'ingrid.vogt@example.com' },
          { external_id: 'crm-1791', name: { first_name: 'Charles', last_name: 'Babbage' } },
        ],
      },
    ],
  })

/** What a synchronisation answers. */
export const synchronised = z.object({
  data: z.array(person),
  meta: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), deleted: z.int() }),
})

// Under names of their own, so that they become components: all parts are shown, but written ones may be left out.
function namedParts(suffix: '' | 'Input') {
  const { phone_numbers, address, bank_account, sepa_mandate } = FIELDS.members
  const phoneNumber = phone_numbers.element.meta({ id: `PhoneNumber${suffix}` })
  return {
    phone_numbers: phone_numbers.clone({ ...phone_numbers.def, element: phoneNumber }),
    address: address.meta({ id: `Address${suffix}` }),
    bank_account: bank_account.meta({ id: `BankAccount${suffix}` }),
    sepa_mandate: sepa_mandate.meta({ id: `SepaMandate${suffix}` }),
  }
}

type Shape = Record<string, z.ZodType>

function shown<S extends Shape>(fields: S) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.nullable()])) as {
    [K in keyof S]: z.ZodNullable<S[K]>
  }
}

function written<S extends Shape>(fields: S) {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.nullable().optional()]),
  ) as { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> }
}
