import { z } from 'zod'
import { ask, type Caller, permits } from '../access/admission'
import { LISTS, listsOf, VARIANTS, type Variant } from '../access/lists'
import { PERMISSIONS } from '../access/permissions'
import { workspacesAbove } from '../portal/coverage'
import { FUNCTIONS, functionsOf, segmentOf } from '../portal/settings'
import { instant } from '../shared/text'

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
      url: z.string().describe('The entry page where members ask for a link'),
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

const offersPortal = (workspace: {
  portalEnabled: boolean | number
  subscriptionVariant: Variant
}): boolean => Boolean(workspace.portalEnabled) && listsOf(workspace.subscriptionVariant).includes('members')

/**
 * Reads the metadata of the caller's workspace; `origin` is where the portal is reached. `member_portal` is the portal of
 * its members, be it that of a workspace above. One trip.
 */
export async function getMe(caller: Caller, origin: string): Promise<Me> {
  const { credential, rows } = await ask(caller, { above: workspacesAbove(caller, {}) })
  const { workspace, key } = credential
  const superordinate = rows.above.find(({ isAbove }) => isAbove)
  const owner = rows.above.find(({ portalManagedBy }) => portalManagedBy === 'workspace')
  const isOwn = workspace.portalManagedBy === 'workspace'
  const portal = (!isOwn && owner) || workspace
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
      enabled: (isOwn || owner !== undefined) && offersPortal(workspace) && offersPortal(portal),
      url: `${origin}/portal/${segmentOf(portal)}`,
      functions: functionsOf(portal),
      managed_by: workspace.portalManagedBy,
    },
    superordinate_workspace: superordinate ? { id: superordinate.id, name: superordinate.name } : null,
    api_key: {
      id: key.id,
      name: key.name,
      permissions: key.permissions,
      expires_at: key.expiresAt,
    },
  }
}
