import { type Sql, sql } from '../../db/sql'
import { selectWithdrawnDebits } from './withdrawn'

/** Why a released debit must not go to the bank any more. */
export const STOPS = ['withdrawn', 'deceased'] as const
export type Stop = (typeof STOPS)[number]

/** A debit that must leave its collection before that is submitted. */
export type StoppedDebit = { id: string; stop: Stop }

/**
 * The debits of a released collection under a mandate that was withdrawn since, of an account holder who has died, or for
 * somebody who has: a row each, a few rows read for each withdrawal and for each of the deceased, and none once it is submitted.
 */
export const selectStoppedDebits = (
  workspace: Sql,
  collectionId: string,
): Sql<StoppedDebit> => sql<StoppedDebit>`
  WITH released AS MATERIALIZED (
    SELECT workspace_id, id FROM collections
    WHERE workspace_id = ${workspace} AND id = ${collectionId} AND state = 'released')
  SELECT id, max(stop) AS stop FROM (
    SELECT id, 'withdrawn' AS stop FROM (${selectWithdrawnDebits(workspace, sql`collections.id = (SELECT id FROM released)`)})
    UNION ALL
    SELECT item.id, 'deceased'
    FROM ${OF_DECEASED} CROSS JOIN mandates INDEXED BY mandates_by_person
      CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate
    WHERE ${DIED_SQL}
      AND mandates.workspace_id = persons.workspace_id AND mandates.person_id = persons.id
      AND item.workspace_id = persons.workspace_id AND item.mandate_reference = mandates.reference
      AND item.person_id = persons.id AND item.collection_id = released.id AND item.state = 'live'
    UNION ALL
    SELECT item.id, 'deceased'
    FROM ${OF_DECEASED} CROSS JOIN fees INDEXED BY fees_by_person
      CROSS JOIN collection_fees AS link INDEXED BY collection_fees_live CROSS JOIN collection_items AS item
    WHERE ${DIED_SQL}
      AND fees.workspace_id = persons.workspace_id AND fees.person_id = persons.id AND fees.status = 'collecting'
      AND link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'live'
      AND item.workspace_id = link.workspace_id AND item.id = link.item_id AND item.collection_id = released.id
  ) GROUP BY id ORDER BY id`

const OF_DECEASED = sql`released CROSS JOIN persons INDEXED BY persons_deceased`
const DIED_SQL = sql`persons.workspace_id = released.workspace_id AND leave_reason = 'deceased'`
