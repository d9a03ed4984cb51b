import { z } from 'zod'
import { type CustomColumn, keyOf } from '../custom-columns/column'
import type { ListId } from '../lists'
import { type Judge, judged } from '../validation'
import { FIELDS, READ_ONLY } from './fields'
import { valueSchema } from './values'

/** A validated person as a caller writes it, by the keys of the contract: absent keys stay, `null` clears. */
export type PersonInput = Record<string, unknown>

export const MOST_PERSONS = 10_000

/** One person of a list, a custom column under its `external_id` or its `col_` id, judged beyond its shape. */
export const personInput = (list: ListId, columns: CustomColumn[], judge: Judge) =>
  judged(schemaOf(list, columns), judge)

/** A person to create. */
export const newPersonInput = (list: ListId, columns: CustomColumn[], judge: Judge) =>
  judged(schemaOf(list, columns, { creation_behaviour: creationBehaviour(list) }), judge)

/** The body of a synchronisation. */
export const synchronisation = (list: ListId, columns: CustomColumn[], judge: Judge) =>
  judged(
    z.strictObject({
      delete_omitted: z.boolean().optional(),
      data: z.array(personInput(list, columns, judge)).max(MOST_PERSONS),
    }),
    notEverybody,
  )

const MOST_SCHEMAS = 100
const schemas = new Map<string, z.ZodObject>()

// Building a schema costs more than validating a person with it. It is found by all that it is made of.
function schemaOf(list: ListId, columns: CustomColumn[], options: Record<string, z.ZodType> = {}) {
  const key = JSON.stringify([list, Object.keys(options), columns])
  const schema = schemas.get(key) ?? z.strictObject({ ...personShape(list, columns), ...options })
  if (schemas.size >= MOST_SCHEMAS) schemas.clear()
  schemas.set(key, schema)
  return schema
}

function personShape(list: ListId, columns: CustomColumn[]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const key of READ_ONLY[list]) shape[key] = z.unknown().optional()
  for (const [key, field] of Object.entries(FIELDS[list])) shape[key] = field.nullable().optional()
  for (const column of columns) {
    const value = valueSchema(column).nullable().optional()
    shape[column.id] = value
    shape[keyOf(column)] = value
  }
  return shape
}

/** The option of creates that makes a member an applicant. */
export const creationBehaviour = (list: ListId) =>
  z
    .enum(['default', 'unconfirmed'])
    .refine((behaviour) => list === 'members' || behaviour === 'default', {
      error: 'must be default or left out: only members can be applicants',
    })
    .optional()

function* notEverybody({ delete_omitted, data }: Record<string, unknown>) {
  if (delete_omitted === true && Array.isArray(data) && data.length === 0)
    yield [['data'], 'must name somebody when delete_omitted is true: nobody would be left'] as const
}
