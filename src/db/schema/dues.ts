import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SPHERES } from './spheres'

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

/** What was claimed by a plan for a period at one time, by the version that it had then. */
export const duesRuns = sqliteTable(
  'dues_runs',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    planId: text('plan_id').notNull(),
    period: text('period').notNull(),
    /** The first period of the version, and its revision at that time. */
    fromPeriod: text('from_period').notNull(),
    versionRevision: integer('version_revision').notNull(),
    /** The version as it was, as JSON. */
    version: text('version').notNull(),
    /** How many fees the run has claimed, and their sum in cents. */
    count: integer('count').notNull(),
    amount: integer('amount').notNull(),
    batchId: text('batch_id').notNull(),
    state: text('state', { enum: ['claimed', 'discarded'] }).notNull(),
    discardReason: text('discard_reason'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('dues_runs_by_period').on(t.workspaceId, t.planId, t.period),
  ],
)

/**
 * What each person owes by a plan for a period, line by line. The key lets nothing be claimed twice. A part of 0 has no fee:
 * it says that the person owes nothing for it.
 */
export const duesParts = sqliteTable(
  'dues_parts',
  {
    workspaceId: text('workspace_id').notNull(),
    planId: text('plan_id').notNull(),
    /** `once` for what is claimed once in a membership. */
    period: text('period').notNull(),
    personId: text('person_id').notNull(),
    /** The rule, with the value that has the price if there is one. */
    part: text('part').notNull(),
    /** From 1: the parts of one instalment are in one fee. */
    instalment: integer('instalment').notNull(),
    runId: text('run_id').notNull(),
    feeId: text('fee_id'),
    /** From 1: the order in which payments of the fee fill its parts. */
    position: integer('position').notNull(),
    kind: text('kind', { enum: ['base', 'surcharge', 'once', 'exempt'] }).notNull(),
    name: text('name').notNull(),
    amount: integer('amount').notNull(),
    costUnitId: text('cost_unit_id'),
    categoryId: text('category_id'),
    sphere: text('sphere', { enum: SPHERES }),
    /** What the amount was computed from, as JSON: see `Basis`. Emptied when the person is deleted. */
    basis: text('basis').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.planId, t.period, t.personId, t.part, t.instalment] }),
    index('dues_parts_by_run').on(t.workspaceId, t.runId),
    index('dues_parts_by_fee').on(t.workspaceId, t.feeId, t.position).where(sql`fee_id IS NOT NULL`),
    index('dues_parts_by_person').on(t.workspaceId, t.personId),
  ],
)
