import { z } from 'zod'
import { FIELDS } from './fields'
import { creationBehaviour, MOST_PERSONS } from './input'

// Unknown to types: an index signature of these would clash with the fixed fields that are objects.
const customValue: z.ZodType<unknown, unknown> = z
  .union([z.string(), z.boolean(), z.number(), z.array(z.string()), z.null()])
  .describe('A custom column under its key, with a value of its type')

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

const name = z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() })
const stamps = { created_at: z.string(), updated_at: z.string() }

/** A person as the API shows it: all fields of the list, `null` where unset, and its custom columns. */
export const person = z.union([
  z
    .object({
      id: z.string(),
      ...shown(FIELDS.members),
      name,
      membership_status: z.enum(['applicant', 'active', 'former']),
      ...stamps,
    })
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
    .object({ id: z.string(), ...shown(FIELDS.contacts), name, ...stamps })
    .catchall(customValue)
    .meta({ id: 'Contact', examples: [{ ...ASSIGNED, ...ADA }] }),
])

/** A person as it is written, for the description: validation goes by the columns of the list. */
export const writtenPerson = z
  .object(written(FIELDS.members))
  .catchall(customValue)
  .meta({
    id: 'PersonInput',
    description:
      'Any fields of the list. Absent keys stay, `null` clears. A custom column goes under its `external_id` or its `col_` id. ' +
      'Read-only fields may be sent as they were read. `membership_number`, `join_date` and `leave_date` are for members.',
    examples: [{ ...ADA, shirt_size: 'M' }],
  })

/** A person as it is created, for the description. */
export const writtenNewPerson = z
  .object({ ...written(FIELDS.members), creation_behaviour: creationBehaviour('members') })
  .catchall(customValue)
  .meta({ id: 'NewPersonInput', examples: [{ ...ADA, creation_behaviour: 'default' }] })

/** A synchronisation as it is sent, for the description. */
export const writtenSynchronisation = z
  .object({
    delete_omitted: z
      .boolean()
      .optional()
      .describe('Also deletes the persons of the regular area that `data` does not name'),
    data: z
      .array(writtenPerson)
      .max(MOST_PERSONS)
      .describe('Named by `id`, else by `external_id`; who has neither, or a new `external_id`, is created'),
  })
  .meta({ examples: [{ delete_omitted: false, data: [ADA] }] })

/** What a synchronisation answers. */
export const synchronised = z.object({
  data: z.array(person),
  meta: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), deleted: z.int() }),
})

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
