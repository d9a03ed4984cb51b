import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import type { Action } from '../events/actions'
import { changeJson, changesJson } from '../events/changes'
import { insertEvents } from '../events/record'
import type { FeeFacts } from './fee-facts'

/**
 * What happened to the fees that meet a condition over their rows after the act; absent, to all of them. An action may be
 * SQL over the same row. `reason` is what a person gave for the act.
 */
type FeeAction = Extract<Action, `fee.${string}`>
export type FeeEvent = { action: FeeAction | Sql; condition?: Sql; reason?: string | null }

/** The event of fees that money came in for. */
export const PAID: FeeEvent = {
  action: sql`iif(fees.status = 'paid', ${'fee.paid' satisfies FeeAction}, ${'fee.partly_paid' satisfies FeeAction})`,
}

/** The status of a fee before the act, for the condition of a {@link FeeEvent}. */
export const STATUS_BEFORE = sql`seen.status`

/**
 * Records what became of fees, by comparing them with what they were: an event for each that meets the condition, and none
 * if nothing changed. Runs after `refreshFees`.
 */
export const recordFeeChanges = (
  actor: Actor,
  workspace: Sql,
  { action, condition = sql`TRUE`, reason = null }: FeeEvent,
  before: SeenFee[],
): Sql[] =>
  jsonArrays(alike(before)).map((array) =>
    insertEvents(
      actor,
      workspace,
      { subject: 'fee' },
      sql`
        WITH seen AS MATERIALIZED (SELECT ${SEEN} FROM json_each(${array}))
        SELECT fees.id, fees.description, ${CHANGES}, ${action}
        FROM (SELECT ${reason} AS reason) CROSS JOIN seen CROSS JOIN json_each(seen.ids) AS named CROSS JOIN fees
        WHERE fees.workspace_id = ${TENANT} AND fees.id = named.value AND ${condition}`,
    ),
  )

/** Fees by what they were, which is the same for most: the values of {@link FIELDS}, and the ids. */
const alike = (fees: SeenFee[]): unknown[][] => {
  const groups = Map.groupBy(fees, (fee) => JSON.stringify(FIELDS.map((field) => fee[field])))
  return [...groups].map(([values, same]) => [...JSON.parse(values), same.map(({ id }) => id)])
}

/** What of a fee is compared. */
export type SeenFee = Pick<FeeFacts, 'id' | (typeof FIELDS)[number]>

const FIELDS = ['status', 'paid_amount', 'waived_amount', 'paid_on', 'collection_id'] as const

const SEEN = sql.raw(
  [
    ...FIELDS.map((field, place) => `value ->> ${place} AS ${field}`),
    `value -> ${FIELDS.length} AS ids`,
  ].join(', '),
)

const CHANGES = changesJson([
  ...FIELDS.map(
    (field) =>
      `CASE WHEN fees.${field} IS NOT seen.${field}
         THEN ${changeJson(field, `json_quote(seen.${field})`, `json_quote(fees.${field})`)} ELSE '' END`,
  ),
  `CASE WHEN reason IS NULL THEN '' ELSE ${changeJson('reason', "'null'", 'json_quote(reason)')} END`,
])
