import * as z from 'zod'
import { webhookAttempts } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { firstIdAt, newId } from '../shared/ids'
import { instant } from '../shared/text'
import type { Delivery } from './delivery'

/** What an endpoint answered to a POST: its status, or why there was none. `retryAfter` is in seconds. */
export type Answer = {
  status: number | null
  failure: string | null
  milliseconds: number
  text: string | null
  retryAfter?: number | undefined
}

/** Whether an endpoint has taken a delivery. */
export const isOk = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** How many attempts of an endpoint are shown, and for how long each is kept. */
export const MAX_ATTEMPTS = 200
const KEPT_DAYS = 30

/** An attempt to send a delivery, as the API shows it. */
export const webhookAttempt = z
  .object({
    id: z.string(),
    webhook_id: z
      .string()
      .describe('The id of the delivery, the same in each attempt: the header `webhook-id`'),
    type: z.string(),
    at: instant,
    status: z.int().nullable().describe('The status of the answer'),
    failure: z.string().nullable().describe('Why there was no answer'),
    milliseconds: z.int(),
    answer: z.string().nullable().describe('The beginning of an answer that is no success'),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export type AttemptRow = typeof webhookAttempts.$inferSelect

/** A stored attempt as the API shows it. */
export const toApi = (row: AttemptRow): WebhookAttempt => ({
  id: row.id,
  webhook_id: row.deliveryId,
  type: row.type,
  at: row.at,
  status: row.status,
  failure: row.failure,
  milliseconds: row.milliseconds,
  answer: row.answer,
})

/** The attempts of an endpoint, the newest first. */
export const selectAttempts = (
  workspace: Sql,
  endpointId: string,
  condition = sql`TRUE`,
  limit = MAX_ATTEMPTS,
): Sql<AttemptRow> => sql<AttemptRow>`
  SELECT ${allColumns(webhookAttempts)} FROM webhook_attempts
  WHERE workspace_id = ${workspace} AND endpoint_id = ${endpointId} AND ${condition}
  ORDER BY id DESC LIMIT ${limit}`

type Attempt = {
  id?: string
  delivery: Pick<Delivery, 'id' | 'type'> & Partial<Delivery>
  answer: Answer
  at: Date
}

/** The statement that keeps an attempt. */
export const insertAttempt = (
  { workspaceId, id }: { workspaceId: string; id: string },
  { id: attemptId, delivery, answer, at }: Attempt,
): Sql => sql`
  INSERT INTO webhook_attempts (workspace_id, endpoint_id, id, delivery_id, first, last, type, at, status, failure, milliseconds, answer)
  VALUES (${workspaceId}, ${id}, ${attemptId ?? newId('wha', at)}, ${delivery.id}, ${delivery.first ?? null}, ${delivery.last ?? null},
    ${delivery.type}, ${at.toISOString()}, ${answer.status}, ${answer.failure}, ${answer.milliseconds}, ${answer.text})`

/** The statements that delete old attempts, and parked deliveries that were not sent in as long. */
export const sweepAttempts = (now: Date): Sql[] => {
  const oldest = daysFrom(now, -KEPT_DAYS)
  return [
    sql`DELETE FROM webhook_attempts WHERE id < ${firstIdAt('wha', oldest)}`,
    sql`
      DELETE FROM webhook_attempts WHERE (workspace_id, endpoint_id, id) IN (
        SELECT workspace_id, endpoint_id, id FROM (
          SELECT workspace_id, endpoint_id, id,
            row_number() OVER (PARTITION BY workspace_id, endpoint_id ORDER BY id DESC) AS place
          FROM webhook_attempts)
        WHERE place > ${MAX_ATTEMPTS})`,
    sql`DELETE FROM parked_deliveries WHERE parked_at < ${oldest.toISOString()}`,
  ]
}
