import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The tables. Each is `WITHOUT ROWID` (written into the migrations by hand: drizzle-kit does not support it), so that the
 * primary key is page order, lookup and tenant filter in one tree and a row costs one write.
 * Instants are RFC 3339 UTC text, dates `YYYY-MM-DD`, money integer cents.
 */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    locale: text('locale').notNull(),
    timezone: text('timezone').notNull(),
    currency: text('currency').notNull(),
    subscriptionVariant: text('subscription_variant', {
      enum: ['members', 'contacts', 'complete'],
    }).notNull(),
    superordinateWorkspaceId: text('superordinate_workspace_id'),
    portalEnabled: integer('portal_enabled', { mode: 'boolean' }).notNull(),
    portalManagedBy: text('portal_managed_by', { enum: ['workspace', 'superordinate'] }).notNull(),
    portalFunctions: text('portal_functions').notNull().default('[]'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    portalSlug: text('portal_slug'),
    portalFields: text('portal_fields').notNull().default('{}'),
    portalColour: text('portal_colour'),
    portalSenderName: text('portal_sender_name'),
    columnsVersion: integer('columns_version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('workspaces_by_portal_slug').on(t.portalSlug).where(sql`portal_slug IS NOT NULL`),
    index('workspaces_by_portal_owner')
      .on(t.superordinateWorkspaceId)
      .where(sql`portal_managed_by = 'superordinate'`),
    index('workspaces_by_superordinate')
      .on(t.superordinateWorkspaceId)
      .where(sql`superordinate_workspace_id IS NOT NULL`),
    check(
      'workspaces_portal_managed',
      sql`portal_managed_by = 'workspace' OR superordinate_workspace_id IS NOT NULL`,
    ),
  ],
)

export type WorkspaceRow = typeof workspaces.$inferSelect

export const apiKeys = sqliteTable(
  'api_keys',
  {
    tokenHash: text('token_hash').primaryKey(),
    id: text('id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    permissions: text('permissions').notNull(),
    expiresAt: text('expires_at'),
    createdAt: text('created_at').notNull(),
    revokedAt: text('revoked_at'),
  },
  (t) => [uniqueIndex('api_keys_of_workspace').on(t.workspaceId, t.id)],
)

export const customColumns = sqliteTable(
  'custom_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    allowedValues: text('allowed_values'),
    externalId: text('external_id'),
    /** Where the office put the column; columns with the same position are in the order of their ids. */
    position: integer('position').notNull().default(0),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.id] }),
    uniqueIndex('custom_columns_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
  ],
)

export const persons = sqliteTable(
  'persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    area: text('area', { enum: ['regular', 'applications'] }).notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** The folded names, by which a list is searched and put in order; see `nameKey`. */
    firstNameKey: text('first_name_key').notNull().default(''),
    lastNameKey: text('last_name_key').notNull().default(''),
    email: text('email'),
    birthdate: text('birthdate'),
    phoneNumbers: text('phone_numbers'),
    address: text('address'),
    bankAccount: text('bank_account'),
    sepaMandate: text('sepa_mandate'),
    paymentMethod: text('payment_method'),
    membershipNumber: text('membership_number'),
    joinDate: text('join_date'),
    leaveDate: text('leave_date'),
    customValues: text('custom_values').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.area, t.id] }),
    uniqueIndex('persons_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    index('persons_by_email').on(t.workspaceId, t.listId, sql`lower(email)`).where(sql`email IS NOT NULL`),
    index('persons_by_membership_number')
      .on(t.workspaceId, t.listId, t.membershipNumber)
      .where(sql`membership_number IS NOT NULL`),
    index('persons_by_update').on(t.workspaceId, t.listId, t.area, t.updatedAt),
    index('persons_by_name').on(t.workspaceId, t.listId, t.area, t.lastNameKey, t.firstNameKey, t.id),
    check(
      'persons_identified',
      sql`coalesce(first_name, last_name, email, membership_number, external_id) IS NOT NULL`,
    ),
  ],
)

export const deletedPersons = sqliteTable(
  'deleted_persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    deletedAt: text('deleted_at').notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.listId, t.deletedAt, t.id] })],
)

export const costUnits = sqliteTable(
  'cost_units',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('cost_units_by_name').on(t.workspaceId, t.name),
  ],
)

export const costUnitCategories = sqliteTable(
  'cost_unit_categories',
  {
    workspaceId: text('workspace_id').notNull(),
    costUnitId: text('cost_unit_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.costUnitId, t.id] }),
    uniqueIndex('cost_unit_categories_by_name').on(t.workspaceId, t.costUnitId, t.name),
  ],
)

export const fees = sqliteTable(
  'fees',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    description: text('description').notNull(),
    personId: text('person_id').notNull(),
    personName: text('person_name').notNull(),
    costUnitId: text('cost_unit_id'),
    categoryId: text('category_id'),
    sphere: text('sphere', { enum: ['purpose', 'ideal', 'business', 'assets'] }),
    status: text('status', { enum: ['open', 'paid', 'collecting', 'returned', 'cancelled'] })
      .notNull()
      .default('open'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('fees_by_person').on(t.workspaceId, t.personId),
  ],
)

export const idempotentRequests = sqliteTable(
  'idempotent_requests',
  {
    workspaceId: text('workspace_id').notNull(),
    operation: text('operation').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    part: integer('part').notNull(),
    fingerprint: text('fingerprint'),
    owner: text('owner'),
    personId: text('person_id'),
    startedAt: text('started_at').notNull(),
    result: text('result'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.operation, t.idempotencyKey, t.part] }),
    index('idempotent_requests_by_start').on(t.startedAt),
    index('idempotent_requests_by_person').on(t.personId).where(sql`person_id IS NOT NULL`),
  ],
)

/**
 * Who is signed in to the portal of a workspace. `person_ids` is a JSON object of arrays of ids by the workspace of the
 * persons; `former_ids` is an array of those that may be former members.
 */
export const portalSessions = sqliteTable(
  'portal_sessions',
  {
    sessionHash: text('session_hash').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    personIds: text('person_ids').notNull(),
    expiresAt: text('expires_at').notNull(),
    formerIds: text('former_ids').notNull().default('[]'),
  },
  (t) => [index('portal_sessions_by_expiry').on(t.expiresAt)],
)

/** How often links were asked for in each hour, by caller and by address: hashes, swept when their hour is over. */
export const linkRequests = sqliteTable(
  'link_requests',
  {
    hour: text('hour').notNull(),
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.subject] })],
)

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
    /** The last date (YYYY-MM-DD) of an auditor. */
    endsOn: text('ends_on'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId] }), index('memberships_of_staff').on(t.staffId)],
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
  },
  (t) => [index('staff_sessions_of_staff').on(t.staffId), index('staff_sessions_by_expiry').on(t.expiresAt)],
)

/**
 * Browsers that asked for a code, whether their address is known or not. The consumer of the queue sets `staff_id` and
 * `code_hash` where it is. `session_hash` ties a request to the session that proves again who uses it.
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

/**
 * What was done in a workspace, numbered without gaps in the order of the commits. `changes` is a JSON object of arrays
 * `[before, after]` by field. Deleting a person empties the personal columns of its events: `subject_name`, `changes` and
 * `salt`, without which the sealed digest of what they held tells nothing.
 */
export const events = sqliteTable(
  'events',
  {
    workspaceId: text('workspace_id').notNull(),
    number: integer('number').notNull(),
    at: text('at').notNull(),
    requestId: text('request_id').notNull(),
    batchId: text('batch_id').notNull(),
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ['staff', 'key', 'member', 'operator', 'service'] }).notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    door: text('door', { enum: ['dashboard', 'api', 'portal', 'operator', 'service'] }).notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name'),
    changes: text('changes'),
    salt: text('salt'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.number] }),
    index('events_of_subject').on(t.workspaceId, t.subjectId, t.number),
  ],
)

/** The seal of the events of a day: their digests, and a hash over them and the seal before. */
export const eventSeals = sqliteTable(
  'event_seals',
  {
    workspaceId: text('workspace_id').notNull(),
    lastNumber: integer('last_number').notNull(),
    firstNumber: integer('first_number').notNull(),
    digests: text('digests').notNull(),
    hash: text('hash').notNull(),
    sealedAt: text('sealed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.lastNumber] })],
)

/** Saved queries of a list: those of one member of staff, or of all where `staff_id` is NULL. */
export const segments = sqliteTable(
  'segments',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    staffId: text('staff_id'),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.listId, t.id] })],
)

/** The columns that a member of staff sees in the table of a list, as a JSON array of field keys. */
export const tableColumns = sqliteTable(
  'table_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    staffId: text('staff_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    columns: text('columns').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId, t.listId] })],
)

/** Sizes of a workspace by day (YYYY-MM-DD), which the nightly run counts, so that charts read a row a day. */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    workspaceId: text('workspace_id').notNull(),
    day: text('day').notNull(),
    members: integer('members').notNull(),
    contacts: integer('contacts').notNull(),
    openFees: integer('open_fees').notNull(),
    openAmount: integer('open_amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
)
