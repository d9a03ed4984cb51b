import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The people who work in the offices of associations. One of them may work for several workspaces. */
export const staff = sqliteTable(
  'staff',
  {
    id: text('id').primaryKey(),
    /** The address in lower case, which codes are sent to. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    locale: text('locale'),
    /** Whether single letters work as keyboard shortcuts. */
    hasShortcuts: integer('has_shortcuts', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('staff_by_email').on(t.email)],
)

/** Who works for a workspace, in which role. One without `accepted_at` is an invitation. */
export const memberships = sqliteTable(
  'memberships',
  {
    workspaceId: text('workspace_id').notNull(),
    staffId: text('staff_id').notNull(),
    role: text('role', { enum: ['owner', 'office', 'treasurer', 'auditor'] }).notNull(),
    createdAt: text('created_at').notNull(),
    acceptedAt: text('accepted_at'),
    /**
     * The name that was typed, until the invitation is accepted: what other workspaces call them is not for this one.
     */
    invitedName: text('invited_name'),
    /** The last date (YYYY-MM-DD) of an auditor. */
    endsOn: text('ends_on'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId] }), index('memberships_of_staff').on(t.staffId)],
)

/** In which databases other than the first one, where their account is, people work. `seen_at` is when that was last seen. */
export const staffPlaces = sqliteTable(
  'staff_places',
  { staffId: text('staff_id').notNull(), place: text('place').notNull(), seenAt: text('seen_at').notNull() },
  (t) => [primaryKey({ columns: [t.staffId, t.place] })],
)

/** Who is signed in to the dashboard. `proved_at` is when the last code or passkey was given. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    sessionHash: text('session_hash').primaryKey(),
    id: text('id').notNull(),
    staffId: text('staff_id').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: text('created_at').notNull(),
    provedAt: text('proved_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    /** JSON of the workspaces in other databases that the person works for: their ids, names and slugs. */
    elsewhere: text('elsewhere').notNull().default('[]'),
  },
  (t) => [index('staff_sessions_of_staff').on(t.staffId), index('staff_sessions_by_expiry').on(t.expiresAt)],
)

/**
 * Browsers that asked for a code, whether their address is known or not. The consumer of the queue sets `staff_id` and
 * `code_hash` if it is. `session_hash` ties a request to the session that proves again who uses it.
 */
export const signInRequests = sqliteTable(
  'sign_in_requests',
  {
    requestHash: text('request_hash').primaryKey(),
    staffId: text('staff_id'),
    codeHash: text('code_hash'),
    sessionHash: text('session_hash'),
    /** The challenge of a passkey, in base64url. */
    challenge: text('challenge'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [index('sign_in_requests_by_expiry').on(t.expiresAt)],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    credentialId: text('credential_id').primaryKey(),
    staffId: text('staff_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports').notNull().default('[]'),
    name: text('name').notNull(),
    createdAt: text('created_at').notNull(),
    usedAt: text('used_at'),
  },
  (t) => [index('passkeys_of_staff').on(t.staffId)],
)

/** The passkeys that their owners have removed, for 40 days, so that a restore does not let them in again. */
export const removedPasskeys = sqliteTable(
  'removed_passkeys',
  {
    removedAt: text('removed_at').notNull(),
    credentialId: text('credential_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.removedAt, t.credentialId] })],
)
