import * as z from 'zod'
import { webhookEndpoints } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import type { Need } from '../access/principal'
import { actionFilter, afterEvent, eventId } from '../events/event'
import { DomainError } from '../shared/errors'
import type { Restore } from '../shared/restores'
import { arrayOf, date, givenInstant, instant, singleLine } from '../shared/text'

/** How many endpoints a workspace has at most. */
export const MAX_ENDPOINTS = 10

/** What changing endpoints needs. Staff also prove who they are: events tell what happens in the workspace. */
export const TO_WEBHOOKS: Need = { permission: 'webhooks:write' }

const STATES = ['active', 'paused', 'disabled'] as const

/** An endpoint as the API shows it. */
export const webhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()),
    state: z.enum(STATES).describe('`disabled` by the service, after five days of failures'),
    reason: z
      .enum(['gone', 'key', 'failing'])
      .nullable()
      .describe(
        'Why the service sends nothing: the endpoint answered 410, its API key is revoked, has expired or lost `webhooks:write`, or all ' +
          'attempts failed',
      ),
    last_event_id: z
      .string()
      .nullable()
      .describe('The last event that was handled; `null` before the first one'),
    behind: z.int().describe('How many events of the workspace came after that one, heard of or not'),
    parked: z.int().describe('How many deliveries it refused while it took later ones'),
    failing_since: instant.nullable(),
    next_attempt_at: instant.nullable(),
    created_at: instant,
  })
  .meta({
    id: 'WebhookEndpoint',
    examples: [
      {
        id: 'whk_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        url: 'https://www.your-club.org/hooks/membership',
        description: 'Website',
        events: ['person.*', 'fee.paid'],
        state: 'active',
        reason: null,
        last_event_id: 'evt_000000000042',
        behind: 0,
        parked: 0,
        failing_since: null,
        next_attempt_at: null,
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const fields = {
  url: singleLine(500).describe('Where events are sent: `https`, a public name, the usual port'),
  description: singleLine(200).nullish(),
  events: arrayOf(actionFilter, 50, 1).describe(
    'The actions that it hears of, such as `fee.paid`, or `fee.*` for all of fees',
  ),
}

/** The body that creates an endpoint. */
export const newEndpoint = z.strictObject(fields).meta({
  id: 'NewWebhookEndpoint',
  examples: [
    {
      url: 'https://www.your-club.org/hooks/membership',
      description: 'Website',
      events: ['person.*', 'fee.paid'],
    },
  ],
})
export type NewEndpoint = z.infer<typeof newEndpoint>

/** The body that changes an endpoint: absent keys stay as they are. */
export const endpointChange = z
  .strictObject({
    ...z.object(fields).partial().shape,
    state: z.enum(['active', 'paused']).optional(),
    skip_missed: z
      .boolean()
      .optional()
      .describe(
        'With `state` `active`: go on with the events from now on. Otherwise it is sent what it missed, of at most 90 days.',
      ),
  })
  .meta({ id: 'WebhookEndpointChange', examples: [{ state: 'active', skip_missed: true }] })
export type EndpointChange = z.infer<typeof endpointChange>

/** The body of a replay: from which event or instant on. */
export const newReplay = z
  .strictObject({
    after: afterEvent.describe('The event after which events are sent again, of at most 30 days').optional(),
    since: z
      .union([givenInstant, date])
      .describe(
        'In place of `after`: the instant, or the day of the workspace, since which events are sent again',
      )
      .optional(),
  })
  .refine(({ after, since }) => (after === undefined) !== (since === undefined), {
    error: 'must be given, or `since`, but not both',
    path: ['after'],
    params: { code: 'required' },
  })
  .meta({ id: 'WebhookReplay', examples: [{ after: 'evt_000000000042' }, { since: '2026-01-31' }] })

export type EndpointRow = typeof webhookEndpoints.$inferSelect

/** A stored endpoint with the number of the last event of its workspace, and how many of its deliveries are parked. */
export type ShownRow = EndpointRow & { lastNumber: number; parked: number }

export const selectEndpoints = (workspace: Sql, condition = sql`TRUE`): Sql<ShownRow> => sql<ShownRow>`
  SELECT ${allColumns(webhookEndpoints)}, (
      SELECT coalesce(max(number), 0) FROM events WHERE events.workspace_id = webhook_endpoints.workspace_id) AS lastNumber, (
      SELECT count(*) FROM parked_deliveries
      WHERE parked_deliveries.workspace_id = webhook_endpoints.workspace_id AND endpoint_id = webhook_endpoints.id) AS parked
  FROM webhook_endpoints WHERE workspace_id = ${workspace} AND ${condition} ORDER BY id`

/** A stored endpoint as the API shows it. */
export const toApi = (row: ShownRow, restores: Restore[]): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events),
  state: row.state,
  reason: row.reason,
  last_event_id: row.cursor === 0 ? null : eventId(row.cursor, restores),
  behind: Math.max(0, row.lastNumber - row.cursor),
  parked: row.parked,
  failing_since: row.failingSince,
  next_attempt_at: row.nextAt,
  created_at: row.createdAt,
})

/** The endpoint that a lookup returned. Throws `not_found` if it returned none. */
export function requireEndpoint([row]: ShownRow[]): ShownRow {
  if (row) return row
  throw new DomainError('not_found', 'There is no such endpoint.')
}
