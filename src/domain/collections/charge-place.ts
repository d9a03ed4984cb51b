import { type Sql, sql } from '../../db/sql'
import type { NewVoucherLine } from '../book/vouchers/insert'

/** What the settings book the bank's charges to. The cost unit is null while it is archived. */
export type ChargePlace = {
  chargeCostUnitId: string | null
  chargeCategoryId: string | null
  chargeSphere: NonNullable<NewVoucherLine['sphere']> | null
}

/** The columns of {@link ChargePlace}, of the tables that {@link joinChargePlace} joins to `workspaces`. */
export const CHARGE_PLACE = sql`
  unit.id AS chargeCostUnitId, category.id AS chargeCategoryId,
  coalesce(charge_sphere, category.sphere, unit.sphere) AS chargeSphere`

/** Joins the cost unit and category of the settings that are still in use. */
export const joinChargePlace = (workspace: Sql): Sql => sql`
  LEFT JOIN cost_units AS unit
    ON unit.workspace_id = ${workspace} AND unit.id = charge_cost_unit_id AND unit.archived_at IS NULL
  LEFT JOIN cost_unit_categories AS category
    ON category.workspace_id = ${workspace} AND category.cost_unit_id = unit.id AND category.id = charge_category_id`

type Place = Pick<NewVoucherLine, 'costUnitId' | 'categoryId' | 'sphere'>

/** Where a charge is booked: to the place that its booking names, otherwise to that of the settings. */
export const placeOfCharge = (
  { chargeCostUnitId, chargeCategoryId, chargeSphere }: ChargePlace,
  named: Place = {},
): Place =>
  named.costUnitId || named.sphere
    ? named
    : { ...named, costUnitId: chargeCostUnitId, categoryId: chargeCategoryId, sphere: chargeSphere }
