import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Plans by which the persons of a list owe dues. */
export const duesPlans = sqliteTable(
  'dues_plans',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    name: text('name').notNull(),
    interval: text('interval', { enum: ['year', 'half_year', 'quarter', 'month'] }).notNull(),
    /** What fees are called; `{{period}}` is the period. */
    description: text('description').notNull(),
    archivedAt: text('archived_at'),
    /** Rises with each change of the plan and of its versions. */
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)

/** What a plan says from a period on, until its next version begins. */
export const duesVersions = sqliteTable(
  'dues_versions',
  {
    workspaceId: text('workspace_id').notNull(),
    planId: text('plan_id').notNull(),
    fromPeriod: text('from_period').notNull(),
    /** `MM-DD`: the day of the year on which ages and groups count. */
    keyDay: text('key_day').notNull(),
    /** The days from the beginning of a period until its dues are to be paid. */
    dueDay: integer('due_day').notNull(),
    proRata: text('pro_rata', { enum: ['none', 'months'] }).notNull(),
    /** The cents to a multiple of which a line is rounded. */
    rounding: integer('rounding').notNull(),
    /** The column that divides the amount of a year, and into how many parts by its values, as JSON. */
    instalments: text('instalments'),
    /** The rules as JSON, read and written as a whole: see `Rule`. */
    rules: text('rules').notNull(),
    revision: integer('revision').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.planId, t.fromPeriod] })],
)
