import * as z from 'zod'
import type { ApiKeyPrincipal } from '../access/api-key-principal'
import { permits } from '../access/authorize'
import { LISTS, listsOf, VARIANTS, type Variant } from '../access/lists'
import { PERMISSIONS } from '../access/permissions'
import { query } from '../access/query'
import { eventId } from '../events/event'
import { selectLastNumber } from '../events/list'
import { selectWorkspacesAbove } from '../portal/coverage'
import { functionsOf, idOrSlugOf } from '../portal/settings'
import { instant, openEnum } from '../shared/text'
import { leavingOutput, leavingToApi } from './leaving-settings'

/** The functions of the portal that keys are told of. Clients of earlier documents refuse any other. */
const TOLD_FUNCTIONS = ['view_data', 'edit_data', 'view_fees'] as const

/** What an API key is told about its workspace and itself. */
export const me = z
  .object({
    id: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    currency: z.string(),
    subscription: z.object({ variant: z.enum(VARIANTS), lists: z.array(z.enum(LISTS)) }),
    sandbox: z
      .boolean()
      .describe(
        'Whether this is for trying things out: wiped each night, and no mail is sent; see `/sandbox_mails`',
      ),
    lists: z.array(z.object({ id: z.enum(LISTS), permissions: z.array(z.enum(['read', 'write'])) })),
    member_portal: z.object({
      enabled: z.boolean(),
      url: z.string().describe('The entry page where members ask for a link'),
      functions: z.array(z.enum(TOLD_FUNCTIONS)),
      managed_by: z.enum(['workspace', 'superordinate']),
    }),
    last_event_id: z
      .string()
      .nullable()
      .describe('The last event so far, after which `/events` goes on; `null` without `audit:read`'),
    keeps_book: z.boolean().describe('Whether payments are booked in the cash book here'),
    book_begins_on: z.iso.date().nullable().describe('The day before which they are not, if there is one'),
    ...leavingOutput,
    superordinate_workspace: z.object({ id: z.string(), name: z.string() }).nullable(),
    api_key: z.object({
      id: z.string(),
      name: z.string(),
      permissions: z.array(openEnum(PERMISSIONS)),
      expires_at: instant.nullable(),
    }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

/**
 * Gets the metadata of the principal's workspace; `origin` is that of the portal. `member_portal` is the portal of its
 * members, which may be that of a workspace above. One trip.
 */
export async function getMe(principal: ApiKeyPrincipal, { origin }: { origin: string }): Promise<Me> {
  const { credential, rows } = await query(principal, {
    above: selectWorkspacesAbove(principal.workspace()),
    events: selectLastNumber(principal.workspace()),
  })
  const { workspace, key } = credential
  const superordinate = rows.above.find(({ isDirectlyAbove }) => isDirectlyAbove)
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
    sandbox: workspace.isSandbox,
    lists: lists.map((id) => ({
      id,
      permissions: (['read', 'write'] as const).filter((action) => permits(credential, `${id}:${action}`)),
    })),
    member_portal: {
      enabled: (isOwn || owner !== undefined) && offersPortal(workspace) && offersPortal(portal),
      url: `${origin}/portal/${idOrSlugOf(portal)}`,
      functions: TOLD_FUNCTIONS.filter((name) => functionsOf(portal).includes(name)),
      managed_by: workspace.portalManagedBy,
    },
    last_event_id: permits(credential, 'audit:read') ? eventId(rows.events[0]?.last ?? 0) : null,
    keeps_book: workspace.keepsBook,
    book_begins_on: workspace.bookBeginsOn,
    ...leavingToApi(workspace),
    superordinate_workspace: superordinate ? { id: superordinate.id, name: superordinate.name } : null,
    api_key: {
      id: key.id,
      name: key.name,
      permissions: [...credential.permissions],
      expires_at: key.expiresAt,
    },
  }
}

const offersPortal = (workspace: {
  suspendedAt: string | null
  portalEnabled: boolean | number
  subscriptionVariant: Variant
}): boolean =>
  workspace.suspendedAt === null &&
  Boolean(workspace.portalEnabled) &&
  listsOf(workspace.subscriptionVariant).includes('members')
