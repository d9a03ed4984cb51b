import { type Sql, sql } from '../../../db/sql'
import { selectCash } from '../../book/accounts/cash'
import { EVENT_ROW, type EventRow } from '../../events/event'
import type { NamedCostUnit } from '../../fees/expenses'
import { losesMoney, selectUnbooked, waitingOfFees } from '../booking/unbooked'
import type { FeeActKind } from './act'
import { selectRecorded } from './recorded'
import type { FeeSelection } from './selection'

/** What booking needs to know of selected fees. */
export function selectForBooking(workspace: Sql, selected: Sql | undefined) {
  const waiting = selected && waitingOfFees(workspace, sql`SELECT id, id AS place FROM (${selected})`)
  return {
    unbooked: waiting ? [selectUnbooked(workspace, waiting)] : [],
    cash: waiting ? [selectCash(workspace, losesMoney(workspace, waiting))] : [],
    costUnits: waiting ? [selectCostUnits(workspace)] : [],
  }
}

/** What taking payments back needs to know of those that an act recorded. */
export const selectForTakingBack = (workspace: Sql, act: FeeActKind, selection: FeeSelection) => {
  const at = act === 'unpay' && 'paidAt' in selection ? selection.paidAt : undefined
  const { recorded, vouchers } = selectRecorded(workspace, at ?? 0)
  return {
    recorded: at ? [recorded] : [],
    vouchers: at ? [vouchers] : [],
    cashBoxes: at ? [selectCash(workspace)] : [],
  }
}

/** The last event of a fee after the event with a number. */
export const selectFeeEvent = (workspace: Sql, since: number): Sql<EventRow> => sql<EventRow>`
  SELECT ${EVENT_ROW} FROM events
  WHERE workspace_id = ${workspace} AND number > ${since} AND subject_kind = 'fee' ORDER BY number DESC LIMIT 1`

const selectCostUnits = (workspace: Sql) => sql<NamedCostUnit>`
  SELECT id, name, archived_at AS archivedAt, NULL AS categoryId, NULL AS categoryName
  FROM cost_units WHERE workspace_id = ${workspace} AND archived_at IS NULL
  UNION ALL
  SELECT unit.id, unit.name, unit.archived_at, category.id, category.name
  FROM cost_units AS unit CROSS JOIN cost_unit_categories AS category
    ON category.workspace_id = unit.workspace_id AND category.cost_unit_id = unit.id
  WHERE unit.workspace_id = ${workspace} AND unit.archived_at IS NULL
  ORDER BY 2, 5 LIMIT 2000`
