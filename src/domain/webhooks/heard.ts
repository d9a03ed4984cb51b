import type { KeyPermission } from '../access/permissions'
import { ACTIONS, type Action, EVENTS, type SubjectKind } from '../events/actions'

/** What an endpoint must be permitted to read to hear of things of a kind; null for what webhooks never tell. */
const NEEDED: Readonly<Record<SubjectKind, KeyPermission | null>> = {
  member: 'members:read',
  contact: 'contacts:read',
  fee: 'fees:read',
  collection: 'fees:read',
  dues_plan: 'fees:read',
  dues_run: 'fees:read',
  account: 'bookkeeping:read',
  statement: 'bookkeeping:read',
  bank_line: 'bookkeeping:read',
  booking_rule: 'bookkeeping:read',
  voucher: 'bookkeeping:read',
  fiscal_year: 'bookkeeping:read',
  cost_unit: 'bookkeeping:read',
  custom_column: 'members:read',
  import: 'members:read',
  mail: 'mails:read',
  mail_rule: 'mails:read',
  workspace: null,
  api_key: null,
  staff: null,
  webhook_endpoint: null,
}

/** Actions of such kinds that tell who read what, and change nothing. */
const IS_READING = /\.(exported|downloaded|portal_link_created|portal_link_mailed)$/

/** The actions that webhooks tell, with the permissions that they need by the kind of thing. */
export const HEARD = ACTIONS.filter(
  (action) => !IS_READING.test(action) && EVENTS[action].some((kind) => NEEDED[kind] !== null),
)

/** What an endpoint must be permitted to read to hear of an action, by the kind of thing; nothing for what webhooks never tell. */
export const neededToHear = (action: Action): { kind: SubjectKind; permission: KeyPermission }[] =>
  HEARD.includes(action)
    ? EVENTS[action].flatMap((kind) => {
        const permission = NEEDED[kind]
        return permission ? [{ kind, permission }] : []
      })
    : []

/** Whether a filter, such as `fee.created` or `fee.*`, names an action that webhooks tell. */
export const isHeard = (filter: string): boolean => HEARD.some((action) => matches(filter, action))

const matches = (filter: string, action: Action): boolean =>
  filter === action || (filter.endsWith('.*') && action.startsWith(filter.slice(0, -1)))

/** The pairs of action and kind that filters and permissions let through. */
export const heardBy = (
  filters: readonly string[],
  permissions: readonly string[],
): { action: Action; kind: SubjectKind }[] =>
  HEARD.filter((action) => filters.some((filter) => matches(filter, action))).flatMap((action) =>
    neededToHear(action)
      .filter(({ permission }) => permissions.includes(permission))
      .map(({ kind }) => ({ action, kind })),
  )

/** Whether an endpoint with these filters and permissions hears of events, as a function of their action and kind. */
export function hearing(
  filters: readonly string[],
  permissions: readonly string[],
): (event: { action: string; subjectKind: string }) => boolean {
  const pairs = new Set(heardBy(filters, permissions).map(({ action, kind }) => `${action} ${kind}`))
  return ({ action, subjectKind }) => pairs.has(`${action} ${subjectKind}`)
}
