import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Where a workspace has its events sent. An endpoint is a position in the events of its workspace: what comes after `cursor` is
 * still to be sent, so that nothing is lost while it is paused or fails.
 */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    url: text('url').notNull(),
    description: text('description'),
    /** Which events it hears of, as a JSON array of `fee.created` or `fee.*`. */
    events: text('events').notNull(),
    /** The API key that created it, whose permissions it has; NULL if staff did. */
    keyId: text('key_id'),
    state: text('state', { enum: ['active', 'paused', 'disabled'] }).notNull(),
    /** Why the service paused or disabled it; NULL if somebody did. */
    reason: text('reason', { enum: ['gone', 'key', 'failing'] }),
    /** The number of the last event that was sent, parked or of no interest. */
    cursor: integer('cursor').notNull(),
    /** The delivery that is being sent, as JSON: see `Delivery`. A retry sends the same bytes. */
    sending: text('sending'),
    /** The delivery after it, which is tried while that one fails for long. */
    trying: text('trying'),
    /** The run that sends at the moment, and until when no other one does. */
    claim: text('claim'),
    claimedUntil: text('claimed_until'),
    /** Since when all deliveries fail, how many attempts that are, and when the next one is due. */
    failingSince: text('failing_since'),
    failures: integer('failures').notNull().default(0),
    nextAt: text('next_at'),
    /** How many of the mails about a failing endpoint owners have got. */
    notices: integer('notices').notNull().default(0),
    secretVersion: integer('secret_version').notNull().default(1),
    rotatedAt: text('rotated_at'),
    stateAt: text('state_at').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)

/** Deliveries that an endpoint refuses while it takes others: they are sent again last, out of order. */
export const parkedDeliveries = sqliteTable(
  'parked_deliveries',
  {
    workspaceId: text('workspace_id').notNull(),
    endpointId: text('endpoint_id').notNull(),
    /** The number of its first event. */
    first: integer('first').notNull(),
    /** See `Delivery`. */
    delivery: text('delivery').notNull(),
    failures: integer('failures').notNull(),
    nextAt: text('next_at'),
    parkedAt: text('parked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.endpointId, t.first] })],
)

/** Each attempt to send a delivery, for 30 days, and the last 200 of an endpoint. */
export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    workspaceId: text('workspace_id').notNull(),
    endpointId: text('endpoint_id').notNull(),
    id: text('id').notNull(),
    deliveryId: text('delivery_id').notNull(),
    /** The numbers of its first and last event; NULL for a test. */
    first: integer('first'),
    last: integer('last'),
    type: text('type').notNull(),
    at: text('at').notNull(),
    /** The status of the answer, or NULL with the reason why there was none. */
    status: integer('status'),
    failure: text('failure'),
    milliseconds: integer('milliseconds').notNull(),
    /** The beginning of an answer that is no success. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.endpointId, t.id] })],
)
