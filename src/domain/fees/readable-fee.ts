import { z } from 'zod'
import { costUnitCategories, costUnits, fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { instant } from '../shared/text'
import { fee } from './fee'

/** A fee as it is read: with its status, and what it is booked to. */
export const readableFee = fee
  .extend({
    status: z.enum(fees.status.enumValues),
    attached_expense: z
      .object({
        costunit_name: z.string().nullable(),
        category_name: z.string().nullable(),
        sphere: z.enum(fees.sphere.enumValues).nullable(),
      })
      .nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ReadableFee' })
export type ReadableFee = z.infer<typeof readableFee>

export type FeeStatus = ReadableFee['status']

/** A stored fee, with the names of its cost unit and category. */
export type FeeRow = Omit<ReadableFee, 'attached_expense'> & NonNullable<ReadableFee['attached_expense']>

/** The fees of a workspace that match a condition. `index` is an `INDEXED BY` for the table of fees. */
export const selectFees = (workspace: Sql, condition: Sql, index = sql``): Sql<FeeRow> => sql<FeeRow>`
  SELECT ${fees.id}, reference, amount, description, person_name, person_id, status,
    ${costUnits.name} AS costunit_name, ${costUnitCategories.name} AS category_name, sphere,
    ${fees.createdAt}, ${fees.updatedAt}
  FROM fees ${index}
  LEFT JOIN cost_units ON ${costUnits.workspaceId} = ${fees.workspaceId} AND ${costUnits.id} = ${fees.costUnitId}
  LEFT JOIN cost_unit_categories ON ${costUnitCategories.workspaceId} = ${fees.workspaceId}
    AND ${costUnitCategories.costUnitId} = ${fees.costUnitId} AND ${costUnitCategories.id} = ${fees.categoryId}
  WHERE ${fees.workspaceId} = ${workspace} AND ${condition}`

/** A stored fee as the API shows it. */
export function toApi(row: FeeRow): ReadableFee {
  const { costunit_name, category_name, sphere, created_at, updated_at, ...created } = row
  const isBooked = costunit_name !== null || sphere !== null
  return {
    ...created,
    attached_expense: isBooked ? { costunit_name, category_name, sphere } : null,
    created_at,
    updated_at,
  }
}
