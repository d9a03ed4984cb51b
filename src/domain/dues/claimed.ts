import { type Sql, sql } from '../../db/sql'
import type { Period } from './period'
import type { ClaimedPart } from './terms'

/** The period of a part that is claimed once in a membership. */
export const ONCE = 'once'

/**
 * What was claimed from a person for a part, in cents, without what was cancelled as a mistake. `last` is the number of its last
 * instalment, `joined` the join date at that time, and `accepted` the amount that was found and left as it is.
 */
export type Claimed = ClaimedPart & {
  last: number
  /** The period of the run, which is also known of what is claimed once. */
  period: string | null
  joined: string | null
  accepted: number | null
  isCancelled: boolean
}

type ClaimedRow = Omit<Claimed, 'isCancelled'> & { personId: string; isCancelled: number }

/** A sum of parts by person and part. */
export type PartSum = Pick<Claimed, 'part' | 'kind' | 'amount'> & { personId: string }

const MISTAKE_SQL = sql.raw("coalesce(fees.cancellation ->> 'kind' = 'mistake', 0)")

const PARTS = sql`dues_parts LEFT JOIN fees ON fees.workspace_id = dues_parts.workspace_id AND fees.id = dues_parts.fee_id`

/** Selects what was claimed by a plan for a period, and once; `among` is a condition over `dues_parts`. */
export const selectClaimed = (
  workspace: Sql,
  { planId, period, among }: { planId: string; period: Period; among: Sql },
): Sql<ClaimedRow> => sql<ClaimedRow>`
  SELECT dues_parts.person_id AS personId, part, kind, max(instalment) AS last,
    sum(iif(${MISTAKE_SQL}, 0, dues_parts.amount)) AS amount, max(basis ->> 'period') AS period,
    max(basis ->> 'joined') AS joined, max(basis ->> 'accepted') AS accepted, max(${MISTAKE_SQL}) AS isCancelled
  FROM ${PARTS}
  WHERE dues_parts.workspace_id = ${workspace} AND plan_id = ${planId} AND period IN (${period.name}, ${ONCE})
    AND ${among}
  GROUP BY dues_parts.period, dues_parts.person_id, part`

/** Selects what was claimed by a plan for a period, by person and part. */
export const selectPartSums = (workspace: Sql, planId: string, period: string): Sql<PartSum> => sql<PartSum>`
  SELECT dues_parts.person_id AS personId, part, kind, sum(iif(${MISTAKE_SQL}, 0, dues_parts.amount)) AS amount
  FROM ${PARTS} WHERE dues_parts.workspace_id = ${workspace} AND plan_id = ${planId} AND period = ${period}
  GROUP BY dues_parts.person_id, part`

/** The claims of each person. */
export const claimedByPerson = (rows: readonly ClaimedRow[]): Map<string, Claimed[]> => {
  const claims = Map.groupBy(rows, ({ personId }) => personId)
  return new Map(
    [...claims].map(([id, own]) => [
      id,
      own.map(({ personId: _, isCancelled, ...one }) => ({ ...one, isCancelled: isCancelled === 1 })),
    ]),
  )
}

/** The condition that a person has a part of a period. */
export const hasPartsSql = (workspace: Sql, planId: string, period: string): Sql => sql`EXISTS (
  SELECT 1 FROM dues_parts WHERE dues_parts.workspace_id = ${workspace} AND dues_parts.plan_id = ${planId}
    AND dues_parts.period = ${period} AND dues_parts.person_id = persons.id)`
