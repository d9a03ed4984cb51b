import * as z from 'zod'
import type { ListId } from '../access/lists'
import {
  type FieldKey,
  GUARDIAN,
  MEMBERSHIP_STATUS,
  PAYER,
  PAYMENT_METHOD,
  PERSON_FIELDS,
  type Relation,
} from '../person-fields/fields'
import { fieldsOf, isLater, withPart } from '../person-fields/list-fields'
import { instant } from '../shared/text'
import { creationBehaviour, MAX_PERSONS } from './schemas'

// Without a type: generated clients make an index signature of it, which fields that are objects would contradict.
const customValue = z
  .unknown()
  .describe('A custom column under its key: a text, a number, a boolean, a list of texts or `null`')

type Fields = typeof PERSON_FIELDS
type MemberOnly = { [K in FieldKey]: Fields[K] extends { list: 'members' } ? K : never }[FieldKey]

const EXAMPLE = {
  members: exampleOf('members'),
  contacts: exampleOf('contacts'),
}

const ASSIGNED = {
  id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

const externalIdOf = (who: string, key: Relation) =>
  orOlderColumn(PERSON_FIELDS.external_id.schema)
    .nullable()
    .optional()
    .describe(
      `Names ${who}, in place of \`${key}\`, by an \`external_id\`: of a person in this list, else of one in the ` +
        'other list. A synchronization may name persons whom it creates. `null` clears',
    )
const payerExternalId = externalIdOf('who pays for the person', PAYER)
const guardianExternalId = externalIdOf('who acts for the member', GUARDIAN)

const shownFields = {
  id: z.string(),
  ...shown(),
  name: z
    .object({ first_name: z.string().nullable(), last_name: z.string().nullable() })
    .meta({ id: 'Name' }),
}
/** The address of a person as the API shows it. */
export const shownAddress = shownFields.address

const timestamps = { created_at: instant, updated_at: instant }
const membershipStatus = MEMBERSHIP_STATUS.schema
const writtenFields = written()

const echo = <S extends z.ZodType>(field: S) =>
  field.optional().describe('Read-only: left out, or sent as it was read')

/** A person as the API shows it: all fields of the list, `null` where unset, and its custom columns. */
export const person = z.union([
  z
    .object({ ...shownFields, membership_status: membershipStatus, ...timestamps })
    .catchall(customValue)
    .meta({
      id: 'Member',
      examples: [{ ...ASSIGNED, ...EXAMPLE.members, membership_status: 'active', shirt_size: 'M' }],
    }),
  z
    .object({ ...withoutMemberFields(shownFields), ...timestamps })
    .catchall(customValue)
    .meta({ id: 'Contact', examples: [{ ...ASSIGNED, ...EXAMPLE.contacts }] }),
])

/** A person as it is written, for the description: validation goes by the columns of the list. */
export const writtenPerson = z
  .object({
    id: z
      .string()
      .optional()
      .describe(
        'Read-only. Names the person in a synchronization; elsewhere left out, or sent as it was read',
      ),
    ...writtenFields,
    payer_external_id: payerExternalId,
    guardian_external_id: guardianExternalId,
    membership_status: echo(membershipStatus),
    created_at: echo(instant),
    updated_at: echo(instant),
  })
  .catchall(customValue)
  .meta({
    id: 'PersonInput',
    description:
      'Any fields of the list. Absent keys stay, `null` clears. A custom column goes under its `external_id` or its `col_` id. ' +
      'Read-only fields may be sent as they were read. `membership_number`, `join_date`, `leave_date`, `leave_reason`, `leave_note` and `guardian_id` are for members.',
    examples: [{ email: 'ingrid.vogt@example.com', address: PERSON_FIELDS.address.example, shirt_size: 'L' }],
  })

/** A person as it is created, for the description. */
export const writtenNewPerson = z
  .object({
    ...writtenFields,
    payer_external_id: payerExternalId,
    guardian_external_id: guardianExternalId,
    creation_behaviour: creationBehaviour('members'),
  })
  .catchall(customValue)
  .meta({ id: 'NewPersonInput', examples: [{ ...EXAMPLE.contacts, creation_behaviour: 'default' }] })

/** What an applicant gets on becoming a member, for the description. */
export const confirmedPerson = z
  .object({
    membership_number: writtenFields.membership_number,
    [PAYMENT_METHOD]: writtenFields[PAYMENT_METHOD],
    payer_id: writtenFields.payer_id,
    payer_external_id: payerExternalId,
    guardian_id: writtenFields.guardian_id,
    guardian_external_id: guardianExternalId,
  })
  .catchall(customValue)
  .meta({
    description: 'Absent keys stay, `null` clears. Custom columns go under their `external_id` or `col_` id',
  })

/** The same with what names the applicant, for the description. */
export const namedApplicant = confirmedPerson.extend({
  id: z.string().nullish().describe('Names the applicant, as `external_id` does'),
  external_id: z.string().nullish(),
})

/** A synchronization as it is sent, for the description. */
export const writtenSynchronization = z
  .object({
    delete_omitted: z
      .boolean()
      .nullish()
      .describe('Also deletes the persons of the regular area that `data` does not name'),
    data: z
      .array(writtenPerson)
      .max(MAX_PERSONS)
      .describe('Named by `id`, else by `external_id`; who has neither, or a new `external_id`, is created'),
  })
  .meta({
    examples: [
      {
        delete_omitted: false,
        data: [
          { external_id: 'm-1001', email: 'ingrid.vogt@example.com' },
          { external_id: 'crm-1791', name: { first_name: 'Charles', last_name: 'Babbage' } },
          {
            external_id: 'crm-1792',
            name: { first_name: 'Herschel', last_name: 'Babbage' },
            payer_external_id: 'crm-1791',
          },
        ],
      },
    ],
  })

/** What a synchronization answers. */
export const synchronized = z.object({
  data: z.array(person),
  meta: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), deleted: z.int() }),
  changes: z
    .array(
      z
        .object({
          id: z.string().nullable().describe('`null` for a person that would be created'),
          external_id: z.string().nullable(),
          changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
        })
        .meta({ id: 'PlannedChange' }),
    )
    .optional()
    .describe(
      'With `dry_run=true` alone: the first 100 persons that would be created or updated. A payer that would be created gets ' +
        'another id then',
    ),
})

function exampleOf(list: ListId): Record<string, unknown> {
  return Object.fromEntries(fieldsOf(list).map(([key, { example }]) => [key, example]))
}

/** The fields as they are read: never absent, `null` where unset. */
function shown() {
  return mapFields((schema, component) => named(schema, component).nullable()) as {
    [K in FieldKey]: z.ZodNullable<Fields[K]['schema']>
  }
}

function withoutMemberFields<S extends object>(shape: S): Omit<S, MemberOnly> {
  const isShared = ([key]: [string, unknown]) =>
    !fieldsOf('members').some(([field, { list }]) => field === key && list === 'members')
  return Object.fromEntries(Object.entries(shape).filter(isShared)) as Omit<S, MemberOnly>
}

/** The fields as they are written. */
function written() {
  const map = (schema: z.ZodType, component?: string) =>
    named(schema, component && `${component}Input`)
      .nullable()
      .optional()
  return mapFields(map) as { [K in FieldKey]: z.ZodOptional<z.ZodNullable<Fields[K]['schema']>> }
}

function mapFields(map: (schema: z.ZodType, component: string | undefined) => z.ZodType) {
  return Object.fromEntries(
    fieldsOf('members').map(([key, { schema, component, assigned }]) => [
      key,
      map(
        isLater(key)
          ? orOlderColumn(schema)
          : assigned
            ? withPart(schema, assigned.part, assigned.schema)
            : schema,
        component,
      ),
    ]),
  )
}

/** A field that came later: a list that had a custom column of its key has that column there instead. */
function orOlderColumn(schema: z.ZodType): z.ZodType {
  return z
    .union([schema, z.string(), z.number(), z.boolean(), z.array(z.string())])
    .describe(
      'A custom column that had this key before there was the field keeps it, with values of its own type',
    )
}

// Under names of their own, objects become components of the reference.
function named(schema: z.ZodType, component: string | undefined): z.ZodType {
  if (!component) return schema
  if (!(schema instanceof z.ZodArray)) return schema.meta({ id: component })
  const element = (schema.element as z.ZodType).meta({ id: component })
  return schema.clone({ ...schema.def, element })
}
