import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import type { Sql } from '../../db/sql'
import { VARIANTS } from '../access/lists'
import { joinFormOf, joinOutput } from '../portal/join/form'
import { portalOutput, portalToApi } from '../portal/settings'
import { DomainError } from '../shared/errors'
import { instant } from '../shared/text'
import { contactOutput, contactToApi } from './contact-settings'
import { erasableAt } from './leaving/dates'
import { leavingOutput, leavingToApi } from './leaving-settings'
import { moneyOutput, moneyToApi } from './money-settings'

/** A workspace as the operator sees it. */
export const workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    currency: z.string(),
    subscription_variant: z.enum(VARIANTS),
    sandbox: z.boolean().describe('Whether integrators try things out there'),
    superordinate_workspace_id: z.string().nullable(),
    member_portal: z.object({
      enabled: z.boolean(),
      managed_by: z.enum(['workspace', 'superordinate']),
      ...portalOutput,
    }),
    ...moneyOutput,
    ...contactOutput,
    ...leavingOutput,
    ...joinOutput,
    suspended_at: instant.nullable().describe('Since when the workspace can only be read'),
    erasable_at: instant
      .nullable()
      .describe(
        'When a suspended workspace can be erased at the earliest; a copy or a sandbox can be at any time',
      ),
    copy_of: z.string().nullable().describe('The workspace of which this one is a copy'),
    copied_at: instant.nullable().describe('The instant that the copy shows'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof workspace>

/** A stored workspace as the operator sees it. */
export const toApi = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  timezone: row.timezone,
  currency: row.currency,
  subscription_variant: row.subscriptionVariant,
  sandbox: row.isSandbox,
  superordinate_workspace_id: row.superordinateWorkspaceId,
  member_portal: { enabled: row.portalEnabled, managed_by: row.portalManagedBy, ...portalToApi(row) },
  ...moneyToApi(row),
  ...contactToApi(row),
  ...leavingToApi(row),
  join_form: joinFormOf(row),
  suspended_at: row.suspendedAt,
  erasable_at: erasableAt(row),
  copy_of: row.copyOf,
  copied_at: row.copiedAt,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/** Selects a workspace by its id. */
export const selectWorkspace = (db: Db, id: Sql) => db.select().from(workspaces).where(eq(workspaces.id, id))

/** The workspace that a lookup returned. Throws `not_found` when it returned none. */
export function requireWorkspace([row]: WorkspaceRow[]): WorkspaceRow {
  if (row) return row
  throw new DomainError('not_found', 'There is no such workspace.')
}
