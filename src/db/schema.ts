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
