import { type Sql, sql } from '../../db/sql'
import { OPEN_AMOUNT } from '../fees/open-amount'
import type { SeenFee } from '../payments/events'
import type { FeeFacts } from '../payments/fee-facts'

/** What a release knows of a fee: no more than it needs, since it may be one of ten thousand. */
export type CollectableFee = SeenFee &
  Pick<FeeFacts, 'description' | 'person_id' | 'open_amount' | 'revision'> & { person_name: string }

/** The columns that {@link selectCollectableFees} selects. */
export const FEE_COLUMNS = [
  'id',
  'description',
  'person_id',
  'person_name',
  'status',
  'paid_amount',
  'waived_amount',
  'open_amount',
  'paid_on',
  'collection_id',
  'revision',
] as const satisfies readonly (keyof CollectableFee)[]

/** So much of a description is read: twice what fits into the text of a debit. */
const MAX_DESCRIPTION = 280

/** The fees whose ids a query gives as `id`. */
export const selectCollectableFees = (workspace: Sql, ids: Sql): Sql<CollectableFee> => sql<CollectableFee>`
  SELECT fees.id, substr(description, 1, ${MAX_DESCRIPTION}) AS description, person_id, person_name, status, paid_amount,
    waived_amount, ${OPEN_AMOUNT} AS open_amount, paid_on, collection_id, revision
  FROM (${ids}) AS wanted CROSS JOIN fees
  WHERE fees.workspace_id = ${workspace} AND fees.id = wanted.id`
