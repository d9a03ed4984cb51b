import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { Issue } from '../shared/error-list'
import { uniqueStrings } from '../shared/text'
import { isGiven, isObject } from '../shared/validation'

/** A cost unit that settings name or have named, with its categories as JSON: `[[id, name], …]`. */
export type ChargeCostUnit = { id: string; name: string; isArchived: number; categories: string }

/**
 * The cost units of the place for the bank's charges: the stored one, and the one in a body of any shape. No statement
 * if the body gives no place.
 */
export function selectChargeCostUnits(workspace: Sql, body: Record<string, unknown>): Sql<ChargeCostUnit>[] {
  const place = placeIn(body)
  if (!place) return []
  const [given = null] = uniqueStrings([place.cost_unit_id])
  const select = sql<ChargeCostUnit>`
    SELECT id, name, archived_at IS NOT NULL AS isArchived, (
      SELECT json_group_array(json_array(category.id, category.name)) FROM cost_unit_categories AS category
      WHERE category.workspace_id = ${workspace} AND category.cost_unit_id = cost_units.id) AS categories
    FROM cost_units
    WHERE workspace_id = ${workspace}
      AND id IN (${given}, (SELECT charge_cost_unit_id FROM workspaces WHERE workspaces.id = ${workspace}))`
  return [select]
}

/** The issues of the place for charges in settings of any shape. A stored cost unit may stay when it is archived. */
export function* chargePlaceIssues(
  body: Record<string, unknown>,
  stored: Pick<WorkspaceRow, 'chargeCostUnitId'> | undefined,
  costUnits: readonly ChargeCostUnit[],
): Iterable<Issue> {
  const { cost_unit_id, category_id } = placeIn(body) ?? {}
  const path = (key: string) => ['bookkeeping', 'return_charges', key]
  const costUnit = costUnits.find(({ id }) => id === cost_unit_id)
  if (typeof cost_unit_id === 'string' && !costUnit)
    yield [path('cost_unit_id'), { code: 'cost_unit_id_unknown' }]
  if (costUnit?.isArchived && costUnit.id !== stored?.chargeCostUnitId)
    yield [path('cost_unit_id'), { code: 'cost_unit_archived' }]
  if (!isGiven(category_id)) return
  if (!isGiven(cost_unit_id)) yield [path('cost_unit_id'), { code: 'cost_unit_id_missing' }]
  else if (costUnit && !categoriesOf(costUnit).has(String(category_id)))
    yield [path('category_id'), { code: 'category_id_unknown' }]
}

/** The place for charges of a stored workspace by its names, as events keep it. */
export function namedChargePlace(
  { chargeCostUnitId, chargeCategoryId, chargeSphere }: WorkspaceRow,
  costUnits: readonly ChargeCostUnit[],
) {
  const costUnit = costUnits.find(({ id }) => id === chargeCostUnitId)
  return {
    costunit_name: costUnit?.name ?? null,
    category_name: (costUnit && categoriesOf(costUnit).get(chargeCategoryId ?? '')) ?? null,
    sphere: chargeSphere,
  }
}

const categoriesOf = ({ categories }: ChargeCostUnit) => new Map<string, string>(JSON.parse(categories))

function placeIn({ bookkeeping }: Record<string, unknown>): Record<string, unknown> | undefined {
  const place = isObject(bookkeeping) ? bookkeeping.return_charges : undefined
  return isObject(place) ? place : undefined
}
