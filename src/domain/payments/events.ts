import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import { changeJson, changesJson } from '../events/changes'
import { insertEvents } from '../events/record'
import type { FeeFacts } from './fee-facts'

/**
 * Records what became of fees, by comparing them with what they were: an event for each that meets a condition, and none
 * where nothing changed. Runs after `refreshFees`. `reason` is what a person gave for the act.
 */
export const recordFeeChanges = (
  actor: Actor,
  workspace: Sql,
  action: `fee.${string}`,
  before: SeenFee[],
  { condition = sql`TRUE`, reason }: { condition?: Sql; reason?: string | null | undefined } = {},
): Sql[] =>
  jsonArrays(before.map(seen)).map((array) =>
    insertEvents(
      actor,
      workspace,
      { action, subject: 'fee' },
      sql`
        SELECT fees.id, fees.description, ${CHANGES}
        FROM (SELECT value AS seen, ${reason ?? null} AS reason FROM json_each(${array})) CROSS JOIN fees
        WHERE fees.workspace_id = ${TENANT} AND fees.id = seen ->> 'id' AND ${condition}`,
    ),
  )

// The rest of ten thousand fees would take much memory.
const seen = ({ id, status, paid_amount, waived_amount, paid_on, collection_id }: SeenFee): SeenFee => ({
  id,
  status,
  paid_amount,
  waived_amount,
  paid_on,
  collection_id,
})

/** What of a fee is compared. */
export type SeenFee = Pick<FeeFacts, 'id' | (typeof FIELDS)[number]>

const FIELDS = ['status', 'paid_amount', 'waived_amount', 'paid_on', 'collection_id'] as const

const CHANGES = changesJson([
  ...FIELDS.map(
    (field) =>
      `CASE WHEN fees.${field} IS NOT seen ->> '${field}'
         THEN ${changeJson(field, `json_quote(seen ->> '${field}')`, `json_quote(fees.${field})`)} ELSE '' END`,
  ),
  `CASE WHEN reason IS NULL THEN '' ELSE ${changeJson('reason', "'null'", 'json_quote(reason)')} END`,
])
