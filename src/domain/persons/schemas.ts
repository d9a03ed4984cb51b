import * as z from 'zod'
import type { ListId } from '../access/lists'
import { columnKey } from '../custom-columns/column'
import type { ListColumns } from '../custom-columns/query-list'
import { valueSchema } from '../custom-columns/value-schema'
import { PERSON_FIELDS, RELATION_KEYS, RELATIONS } from '../person-fields/fields'
import { fieldsOf, READ_ONLY, takesExternalId, withPart } from '../person-fields/list-fields'
import { type Batch, batchOf } from '../shared/validation'

/** A validated person as a caller writes it, by the keys of the contract: absent keys stay, `null` clears. */
export type PersonInput = Record<string, unknown>

export const MAX_PERSONS = 10_000

/** The schemas of what is written to a list. */
export type Schemas = {
  /** A person to update. */
  person: z.ZodType<PersonInput>
  /** A person to create. */
  newPerson: z.ZodType<PersonInput>
  /** The body of a synchronization. */
  synchronization: Batch<z.ZodType<PersonInput>>
}

const schemasOfColumns = new WeakMap<ListColumns['columns'], Schemas>()

/**
 * The schemas of a list with its columns, a custom column under its `external_id` or its `col_` id. Building them takes
 * longer than validating with them, so they are kept as long as the columns are.
 */
export function schemasFor(context: ListColumns): Schemas {
  const schemas = schemasOfColumns.get(context.columns) ?? build(context)
  schemasOfColumns.set(context.columns, schemas)
  return schemas
}

function build(context: ListColumns): Schemas {
  const person = z.strictObject(personShape(context))
  return {
    person,
    newPerson: person.extend({ creation_behaviour: creationBehaviour(context.list) }),
    synchronization: batchOf(person, MAX_PERSONS, { options: { delete_omitted: z.boolean().nullish() } }),
  }
}

function personShape(listed: ListColumns): Record<string, z.ZodType> {
  const { list, columns } = listed
  const shape: Record<string, z.ZodType> = {}
  for (const key of READ_ONLY[list]) shape[key] = z.unknown().optional()
  for (const [key, { schema, assigned }] of fieldsOf(list))
    shape[key] = (assigned ? withPart(schema, assigned.part, z.unknown()) : schema).nullable().optional()
  for (const relation of RELATION_KEYS.filter((relation) => takesExternalId(listed, relation)))
    shape[RELATIONS[relation]] = PERSON_FIELDS.external_id.schema.nullable().optional()
  for (const column of columns) {
    const value = valueSchema(column).nullable().optional()
    shape[column.id] = value
    shape[columnKey(column)] = value
  }
  return shape
}

/** The option of creates that makes a member an applicant. */
export const creationBehaviour = (list: ListId) =>
  z
    .enum(['default', 'unconfirmed'])
    .refine((behaviour) => list === 'members' || behaviour === 'default', {
      error: 'must be default or left out: only members can be applicants',
      params: { code: 'not_allowed' },
    })
    .nullish()
