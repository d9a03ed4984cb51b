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
  superordinate_workspace_id: row.superordinateWorkspaceId,
  member_portal: { enabled: row.portalEnabled, managed_by: row.portalManagedBy, ...portalToApi(row) },
  ...moneyToApi(row),
  ...contactToApi(row),
  ...leavingToApi(row),
  join_form: joinFormOf(row),
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
