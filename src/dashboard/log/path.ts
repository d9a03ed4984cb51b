import { permits } from '../../domain/access/authorize'
import type { Event } from '../../domain/events/event'
import { type LogQuery, writeLogQuery } from '../../domain/pages/log-query'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The page of a mail, an automatic one or a webhook for those who may read it; undefined for other subjects. */
export function pageHref({ subject: { kind, id }, action }: Event, { staff }: Viewer): string | undefined {
  if (kind === 'webhook_endpoint' && permits(staff, 'webhooks:write'))
    return action === 'webhook_endpoint.deleted'
      ? undefined
      : pathIn(staff.workspace, `/settings/webhooks/${id}`)
  if (!permits(staff, 'mails:read')) return undefined
  if (kind === 'mail_rule') return pathIn(staff.workspace, `/mails/automatic/${id}`)
  return kind === 'mail' ? pathIn(staff.workspace, `/mails/${id}`) : undefined
}

/** The address of the log with a query. */
export function logPath({ staff }: Viewer, query: LogQuery): string {
  const parameters = writeLogQuery(query)
  return pathIn(staff.workspace, parameters.size > 0 ? `/log?${parameters}` : '/log')
}
