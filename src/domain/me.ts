import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { prepared } from '../db/query'
import { ask, type Caller, permits } from './admission'
import { PERMISSIONS } from './credentials'
import { LISTS, listsOf, VARIANTS } from './lists'
import { FUNCTIONS, functionsOf, segmentOf } from './portal/settings'
import { instant } from './text'

/** What a caller learns of its workspace and key. */
export const me = z
  .object({
    id: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    currency: z.string(),
    subscription: z.object({ variant: z.enum(VARIANTS), lists: z.array(z.enum(LISTS)) }),
    lists: z.array(z.object({ id: z.enum(LISTS), permissions: z.array(z.enum(['read', 'write'])) })),
    member_portal: z.object({
      enabled: z.boolean(),
      url: z.string(),
      functions: z.array(z.enum(FUNCTIONS)),
      managed_by: z.enum(['workspace', 'superordinate']),
    }),
    superordinate_workspace: z.object({ id: z.string(), name: z.string() }).nullable(),
    api_key: z.object({
      id: z.string(),
      name: z.string(),
      permissions: z.array(z.enum(PERMISSIONS)),
      expires_at: instant.nullable(),
    }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

/** Reads the metadata of the caller's workspace; `origin` is where the portal is reached. One trip. */
export async function readMe(caller: Caller, origin: string): Promise<Me> {
  const { credential, rows } = await ask(caller, { superordinate: superordinate(caller, {}) })
  const { workspace, key } = credential
  const lists = listsOf(workspace.subscriptionVariant)
  return {
    id: workspace.id,
    name: workspace.name,
    locale: workspace.locale,
    timezone: workspace.timezone,
    currency: workspace.currency,
    subscription: { variant: workspace.subscriptionVariant, lists },
    lists: lists.map((id) => ({
      id,
      permissions: (['read', 'write'] as const).filter((action) => permits(credential, `${id}:${action}`)),
    })),
    member_portal: {
      enabled: workspace.portalEnabled,
      url: `${origin}/portal/${segmentOf(workspace)}`,
      functions: functionsOf(workspace),
      managed_by: workspace.portalManagedBy,
    },
    superordinate_workspace: rows.superordinate[0] ?? null,
    api_key: {
      id: key.id,
      name: key.name,
      permissions: key.permissions,
      expires_at: key.expiresAt,
    },
  }
}

const superordinate = prepared<{ id: string; name: string }>(
  (workspace) => sql`
    SELECT id, name FROM workspaces
    WHERE id = (SELECT superordinate_workspace_id FROM workspaces WHERE id = ${workspace})`,
)
